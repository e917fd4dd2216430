internal import Bytes

/// What a property list must not do, though XML may allow it.
enum XMLProblem {
    case unknownElement(String)
    case elementInScalar(StaticString)
    case unknownElementInScalar(String)
    case keyInsteadOfValue
    case keyOutsideDictionary
    case keyWithoutValue
    case valueWithoutKey(XMLElement)
    case nestedWrapper
    case emptyWrapper
    case secondRoot(XMLElement)
    case textBetweenElements
    case booleanWithContent(XMLElement)
    case emptyScalar(XMLElement)
    case badScalar(XMLElement, String, hint: String?)
    case badData(Base64.Problem)
    case tooDeep(Int)
    case tooManyValues(Int)
    case internalSubset
    case outOfMemory
    /// The text itself: what it says.
    case fault(String, hint: String?)
}

/// The first thing wrong and where.
struct XMLFailure {
    let problem: XMLProblem
    let offset: Int
}

extension XMLProblem {
    /// What was found and what was due.
    var sentence: String {
        switch self {
        case .unknownElement(let name): "<\(name)> is no element of a property list"
        case .elementInScalar(let name): "<\(name)> inside a value that holds only text"
        case .unknownElementInScalar(let name): "<\(name)> inside a value that holds only text"
        case .keyInsteadOfValue: "<key> where the value of the key before it was due"
        case .keyOutsideDictionary: "<key> outside a <dict>"
        case .keyWithoutValue: "</dict> where the value of the last key was due"
        case .valueWithoutKey(let element): "<\(element.name)> in a <dict> where a <key> was due"
        case .nestedWrapper: "<plist> inside <plist>"
        case .emptyWrapper: "<plist> holds no value"
        case .secondRoot(let element): "<\(element.name)> is a second value; <plist> holds exactly one"
        case .textBetweenElements: "text where an element was due"
        case .booleanWithContent(let element): "<\(element.name)> must be empty"
        case .emptyScalar(let element): "<\(element.name)> is empty; \(Self.due(element)) was due"
        case .badScalar(let element, let text, _): "'\(text)' is not \(Self.due(element))"
        case .badData(let problem): Self.sentence(problem)
        case .tooDeep(let limit): "more than \(limit) arrays and dictionaries inside each other"
        case .tooManyValues(let limit): "more than \(limit) values"
        case .internalSubset: "a DOCTYPE with declarations of its own ('[')"
        case .outOfMemory: "the file is too big for the memory that there is"
        case .fault(let sentence, _): sentence
        }
    }

    /// The likely fix.
    var hint: String? {
        switch self {
        case .unknownElement(let name): ElementAdvice.hint(name)
        case .elementInScalar, .unknownElementInScalar: "write &lt; for a '<' that is text, or close the value first"
        case .keyInsteadOfValue: "each key is followed by its value"
        case .keyOutsideDictionary: "keys belong into a <dict>"
        case .keyWithoutValue: "add the value, or remove the key"
        case .valueWithoutKey: "write <key>…</key> before it"
        case .nestedWrapper: "remove the inner <plist> and </plist>"
        case .emptyWrapper: "write one <dict> or <array> inside"
        case .secondRoot: "put all values into one <array>"
        case .textBetweenElements: "texts belong into <string>…</string>"
        case .booleanWithContent(let element): "write <\(element.name)/>"
        case .emptyScalar(let element): element == .date ? nil : "write a value, or remove the entry"
        case .badScalar(_, _, let hint): hint
        case .badData: "data is base64: letters, digits, + and /, in fours, filled up with ="
        case .tooDeep, .tooManyValues, .outOfMemory: nil
        case .internalSubset: "remove the part from '[' to ']'"
        case .fault(_, let hint): hint
        }
    }

    private static func due(_ element: XMLElement) -> String {
        switch element {
        case .integer: "a whole number from -9223372036854775808 to 18446744073709551615"
        case .real: "a number such as 2.5 or 1e6"
        case .date: "a date such as 2024-05-06T07:08:09Z"
        default: "a value"
        }
    }

    private static func sentence(_ problem: Base64.Problem) -> String {
        switch problem {
        case .badCharacter(let byte) where byte > 0x20 && byte < 0x7F:
            "'\(Character(Unicode.Scalar(byte)))' in <data>, which is not a base64 character"
        case .badCharacter: "a character in <data> that is not a base64 character"
        case .cutOff: "base64 in <data> that ends too early"
        case .misplacedPadding: "'=' in <data> where it fills nothing up"
        case .afterPadding: "base64 in <data> that goes on after '='"
        }
    }
}
