internal import Bytes

/// The pictures read last from one image folder.
struct LoadedImages: Sendable {
    private(set) var files: [ImageFile] = []
    private(set) var findings: [Finding] = []
    /// What was seen when they were read; nil before.
    private var entries: [ImageFolder.Entry]?

    /// The same after another look: read again if anything changed, kept where the folder that they belong to is gone.
    func reread(_ folder: ImageFolder, _ seen: [ImageFolder.Entry]?, isForced: Bool) -> LoadedImages {
        guard let seen else { return kept(folder) }
        guard isForced || seen != entries || findings.contains(Self.gone(folder)) else { return self }
        let (files, warnings) = folder.load(seen)
        var result = LoadedImages()
        result.files = files
        result.findings = warnings.map { .warning($0.sentence, in: $0.fileName) }
        result.entries = seen
        return result
    }

    private func kept(_ folder: ImageFolder) -> LoadedImages {
        guard entries != nil else { return self }
        var result = self
        result.findings = [Self.gone(folder)]
        return result
    }

    private static func gone(_ folder: ImageFolder) -> Finding {
        .error("the folder is gone; the pictures read from it last stay", in: folder.owner)
    }
}
