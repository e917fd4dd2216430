import Bytes
import CNoopSAX
import Foundation
import PropertyList

// Reading friend lists, beside libxml2 alone and Foundation: each round runs all readers one after the other, and ratios
// are taken inside a round.
//
//     python3 Benchmarks/generate_friends.py --friends 130000 --out friends.plist
//     python3 Benchmarks/generate_friends.py --friends 130000 --format binary --out friends-binary.plist
//     swift run -c release --package-path Benchmarks PropertyListBench friends.plist friends-binary.plist

/// Processor time of this thread, in seconds: other programs on the machine count less than by the clock.
func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

func duration(of body: () throws -> Void) rethrows -> Double {
    let start = seconds()
    try body()
    return seconds() - start
}

func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// A line of the table: how many times as fast `ours` was, in the median of the rounds.
func show(_ name: String, _ times: [Double], beside ours: [Double]?) {
    let best = String(format: "%8.1f", (times.min() ?? 0) * 1e3)
    let middle = String(format: "%8.1f", median(times) * 1e3)
    let ratio = ours.map { String(format: "%6.2f", median(zip(times, $0).map { $0 / $1 })) } ?? ""
    print("\(name.padding(toLength: 44, withPad: " ", startingAt: 0)) \(best) \(middle) \(ratio)")
}

/// libxml2 alone, with callbacks that do nothing: the usual way first, the least that it can do last.
let ways: [(name: String, way: noop_sax_way)] = [
    ("libxml2 SAX2 from a memory context", NOOP_SAX_USUAL),
    ("libxml2 SAX2, input not copied", NOOP_SAX_IN_PLACE),
    ("libxml2 SAX1, input not copied", NOOP_SAX_IN_PLACE_WITHOUT_NAMESPACES),
]

/// Foundation takes twenty seconds for a million friends; nothing is learnt from that.
let largestForFoundation = 100 << 20

func measure(_ path: String) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let source = SharedBytes(Array(data))
    let list = try PropertyList.parse(source)
    let isXML = list.format == .xml
    let store = String(format: "%.2f", Double(list.storeBytes) / Double(source.count))
    print("\n\(path): \(source.count) bytes, \(list.format), store \(store) of the input")
    print("reader                                       best ms   median  PropertyList is … as fast")
    var parsers = ways.map { _ in [Double]() }
    var (ours, foundation): ([Double], [Double]) = ([], [])
    for _ in 0..<(data.count > largestForFoundation ? 5 : 7) {
        for (index, (name, way)) in ways.enumerated() where isXML {
            parsers[index].append(
                duration {
                    let events = source.view.withUnsafeBytes { noop_sax($0.baseAddress, $0.count, way) }
                    precondition(events > 0, "\(name) refused the file")
                }
            )
        }
        ours.append(try duration { _ = try PropertyList.parse(source) })
        guard data.count <= largestForFoundation else { continue }
        foundation.append(try duration { _ = try PropertyListSerialization.propertyList(from: data, format: nil) })
    }
    show("PropertyList", ours, beside: nil)
    for (index, (name, _)) in ways.enumerated() where isXML { show(name, parsers[index], beside: ours) }
    if !foundation.isEmpty { show("Foundation PropertyListSerialization", foundation, beside: ours) }
}

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
    print("usage: PropertyListBench FILE…")
    exit(2)
}
for path in paths { try measure(path) }
