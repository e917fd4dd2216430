internal import Bytes
internal import Mustache

/// The search form: the rest of the state rides along in hidden fields.
struct SearchForm: Sendable {
    private let search, keepOpen, keepShow, keepSort: TemplateSlot

    static func declare(_ schema: inout TemplateSchema.Builder) {
        schema.text("search", "What is searched for.")
        schema.text("keepOpen", "The value of `open` to keep; empty where it is the default.")
        schema.flag("keepShow", "Whether `show=online` is to be kept.")
        schema.text("keepSort", "The value of `sort` to keep; empty where it is the default.")
    }

    init(_ schema: TemplateSchema) {
        search = schema["search"]
        keepOpen = schema["keepOpen"]
        keepShow = schema["keepShow"]
        keepSort = schema["keepSort"]
    }

    func fill(_ record: TemplateRecord, grammar: AddressGrammar, _ context: PageContext) {
        let (address, scratch) = (context.address, context.scratch)
        unsafe address.search.withUnsafeBytes { unsafe scratch.set(record, search, text: ByteView($0)) }
        if let keys = grammar.keys, address.open != keys.openByDefault {
            scratch.write(record, keepOpen) { address.open.append(to: &$0, keys: keys) }
        }
        scratch.set(record, keepShow, flag: address.onlineOnly)
        scratch.set(record, keepSort, text: address.order.word)
    }
}
