internal import Bytes
internal import HTTP
internal import Mustache

/// The page that says what went wrong, with a way back.
struct ErrorView: Sendable {
    static let schema = TemplateSchema("error") { schema in
        Shell.declare(&schema)
        schema.text("message", "What went wrong, in the reader's language.")
        schema.text("detail", "What exactly, in English; empty where there is no more to say.")
    }
    static let slots = ErrorView()

    private let shell: Shell
    private let message, detail: TemplateSlot

    private init() {
        shell = Shell(Self.schema)
        message = Self.schema["message"]
        detail = Self.schema["detail"]
    }

    func fill(_ status: HTTPStatus, detail reason: String, _ context: PageContext) -> TemplateRecord {
        let scratch = context.scratch
        let record = scratch.record(Self.schema)
        var title = context.strings.title(of: status)
        title.withUTF8 { unsafe context.fill(record, shell, title: ByteView(UnsafeRawBufferPointer($0))) }
        // An error has no address of its own, and may answer at any depth: what it links to is given from the host's root.
        scratch.set(record, shell.canonical, url: "")
        scratch.write(record, shell.root, appendRoot(context))
        scratch.write(record, shell.home, appendRoot(context))
        scratch.set(record, message, text: context.strings.message(of: status))
        scratch.set(record, detail, text: reason)
        return record
    }

    private func appendRoot(_ context: PageContext) -> (inout OutputBuffer) -> Void {
        { out in
            out.append(context.prefix)
            out.append("/")
        }
    }
}

extension Strings {
    /// The title of an error page.
    func title(of status: HTTPStatus) -> String {
        has("title\(status.code)") ? self["title\(status.code)"] : self["titleOther"]
    }

    /// What an error page says.
    func message(of status: HTTPStatus) -> String {
        has("error\(status.code)") ? self["error\(status.code)"] : self["errorOther"]
    }
}
