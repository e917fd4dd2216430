import Bytes
import CAllocations
import Glibc
import Mustache

// Rendering alone, without sockets. `--renders N` renders N times over a store and `--fills N` without one, printing nothing: for callgrind and valgrind, where the
// difference of two counts is what renderings cost. Exit 1 when a warm rendering allocates.

func nanoseconds(_ rounds: Int, _ body: () -> Void) -> Double {
    let clock = ContinuousClock()
    // The best of many short rounds: the machine may be shared.
    let best = (0..<25).map { _ in clock.measure { for _ in 0..<rounds { body() } } }.min() ?? .zero
    return Double(best.components.attoseconds) / 1e9 / Double(rounds)
}

func line(_ name: String, _ nanoseconds: Double, _ bytes: Int, _ copy: Double) {
    let micro = (nanoseconds / 10).rounded() / 100
    let speed = (Double(bytes) / nanoseconds * 1000).rounded()
    let ratio = (nanoseconds / copy * 10).rounded() / 10
    print("| \(name) | \(micro) | \(Int(speed)) | \(ratio) |")
}

let page = try FriendPage()
let scratch = TemplateScratch()
var output = OutputBuffer()

if CommandLine.arguments.count == 3 {
    for _ in 0..<(Int(CommandLine.arguments[2]) ?? 1) {
        output.removeAll()
        if CommandLine.arguments[1] == "--renders" { page.answer(scratch, &output) }
        if CommandLine.arguments[1] == "--fills" { page.answerWithoutStore(scratch, &output) }
    }
    exit(0)
}

page.answer(scratch, &output)
let bytes = output.count
let copy = SharedBytes(output.view)
output.removeAll()
page.answerWithoutStore(scratch, &output)
guard output.view == copy.view else { fatalError("the two models differ") }

let before = callocations_count()
for _ in 0..<1000 {
    output.removeAll()
    page.answer(scratch, &output)
    output.removeAll()
    page.answerWithoutStore(scratch, &output)
}
let allocations = callocations_count() - before

var target = OutputBuffer(capacity: bytes * 2)
let copying = nanoseconds(2000) {
    target.removeAll()
    target.append(copy.view)
}
let kept = TemplateScratch()
let filled = page.model(kept)
let rendering = nanoseconds(1000) {
    output.removeAll()
    page.template.render(filled, with: scratch, into: &output)
}
let answering = nanoseconds(1000) {
    output.removeAll()
    page.answer(scratch, &output)
}
let settingAll = nanoseconds(1000) {
    output.removeAll()
    page.answerWithoutStore(scratch, &output)
}

print("friend page, 7 groups open, 39 friends, \(bytes) bytes; 2000 warm renderings: \(allocations) allocations")
print("| what | us/page | MB/s | x copy |\n| --- | --- | --- | --- |")
line("copy of the ready page", copying, bytes, copying)
line("template from a ready model", rendering, bytes, copying)
line("model of the request made over a store, and rendered", answering, bytes, copying)
line("every value set for the request, and rendered", settingAll, bytes, copying)
exit(allocations == 0 ? 0 : 1)
