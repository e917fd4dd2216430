internal import Bytes

/// How content is compressed for transport (RFC 9110 §8.4.1).
public enum ContentCoding: UInt8, Sendable, CaseIterable {
    /// Not at all.
    case identity
    /// RFC 1952.
    case gzip
    /// RFC 7932.
    case brotli

    /// The name in `Content-Encoding`.
    public var name: StaticString {
        switch self {
        case .identity: "identity"
        case .gzip: "gzip"
        case .brotli: "br"
        }
    }
}

/// What `Accept-Encoding` allows (RFC 9110 §12.5.3).
public struct AcceptedCodings: Sendable, Equatable {
    /// Weights in thousandths, 0 for "not acceptable"; nil where the client said nothing.
    private var identity: Int?
    private var gzip: Int?
    private var brotli: Int?
    private var others: Int?

    /// Nothing was said.
    init() {}

    /// What the request says. Malformed elements are passed over: they accept nothing.
    ///
    /// A few instructions where the loop's last request said the same.
    public init(_ request: borrowing HTTPRequest) {
        self.init()
        guard let text = request[.acceptEncoding] else { return }
        let memory = request.memory
        let isAlone = request.isOnlyLine(of: .acceptEncoding)
        if isAlone, memory.codingText.holds(text) {
            self = unsafe memory.codings.pointee
            return
        }
        read(request)
        guard isAlone else { return }
        memory.codingText.keep(text)
        unsafe memory.codings.pointee = self
    }

    private mutating func read(_ request: borrowing HTTPRequest) {
        var next = request.line(of: .acceptEncoding)
        while let line = next {
            var elements = ListElements(request.value(at: line))
            while let element = elements.next() { note(element) }
            next = request.line(of: .acceptEncoding, from: line + 1)
        }
    }

    private mutating func note(_ element: ByteView) {
        guard let (name, weight) = WeightedElement.split(element) else { return }
        if name.equalsIgnoringCase(ByteView("gzip")) || name.equalsIgnoringCase(ByteView("x-gzip")) {
            gzip = max(gzip ?? 0, weight)
        } else if name.equalsIgnoringCase(ByteView("br")) {
            brotli = weight
        } else if name.equalsIgnoringCase(ByteView("identity")) {
            identity = weight
        } else if name == ByteView("*") {
            others = weight
        }
    }

    /// The weight of a coding in thousandths.
    public func weight(of coding: ContentCoding) -> Int {
        switch coding {
        // Acceptable unless excluded; less welcome than anything the client asked for by name.
        case .identity: identity ?? (others == 0 ? 0 : 1)
        case .gzip: gzip ?? others ?? 0
        // A star is not taken for a promise to read what is newer than the client may be.
        case .brotli: brotli ?? 0
        }
    }

    /// The best coding among those there are; nil when none is acceptable: answer 406.
    public func best(gzip hasGzip: Bool, brotli hasBrotli: Bool = false) -> ContentCoding? {
        var best = ContentCoding.identity
        if hasGzip, weight(of: .gzip) >= max(1, weight(of: best)) { best = .gzip }
        if hasBrotli, weight(of: .brotli) >= max(1, weight(of: best)) { best = .brotli }
        return weight(of: best) > 0 ? best : nil
    }
}

/// `name;q=0.5` (RFC 9110 §12.4.2).
enum WeightedElement {
    /// The name and its weight in thousandths; nil when the weight is malformed. Other parameters are passed over.
    static func split(_ element: ByteView) -> (name: ByteView, weight: Int)? {
        let end = ListElements.separator(in: element, UInt8(ascii: ";"))
        let name = element.prefix(end).trimmingBlanks
        var rest = element.dropFirst(end + 1)
        while !rest.isEmpty {
            let stop = ListElements.separator(in: rest, UInt8(ascii: ";"))
            let parameter = rest.prefix(stop).trimmingBlanks
            if parameter.prefix(2).equalsIgnoringCase(ByteView("q=")) {
                return weight(parameter.dropFirst(2)).map { (name, $0) }
            }
            rest = rest.dropFirst(stop + 1)
        }
        return name.isEmpty ? nil : (name, 1000)
    }

    /// `0`, `1`, or one of them with up to three decimals, at most 1.
    static func weight(_ text: ByteView) -> Int? {
        guard text.count >= 1, text.count <= 5, text[0] == UInt8(ascii: "0") || text[0] == UInt8(ascii: "1") else {
            return nil
        }
        var value = Int(text[0] & 1)
        guard text.count > 1 else { return value * 1000 }
        guard text[1] == UInt8(ascii: ".") else { return nil }
        for index in 2..<5 {
            value *= 10
            guard index < text.count else { continue }
            guard ASCII.isDigit(text[index]) else { return nil }
            value += Int(text[index] & 15)
        }
        return value <= 1000 ? value : nil
    }
}
