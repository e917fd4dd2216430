public import Bytes

/// Writes the head of an answer: the status line and the fields that are the server's.
public enum ResponseHead {
    /// How the connection goes on, as far as the client must be told.
    public enum ConnectionField: Sendable, Equatable {
        /// Nothing to say: HTTP/1.1 stays open.
        case none
        case close
        case keepAlive
    }

    /// Appends `HTTP/1.1 CODE REASON CR LF`.
    @inlinable
    public static func appendStatusLine(_ status: HTTPStatus, to output: inout OutputBuffer) {
        if status.code == 200 {
            output.append("HTTP/1.1 200 OK\r\n")
            return
        }
        output.append("HTTP/1.1 ")
        output.append(decimal: Int(status.code))
        output.append(UInt8(ascii: " "))
        output.append(status.reason)
        output.append("\r\n")
    }

    /// Appends `Connection` if there is anything to say, and `Content-Length` unless `length` is nil.
    @inlinable
    public static func appendFraming(
        _ connection: ConnectionField,
        length: Int?,
        to output: inout OutputBuffer,
    ) {
        switch connection {
        case .none: break
        case .close: output.append("Connection: close\r\n")
        case .keepAlive: output.append("Connection: keep-alive\r\n")
        }
        guard let length else { return }
        output.append("Content-Length: ")
        output.append(decimal: length)
        output.appendLineEnd()
    }
}
