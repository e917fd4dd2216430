import Bytes
import Testing

struct UTF8Tests {
    @Test(
        arguments: [
            [], [0x41], [0xC2, 0x80], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
            [0xF0, 0x90, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF],
        ] as [[UInt8]]
    )
    func `well-formed bytes are accepted`(_ bytes: [UInt8]) {
        #expect(isUTF8(bytes))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xE0, 0x9F, 0xBF], [0xE4, 0xBD], [0xED, 0xA0, 0x80],
            [0xF0, 0x8F, 0x80, 0x80],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xE4, 0xBD, 0x41], [0xF0, 0x9F, 0x98, 0x41],
        ] as [[UInt8]]
    )
    func `ill-formed bytes are refused`(_ bytes: [UInt8]) {
        #expect(!isUTF8(bytes))
        #expect(!isUTF8([0x41] + bytes))
    }

    @Test func `every two-byte sequence is judged as the standard library judges it`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let expected = String(validating: [first, second], as: UTF8.self) != nil
                #expect(isUTF8([first, second]) == expected)
            }
        }
    }

    private func isUTF8(_ bytes: [UInt8]) -> Bool {
        let shared = SharedBytes(bytes)
        return withExtendedLifetime(shared) { shared.view.isUTF8 }
    }
}
