internal import Bytes
internal import Mustache

/// An outline made ready for its template.
final class OutlinePage: Sendable {
    let page: Page
    let outline: Outline
    let keys: SectionKeys
    let grammar: AddressGrammar

    init(_ page: Page, _ outline: Outline) {
        self.page = page
        self.outline = outline
        keys = SectionKeys(
            text: outline.text,
            keys: outline.sections.map { outline.nodes[$0].key },
            index: outline.keys
        )
        grammar = AddressGrammar(keys: keys)
    }
}
