import Bytes
import CNoopSAX
import Foundation
import PropertyList

// Reading friend lists, against libxml2 alone and against Foundation, in pairs: each round runs all readers one after
// the other, and ratios are taken inside a round.
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

func show(_ name: String, _ times: [Double], against base: [Double]?) {
    let best = String(format: "%8.1f", (times.min() ?? 0) * 1e3)
    let middle = String(format: "%8.1f", median(times) * 1e3)
    let ratio = base.map { String(format: "%6.2f", median(zip($0, times).map { $0 / $1 })) } ?? ""
    print("\(name.padding(toLength: 44, withPad: " ", startingAt: 0)) \(best) \(middle) \(ratio)")
}

func measure(_ path: String, rounds: Int) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let source = SharedBytes(Array(data))
    let list = try PropertyList.parse(source)
    let store = String(format: "%.2f", Double(list.storeBytes) / Double(source.count))
    print("\n\(path): \(source.count) bytes, \(list.format), store \(store) of the input")
    print("reader                                       best ms   median  ratio")
    var (sax, ours, foundation): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
        if list.format == .xml {
            data.withUnsafeBytes { bytes in
                sax.append(duration { _ = noop_sax(bytes.baseAddress, bytes.count) })
            }
        }
        ours.append(try duration { _ = try PropertyList.parse(source) })
        foundation.append(try duration { _ = try PropertyListSerialization.propertyList(from: data, format: nil) })
    }
    if list.format == .xml {
        show("libxml2 SAX2, callbacks that do nothing", sax, against: nil)
        show("PropertyList, against libxml2 alone", ours, against: sax)
    }
    show("PropertyList, against Foundation", ours, against: foundation)
    show("Foundation PropertyListSerialization", foundation, against: nil)
}

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
    print("usage: PropertyListBench FILE…")
    exit(2)
}
for path in paths { try measure(path, rounds: 7) }
