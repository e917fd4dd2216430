import HTTPServer
import Testing

struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("[::1]:80", "http://[::1]:80"),
        ("localhost:1", "http://127.0.0.1:1"), ("unix:/run/roster.sock", "unix:/run/roster.sock"),
    ])
    func `an address is announced as clients write it`(_ text: String, _ announced: String) {
        #expect(ListenAddress(text)?.description == announced)
    }

    @Test(arguments: [
        "", "8080", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "::1:80", "unix:",
    ])
    func `other texts are no address`(_ text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
