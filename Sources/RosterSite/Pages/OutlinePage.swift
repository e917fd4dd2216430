internal import Bytes
internal import Synchronization

/// An outline made ready for its template.
final class OutlinePage: Sendable {
    let page: Page
    let outline: Outline
    let keys: SectionKeys
    let grammar: AddressGrammar
    private let lazyIndex = AtomicLazyReference<OutlineIndex>()

    init(_ page: Page, _ outline: Outline) {
        self.page = page
        self.outline = outline
        keys = SectionKeys(
            text: outline.text,
            keys: outline.sections.map { outline.nodes[$0].key },
            index: outline.keys
        )
        grammar = AddressGrammar(keys: keys, searches: true)
    }

    private var index: OutlineIndex { lazyIndex.load() ?? lazyIndex.storeIfNil(OutlineIndex(outline)) }

    /// The nodes that `address` shows in principle, if their sections are open.
    func shown(_ address: PageAddress) -> OutlineSelection {
        guard address.isSearch else { return OutlineSelection(outline) }
        return unsafe address.search.withUnsafeBytes { text in
            OutlineSelection(outline, matches: index.matches(unsafe ByteView(text)))
        }
    }
}

/// Which nodes of an outline are shown: all, or those found with what they stand in, and the members of a section found.
struct OutlineSelection {
    private let visible: [Bool]?
    /// How many nodes were found; nil without a search.
    let matches: Int?
    let outline: Outline

    /// Every node.
    init(_ outline: Outline) {
        self.outline = outline
        (visible, matches) = (nil, nil)
    }

    /// The nodes at `found`, ascending, with those they stand in.
    init(_ outline: Outline, matches found: [Int]) {
        self.outline = outline
        var visible = [Bool](repeating: false, count: outline.nodes.count)
        var around: [Int] = []
        var next = 0
        for (index, node) in outline.nodes.enumerated() {
            while let last = around.last, outline.nodes[last].end <= index { around.removeLast() }
            let isFound = next < found.count && found[next] == index
            if isFound {
                next += 1
                visible[index] = true
                for section in around.reversed() {
                    if visible[section] { break }
                    visible[section] = true
                }
                var member = index + 1
                while member < node.end {
                    visible[member] = true
                    member = outline.nodes[member].end
                }
            }
            if node.section >= 0 { around.append(index) }
        }
        self.visible = visible
        matches = found.count
    }

    /// The nodes shown directly between `start` and `end`, which are the bounds of one section's members: those after
    /// the first `skipping`, `limit` at most; and how many there are.
    func members(from start: Int, to end: Int, skipping: Int = 0, limit: Int) -> (nodes: [Int], count: Int) {
        var (nodes, count, index) = ([Int](), 0, start)
        while index < end {
            if visible?[index] ?? true {
                if count >= skipping, nodes.count < limit { nodes.append(index) }
                count += 1
            }
            index = max(index + 1, outline.nodes[index].end)
        }
        return (nodes, count)
    }
}
