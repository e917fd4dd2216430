internal import Bytes

/// Why a friend is on a page or is not: `roster explain`.
public struct SiteExplanation {
    /// Whether there is such a friend, list and address: else the sentences say what there is not.
    public let isAnswered: Bool
    /// A sentence for each reason.
    public let sentences: [String]

    /// Looks for `friend` (a key or a name) on the page `list` of the data in `folder`, at `address`, such as
    /// `/friends?open=family` or `/friends/family`; nil is the page without any query.
    public init(list: String, friend: String, address: String?, in folder: DataFolder) {
        var state = FolderState()
        guard let listing = folder.look() else {
            self.init(refusal: "\(folder.path): the folder can't be read")
            return
        }
        state.step(folder, listing)
        var question = FriendQuestion(list: list, friend: friend)
        var reader = AddressReader()
        if let address, let reason = question.read(address, in: state.snapshot, with: &reader) {
            self.init(refusal: reason)
            return
        }
        let asked = reader.address
        // The search text points into this copy.
        let search = SharedBytes(asked.search)
        if address != nil {
            question.query = FriendQuery(text: search.view, onlineOnly: asked.onlineOnly, sort: asked.order)
            question.page = asked.page
        }
        let answer = withExtendedLifetime(search) { question.answer(in: state.snapshot, findings: state.findings) }
        self.init(isAnswered: answer.isAnswered, sentences: answer.sentences)
    }

    private init(refusal: String) {
        self.init(isAnswered: false, sentences: [refusal])
    }

    private init(isAnswered: Bool, sentences: [String]) {
        self.isAnswered = isAnswered
        self.sentences = sentences
    }
}

extension FriendQuestion {
    /// Takes what `address` says; returns why it can't be taken.
    fileprivate mutating func read(_ address: String, in snapshot: Snapshot, with reader: inout AddressReader)
        -> String?
    {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fragmentless = (parts.count > 1 ? parts[1] : "").split(separator: "#", omittingEmptySubsequences: false)
        let path = (parts.first ?? "").split(separator: "#", omittingEmptySubsequences: false).first ?? ""
        let segments = path.split(separator: "/").map(String.init)
        guard let page = snapshot.pages.first(where: { $0.name.string == UnicodeText.nfc(list) }),
            case .friendList(let friends) = page.content
        else { return nil }
        guard segments.isEmpty || segments.first == page.address.string || segments.first == list else {
            return "'\(address)' is not an address of /\(page.address.string)"
        }
        guard segments.count <= 2 else { return "'\(address)' has more parts than /LIST/GROUP" }
        let prepared = ListPage(ListLook(page, friends, images: snapshot.images, assets: AssetTable([])))
        var grammar = prepared.grammar
        if segments.count == 2 {
            let key = segments[1]
            guard let group = friends.groups.firstIndex(where: { friends.text[$0.key].string == key }) else {
                let near = NearestName.of(key, among: friends.groups.map { friends.text[$0.key].string })
                return "there is no group '\(key)'" + (near.map { "; did you mean '\($0)'?" } ?? "")
            }
            onlyGroup = group
            grammar = GroupView.grammar
        }
        let query = SharedBytes(Array((fragmentless.first ?? "").utf8))
        do throws(AddressError) {
            _ = try withExtendedLifetime(query) { () throws(AddressError) in
                try reader.read(query.view, grammar: grammar)
            }
        } catch {
            return error == .tooLong
                ? "the query is longer than \(Limits.queryBytes) bytes: the page answers 414"
                : "the query is not well-formed: the page answers 400"
        }
        let address = reader.address
        isOpen = { _, group in address.open.contains(prepared.keys.rank(of: group)) }
        isFolded = { _, group in !address.found.contains(prepared.keys.rank(of: group)) }
        return nil
    }
}
