import CLinux
import Glibc

/// A client on a plain socket, blocking with a time-out.
final class TestClient {
    let descriptor: Int32
    private var received: [UInt8] = []

    init(port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 5, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer { unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var one: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        connect(&address)
    }

    /// A client of a unix socket.
    init(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in path.utf8.enumerated() { unsafe bytes[index] = byte }
        }
        connect(&address)
    }

    private func connect<Address>(_ address: inout Address) {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor,
                    $0.baseAddress?.advanced(by: sent),
                    bytes.count - sent,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard result > 0 else { return }
            sent += result
        }
    }

    func shutdownWrite() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the close at the end a reset.
    func resetAtEnd() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }

    private func receive() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let result = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard result > 0 else { return false }
        received += buffer.prefix(result)
        return true
    }

    /// Whether the server closes the connection with nothing more sent.
    func isClosed() -> Bool {
        guard received.isEmpty else { return false }
        errno = 0
        return !receive() && errno == 0
    }

    struct Answer: Equatable {
        var status = 0
        var fields: [String: String] = [:]
        var body = ""
    }

    /// The next answer, nil if the connection ends before it is complete.
    func answer(toHead: Bool = false) -> Answer? {
        var end = headEnd()
        while end == nil {
            guard receive() else { return nil }
            end = headEnd()
        }
        guard let end else { return nil }
        let lines = String(decoding: received[..<(end - 4)], as: UTF8.self).split(separator: "\r\n")
        received.removeFirst(end)
        var answer = Answer()
        answer.status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            answer.fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        let length = toHead || answer.status == 304 ? 0 : answer.fields["content-length"].flatMap { Int($0) } ?? 0
        while received.count < length {
            guard receive() else { return nil }
        }
        answer.body = String(decoding: received[..<length], as: UTF8.self)
        received.removeFirst(length)
        return answer
    }

    private func headEnd() -> Int? {
        let mark = Array("\r\n\r\n".utf8)
        guard received.count >= 4 else { return nil }
        for index in 0...(received.count - 4) where received[index..<index + 4].elementsEqual(mark) { return index + 4 }
        return nil
    }

    /// Sends a GET and returns its answer.
    func get(_ path: String, _ fields: String = "") -> Answer? {
        send("GET \(path) HTTP/1.1\r\nHost: test\r\n\(fields)\r\n")
        return answer()
    }
}
