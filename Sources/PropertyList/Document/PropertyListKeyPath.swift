public import Bytes

/// A place in a document, printed as `$[3].friends[2].nick` or `$["odd key"]`.
///
/// A walker pushes a step on the way down and pops it on the way up; nothing is printed until it is needed.
public struct PropertyListKeyPath: Sendable, Hashable, CustomStringConvertible {
    /// One step down.
    public enum Step: Sendable, Hashable {
        case index(Int)
        case key(String)
    }

    /// The steps from the root.
    public private(set) var steps: [Step]

    /// The root.
    public init() { steps = [] }

    /// Goes to the item at `index`.
    public mutating func push(index: Int) { steps.append(.index(index)) }

    /// Goes to the value of `key`.
    public mutating func push(key: ByteView) { steps.append(.key(key.string)) }

    /// Goes to the value of `key`.
    public mutating func push(key: String) { steps.append(.key(key)) }

    /// Goes back up, if not at the root.
    public mutating func pop() { _ = steps.popLast() }

    /// The path of the item at `index` of this one.
    public func appending(index: Int) -> PropertyListKeyPath {
        var path = self
        path.push(index: index)
        return path
    }

    /// The path of the value of `key` in this one.
    public func appending(key: String) -> PropertyListKeyPath {
        var path = self
        path.push(key: key)
        return path
    }

    /// The printed form.
    public var description: String {
        var text = "$"
        for step in steps {
            switch step {
            case .index(let index): text += "[\(index)]"
            case .key(let key) where Self.isIdentifier(key): text += ".\(key)"
            case .key(let key): text += "[\"\(Self.escaped(key))\"]"
            }
        }
        return text
    }

    private static func isIdentifier(_ key: String) -> Bool {
        guard let first = key.utf8.first, !ASCII.isDigit(first) else { return false }
        return key.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    private static func escaped(_ key: String) -> String {
        var text = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return Quoted.line(text)
    }
}
