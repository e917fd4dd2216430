import CLibFuzzer
import Glibc

// SwiftPM names the program's entry itself, so libFuzzer's loop is called instead of being its main.
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
let status = withUnsafeMutablePointer(to: &arguments) { arguments in
    arguments.withMemoryRebound(to: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?.self, capacity: 1) {
        LLVMFuzzerRunDriver(&count, $0) { start, count in fuzzPropertyList(start, count) }
    }
}
exit(status)
