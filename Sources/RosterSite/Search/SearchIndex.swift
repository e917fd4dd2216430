internal import Bytes

/// What the friends of a list are found by and the order of their names, made once per revision.
///
/// Searches look at each different text once, sixteen bytes a step, and then at two marks of each friend.
final class SearchIndex: Sendable {
    private let names: FoldedPool
    private let intros: FoldedPool
    private let pinyins: FoldedPool
    /// What the groups' names are found by, one after another.
    private let groups: SharedBytes
    /// Where each group's text begins in `groups`, and where the last ends.
    private let groupStarts: [UInt32]
    /// The places in `FriendList.friends` by name within each group.
    let byName: [UInt32]

    /// Makes the index of `list`: about a microsecond a name, and a tenth of a second for the first Chinese one.
    init(_ list: FriendList) {
        var folding = FoldedText()
        names = FoldedPool(list.names) { folding.append(name: $0, leavesOutPlain: true, to: &$1) }
        intros = FoldedPool(list.intros) { folding.append(text: $0, to: &$1) }
        pinyins = FoldedPool(list.pinyins, hasTexts: false) { folding.append(pinyin: $0, to: &$1) }
        var text = OutputBuffer(capacity: 1024)
        var starts: [UInt32] = []
        for group in list.groups {
            starts.append(UInt32(clamping: text.count))
            folding.append(name: list.text[group.name], leavesOutPlain: false, to: &text)
        }
        starts.append(UInt32(clamping: text.count))
        groupStarts = starts
        groups = text.freeze()
        byName = NameOrder.places(in: list, &folding)
    }

    /// Looks for `words`, which are folded and at most `SearchTerms.limit`.
    func find(_ words: [ByteView]) -> SearchHits {
        var hits = SearchHits(names: names.unmarked, intros: intros.unmarked, pinyins: pinyins.unmarked)
        for (index, word) in words.enumerated() {
            let bit = SearchHits.bit(index)
            let isInNames = names.mark(word, bit, in: &hits.names)
            let isInIntros = intros.mark(word, bit, in: &hits.intros)
            let isInPinyins = pinyins.mark(word, bit, in: &hits.pinyins)
            hits.wanted |= bit
            if isInNames || isInIntros || isInPinyins { hits.found |= bit }
        }
        return hits
    }

    /// Which of `words` stand in the name of the group at `index`, a bit each.
    func words(_ words: [ByteView], inGroup index: Int) -> UInt8 {
        let text = groups.view[Int(groupStarts[index])..<Int(groupStarts[index + 1])]
        return words.indices.reduce(0) { bits, word in
            text.firstIndex(of: words[word]) == nil ? bits : bits | SearchHits.bit(word)
        }
    }
}

/// Which words of a search stand in which texts: a byte for each text, in it a bit for each word.
struct SearchHits {
    fileprivate(set) var names: [UInt8]
    fileprivate(set) var intros: [UInt8]
    fileprivate(set) var pinyins: [UInt8]
    /// The bits of all words.
    fileprivate(set) var wanted: UInt8 = 0
    /// The bits of those that stand in any text.
    fileprivate(set) var found: UInt8 = 0

    /// The bit of the word at `index`, which is below `SearchTerms.limit`.
    static func bit(_ index: Int) -> UInt8 { 1 << UInt8(truncatingIfNeeded: index & 7) }

    /// Whether all words whose bits are in `needed` stand in what `friend` of `list` is found by.
    func has(_ friend: Friend, of list: FriendList, needed: UInt8) -> Bool {
        var found = names[Int(friend.name)] | intros[Int(friend.intro)]
        if found & needed != needed, let detail = list.detail(of: friend) { found |= pinyins[Int(detail.pinyin)] }
        return found & needed == needed
    }
}
