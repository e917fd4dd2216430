import Bytes
import CAllocations
import CLibPNGEncode
import Glibc
import Images

// Stretched PNGs from the 55 × 45 bubble, beside libpng's default encoding of the same pixels.
//   StretchBench [IMAGE]                       the table; exit 1 if a limit of docs/stretching.md does not hold
//   StretchBench --pictures N [IMAGE]          N pictures of 250 × 200 and nothing else, for callgrind and valgrind

var arguments = Array(CommandLine.arguments.dropFirst())
var pictures: Int?
if arguments.first == "--pictures", arguments.count >= 2 {
    pictures = Int(arguments[1])
    arguments.removeFirst(2)
}
let path = arguments.first ?? "Public/images/chatto_bg_normal.png"
let image = try resizable(path)

if let pictures {
    var output = OutputBuffer(capacity: 1 << 16)
    for _ in 0..<pictures {
        output.removeAll()
        try image.png(width: 250, height: 200, into: &output)
    }
    exit(0)
}

/// What a size may cost: microseconds and bytes.
let limits: [(width: Int, height: Int, micro: Double, bytes: Int)] = [
    (80, 60, 10, 1350), (250, 200, 10, 1350), (1000, 1000, 30, 6 * 1024),
]
print("caps 27.5, 27 of \(path)")
print(
    "| size | µs | bytes | allocations | libpng µs | bytes | times faster |\n| --- | --- | --- | --- | --- | --- | --- |"
)
var holds = true
for limit in limits {
    let row = try measure(image, width: limit.width, height: limit.height)
    print(row.line)
    holds = holds && row.micro <= limit.micro && row.bytes <= limit.bytes && row.timesFaster >= 50
}
if !holds { print("a limit does not hold") }
exit(holds ? 0 : 1)
