import Bytes
import Foundation
import PropertyList
import Testing

/// The open cases that the project is measured by, when they are at hand: set ROSTER_CONFORMANCE_PLISTS to the folder.
private let folder = ProcessInfo.processInfo.environment["ROSTER_CONFORMANCE_PLISTS"]

@Suite(.enabled(if: folder != nil, "ROSTER_CONFORMANCE_PLISTS is not set"))
struct ConformanceTests {
    @Test func `every case is decided as agreed`() throws {
        let path = try #require(folder)
        let cases = try #require(try Case.all(in: path))
        #expect(cases.count > 0)
        for sample in cases {
            let complaint = try sample.complaint()
            #expect(complaint == nil, "\(sample.name)")
        }
    }
}

private struct Case {
    let name: String
    let file: URL
    let facts: [String: Any]

    static func all(in folder: String) throws -> [Case]? {
        let root = URL(fileURLWithPath: folder)
        let list = try JSONSerialization.jsonObject(with: Data(contentsOf: root.appending(path: "expected.json")))
        guard let cases = (list as? [String: Any])?["cases"] as? [String: [String: Any]] else { return nil }
        return cases.map { Case(name: $0.key, file: root.appending(path: $0.key), facts: $0.value) }
            .sorted { $0.name < $1.name }
    }

    /// What is not as it should be, or nil.
    func complaint() throws -> String? {
        let bytes = SharedBytes(try Array(Data(contentsOf: file)))
        let isAccepted = facts["expect"] as? String == "accept"
        do throws(PropertyListError) {
            let list = try PropertyList.parse(bytes)
            guard isAccepted else { return "accepted, though \(facts["why"] ?? "")" }
            return TaggedForm(json: facts["value"] as Any).difference(from: list.root)
        } catch {
            return isAccepted ? "refused: \(error)" : complaint(about: error)
        }
    }

    private func complaint(about error: PropertyListError) -> String? {
        if let path = facts["path"] as? String, path != error.keyPath {
            return "path \(error.keyPath ?? "none"), due \(path): \(error)"
        }
        guard let span = facts["at"] as? [String: Int] else { return nil }
        guard let line = error.line, let column = error.column else { return "no place: \(error)" }
        let place = [line, column]
        let first = [span["line"] ?? 0, span["column"] ?? 0]
        let last = [span["end_line"] ?? 0, span["end_column"] ?? 0]
        let isInside = !place.lexicographicallyPrecedes(first) && !last.lexicographicallyPrecedes(place)
        return isInside ? nil : "outside \(first)…\(last): \(error)"
    }
}
