/// Options about what is shown, shared by `serve` and `export`.
enum SiteOptions {
    static let all: [Option] = [
        Option("base-path", "/PREFIX", "The path the site lives under behind a proxy."),
        Option("templates", "FOLDER", "The Mustache templates; ./Templates, else the installed ones."),
        Option("public", "FOLDER", "The assets; ./Public, else the installed ones."),
        Option("language", "LANGUAGE", "zh-Hans, en or auto (by the reader's Accept-Language, the default)."),
    ]
}

/// The options of `roster serve`.
enum ServeOptions {
    static let all: [Option] =
        [
            Option(
                "listen",
                "ADDRESS",
                repeatable: true,
                "Where to listen: 127.0.0.1:8080 (the default), [::1]:8080, 0.0.0.0:80, unix:/run/roster.sock. Repeatable."
            ),
            Option("threads", "N", "Event loops; as many as cores."),
            Option(
                "trust-proxy",
                "CIDR",
                repeatable: true,
                "Believe the forwarded fields of these peers: 10.0.0.0/8, ::1, unix. Repeatable."
            ),
            Option("proxy-protocol", "Require the PROXY protocol, version 1 or 2, from trusted peers."),
            Option("admin", "ADDRESS", "Where /metrics is answered; nowhere unless given."),
            Option("access-log", "FORMAT", "off, combined (the default) or json, on standard output."),
            Option("header-timeout", "SECONDS", "From the first byte of a head to its last; 10."),
            Option("body-timeout", "SECONDS", "Without a byte of a body; 10."),
            Option("idle-timeout", "SECONDS", "Between requests of one connection; 75."),
            Option("write-timeout", "SECONDS", "Without a byte taken by the reader; 30."),
            Option("drain-timeout", "SECONDS", "From SIGTERM to the end, whatever is in flight; 10."),
            Option("max-connections", "N", "Connections at once; 10000."),
            Option(
                "max-unsent-bytes",
                "N",
                "Memory of answers that clients have not taken yet; 134217728. Then large answers are refused with 503."
            ),
            Option("max-header-bytes", "N", "Bytes of a request head; 16384."),
            Option("cache-bytes", "N", "Memory for rendered answers; 67108864. 0 renders each."),
        ] + SiteOptions.all
}
