internal import Bytes
internal import HTTP

/// The field lines of an answer, put together in memory that is kept between answers.
struct ResponseHeadLines: ~Copyable {
    private(set) var lines = OutputBuffer(capacity: 1024)
    /// How many bytes, from the start, a 304 repeats.
    private(set) var validatorFields: UInt32 = 0
    /// The value of `ETag`.
    private(set) var tag = ByteRange.empty

    /// The bytes at `tag`.
    var tagValue: ByteView { lines.view[Int(tag.offset)..<Int(tag.offset) + Int(tag.count)] }

    /// What the lines say of an answer with content.
    struct Facts {
        var hash: UInt64
        var coding = ContentCoding.identity
        var policy: CachePolicy
        var type: StaticString
        /// Whether the answer depends on the codings that the reader accepts.
        var variesByCoding = true
        /// Whether the answer depends on the reader's language.
        var variesByLanguage = false
        var language: StaticString?
        /// Whether crawlers should keep the answer out of their index.
        var isUnlisted = false
        /// Whether it is a page: the policy that keeps scripts out, and what may be fetched ahead.
        var isPage = false
    }

    /// Begins with what a 304 repeats, then says everything else but `isPage`'s speculation rules.
    mutating func write(_ facts: Facts) {
        lines.removeAll()
        lines.append("ETag: ")
        let start = lines.count
        lines.append(UInt8(ascii: "\""))
        ContentHash.append(facts.hash, to: &lines)
        lines.append(UInt8(ascii: "\""))
        tag = ByteRange(offset: UInt32(start), count: UInt32(truncatingIfNeeded: lines.count - start))
        lines.append("\r\n")
        append("Cache-Control: ", facts.policy.value)
        if facts.variesByLanguage {
            lines.append("Vary: Accept-Encoding, Accept-Language\r\n")
        } else if facts.variesByCoding {
            lines.append("Vary: Accept-Encoding\r\n")
        }
        lines.append(Self.ofAll)
        if facts.isPage { lines.append(Self.ofPages) }
        if facts.isUnlisted { lines.append("X-Robots-Tag: noindex\r\n") }
        validatorFields = UInt32(truncatingIfNeeded: lines.count)
        append("Content-Type: ", facts.type)
        if let language = facts.language { append("Content-Language: ", language) }
        if facts.coding != .identity { append("Content-Encoding: ", facts.coding.name) }
    }

    /// A line of two literals, which hold no control bytes.
    private mutating func append(_ name: StaticString, _ value: StaticString) {
        lines.append(name)
        lines.append(value)
        lines.append("\r\n")
    }

    /// Adds one more line.
    mutating func append(field name: StaticString, _ value: (inout OutputBuffer) -> Void) {
        lines.append(name)
        lines.append(": ")
        value(&lines)
        lines.append("\r\n")
    }

    /// Of every answer.
    static let ofAll: StaticString = "X-Content-Type-Options: nosniff\r\nReferrer-Policy: same-origin\r\n"

    /// Of every page: nothing but our own style sheets and pictures is loaded, and no script ever runs.
    static let ofPages: StaticString = """
        Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
        frame-ancestors 'none'\r\n
        """
}
