internal import Bytes

/// Why a friend is on a page or is not: what `roster explain` says.
struct FriendQuestion {
    /// The page's name.
    var list: String
    /// The friend's key or name.
    var friend: String
    /// What the address asks for.
    var query = FriendQuery()
    /// Whether the address, or the owner's default, opens a group.
    var isOpen: (FriendList, Int) -> Bool = { list, group in list.groups[group].isOpened }
    /// Whether the address folds a group that its search finds.
    var isFolded: (FriendList, Int) -> Bool = { _, _ in false }
    /// How many groups a page lists, and which page the address asks for, from 1.
    var groupsPerPage = Limits.sectionsOnPage
    var page = 1
    /// How many rows of a group the list, and a page of the group, shows.
    var rowsPerGroup = Limits.rowsOfGroup
    /// The group whose own page is meant; nil for the list.
    var onlyGroup: Int?

    /// What is known of the friend.
    struct Answer: Equatable {
        /// Whether the question names a friend or a file that there is.
        var isAnswered = true
        /// Whether any such friend is on the page.
        var isShown = false
        /// A sentence for each friend and reason.
        var sentences: [String]
    }

    /// The answer, in sentences.
    ///
    /// `findings` are those of the folder, for the reasons of a file that can't be read.
    func answer(in snapshot: Snapshot, findings: [Finding] = []) -> Answer {
        guard let page = page(in: snapshot) else { return Answer(isAnswered: false, sentences: [noPage(in: snapshot)]) }
        let file = page.fileName
        let own = findings.map(\.description).filter { $0.contains(file) && $0.contains("error:") }
        switch page.content {
        case .unreadable:
            return Answer(sentences: ["\(file) can't be read, so the page answers 503:"] + own)
        case .productGrid: return Answer(isAnswered: false, sentences: ["\(list) is a product grid: it has no friends"])
        case .chat: return Answer(isAnswered: false, sentences: ["\(list) is a chat: it has no friends"])
        case .outline:
            let sentence = "\(list) is an outline, not a friend list: its root has no groups with friends"
            return Answer(isAnswered: false, sentences: [sentence])
        case .friendList(let friends):
            var sentences: [String] = []
            if page.staleSince != nil {
                sentences = ["\(file) can't be read now: the page shows the revision before"] + own
            }
            let places = self.places(in: friends)
            if places.isEmpty { sentences.append(noFriend(in: friends)) }
            let answers = places.map { explain($0, on: page, friends) }
            return Answer(
                isAnswered: !places.isEmpty || page.staleSince != nil,
                isShown: answers.contains { $0.isShown },
                sentences: sentences + answers.map(\.sentence),
            )
        }
    }

    private func page(in snapshot: Snapshot) -> Page? {
        snapshot.pages.first { $0.name.string == UnicodeText.nfc(list) }
    }

    private func noPage(in snapshot: Snapshot) -> String {
        let names = snapshot.pages.map { $0.name.string }
        let near = NearestName.of(list, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return "there is no page '\(list)'\(near)"
    }

    private func noFriend(in friends: FriendList) -> String {
        let names = friends.friends.lazy.map { friends.name(of: $0).string }
        let near = NearestName.of(friend, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return "no friend has the key or name '\(friend)'\(near)"
    }

    /// The friends meant: with that key, else with that name, folded.
    private func places(in friends: FriendList) -> [Int] {
        let byKey = friends.friends.indices.filter { friends.key(of: friends.friends[$0]) == friend }
        if !byKey.isEmpty { return byKey }
        let wanted = UnicodeText.folded(friend)
        return friends.friends.indices.filter {
            UnicodeText.folded(friends.name(of: friends.friends[$0]).string) == wanted
        }
    }

    private func explain(_ place: Int, on page: Page, _ friends: FriendList) -> (isShown: Bool, sentence: String) {
        guard let group = friends.groups.firstIndex(where: { $0.friends.contains(place) }) else {
            return (false, "the friend is in no group")
        }
        let (one, groupName) = (friends.friends[place], friends.text[friends.groups[group].name].string)
        let subject = "'\(friends.name(of: one).string)' (\(friends.key(of: one))) in '\(groupName)'"
        func hidden(_ reason: String) -> (Bool, String) { (false, "\(subject) is not shown: \(reason)") }

        if query.onlineOnly, !one.presence.isReachable {
            let word = one.presence == .unknown ? "the file gives no status" : "the status is \(one.presence.word)"
            return hidden("show=online hides everyone who is not online, and \(word)")
        }
        let selections = page.select(query, window: .everything)
        let isSearch = !SearchTerms(query.text).isEmpty
        guard let order = selections.firstIndex(where: { $0.group == group }),
            let row = selections[order].friends.firstIndex(of: place)
        else { return hidden("neither the friend nor the group matches q=\(query.text.string)") }
        if let onlyGroup {
            let (isShown, reason) = explain(row: row, of: group, onPageOf: onlyGroup, friends)
            return isShown ? (true, "\(subject) is shown, row \(row + 1): \(reason)") : hidden(reason)
        }
        let onPage = order / max(1, groupsPerPage) + 1
        if onPage != self.page { return hidden("the group is on page \(onPage) of the list: add page=\(onPage)") }
        let key = friends.text[friends.groups[group].key].string
        if isSearch, isFolded(friends, group) { return hidden("the search finds the group, but found folds it") }
        if !isSearch, !isOpen(friends, group) { return hidden("the group is closed: open=\(key) opens it") }
        if row >= rowsPerGroup {
            let part = row / max(1, rowsPerGroup) + 1
            return hidden("it is row \(row + 1), and the list shows \(rowsPerGroup): see /\(list)/\(key)?page=\(part)")
        }
        let reason = isSearch ? "the search matches" : "the group is open"
        return (true, "\(subject) is shown, row \(row + 1): \(reason)")
    }

    private func explain(row: Int, of group: Int, onPageOf wanted: Int, _ friends: FriendList) -> (Bool, String) {
        let key = friends.text[friends.groups[group].key].string
        guard group == wanted else { return (false, "the address shows another group: see /\(list)/\(key)") }
        let part = row / max(1, rowsPerGroup) + 1
        guard part == page else { return (false, "it is row \(row + 1): see /\(list)/\(key)?page=\(part)") }
        return (true, "the address shows the whole group")
    }
}
