internal import RosterSite

/// `roster explain`: why a friend is or is not on a page.
struct ExplainCommand {
    private let arguments: Arguments

    init(_ arguments: Arguments) {
        self.arguments = arguments
    }

    func run() throws -> Int32 {
        let data = arguments.value("data") ?? FileSystem.folder(named: "Data")
        guard let data, FileSystem.isFolder(data) else {
            throw CommandFailure("--data: '\(data ?? "Data")' is not a folder")
        }
        let publicFolder = arguments.value("public") ?? FileSystem.folder(named: "Public")
        let operands = arguments.operands
        let explanation = SiteExplanation(
            list: operands[0],
            friend: operands[1],
            address: operands.count > 2 ? operands[2] : nil,
            in: DataFolder(path: data, publicPath: publicFolder),
        )
        try Console.write(explanation.sentences.joined(separator: "\n") + "\n")
        return explanation.isAnswered ? 0 : 1
    }
}
