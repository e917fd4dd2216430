extension Command {
    static let serve = Command(
        name: "serve",
        operandNames: "[DATA] [OPTIONS]",
        operands: 0...1,
        summary: "Serves the folder DATA (./Data, else the installed sample) until it is told to stop.",
        details: """
            PORT=5000 in the environment alone means --listen 0.0.0.0:5000. Sockets handed over by systemd win over both.
            SIGTERM and SIGINT stop the server once what is in flight is answered; a second one stops it at once.
            SIGHUP reads the data, the templates and the assets again without dropping a connection.
            """,
        options: ServeOptions.all,
        run: { arguments in try ServeCommand(arguments).run() },
    )

    static let check = Command(
        name: "check",
        operandNames: "FILE|FOLDER…",
        operands: 1...10_000,
        summary: "Reads files as the server does and prints one line per error or warning.",
        details: """
            FILE:LINE:COLUMN: error|warning: SENTENCE [KEYPATH], and a count at the end. Exit status: 0 without errors, else 1.
            A folder that holds .mustache files is compiled as templates, with the assets of --public.
            """,
        options: [
            Option("public", "FOLDER", "The assets, for pictures and templates; ./Public, else the installed ones.")
        ],
        run: { arguments in try CheckCommand(arguments).run() },
    )

    static let dump = Command(
        name: "dump",
        operandNames: "FILE [--tagged]",
        operands: 1...1,
        summary: "Prints a property list as JSON.",
        details: "FILE of '-' is standard input.",
        options: [Option("tagged", "Name the type of every value: {\"integer\":\"1\"}, {\"date\":\"…\"}.")],
        run: { arguments in try DumpCommand(arguments).run() },
    )

    static let stretch = Command(
        name: "stretch",
        operandNames: "IMAGE --size WxH [OPTIONS] -o OUT",
        operands: 1...1,
        summary: "Stretches a PNG by its caps, as UIKit does, and writes a PNG.",
        details: "OUT of '-' is standard output. Sizes and caps are points; the picture has SCALE pixels to the point.",
        options: [
            Option("size", "WxH", "Width and height of the result in points, such as 250x200."),
            Option("cap", "L,T", "Left and top cap: stretchableImageWithLeftCapWidth:topCapHeight:."),
            Option("insets", "T,L,B,R", "Cap insets: resizableImageWithCapInsets:resizingMode:."),
            Option("mode", "MODE", "With --insets: tile (the default) or stretch the middle."),
            Option("scale", "1|2|3", "Pixels to the point; else from @2x or @3x in the name, else 1."),
            Option("mirror", "Mirror the result, for right-to-left layout."),
            Option("output", "OUT", "The file to write; -o for short."),
        ],
        run: { arguments in try StretchCommand(arguments).run() },
    )

    static let render = Command(
        name: "render",
        operandNames: "TEMPLATE DATAFILE [OPTIONS]",
        operands: 2...2,
        summary: "Renders a Mustache template with a property list or a JSON file.",
        details: "",
        options: [
            Option("partials", "FOLDER", "Where partials and parents are: NAME.mustache."),
            Option("text", "Escape as the Mustache specification says, without the HTML context check."),
        ],
        run: { arguments in try RenderCommand(arguments).run() },
    )

    static let export = Command(
        name: "export",
        operandNames: "FOLDER [DATA]",
        operands: 1...2,
        summary: "Writes a static copy of the site: pages, groups, assets and downloads.",
        details: """
            FOLDER must be new or empty. Lists are copied closed and with all groups open; what needs a server (search, filters,
            sorting, the stretching form) is left out. Every link is relative: the copy works from any address or from disk.
            """,
        options: SiteOptions.all,
        run: { arguments in try ExportCommand(arguments).run() },
    )

    static let explain = Command(
        name: "explain",
        operandNames: "LIST FRIEND [ADDRESS]",
        operands: 2...3,
        summary: "Says why a friend is or is not on a page: closed group, filter, page, stale file, error.",
        details: "ADDRESS is a path with its query, such as '/friends?open=family&show=online'; else the default page.",
        options: [
            Option("data", "FOLDER", "The data folder; ./Data, else the installed sample."),
            Option("public", "FOLDER", "The assets; ./Public, else the installed ones."),
        ],
        run: { arguments in try ExplainCommand(arguments).run() },
    )
}
