import Bytes
import Foundation
import PropertyList

/// Compares a value with the tagged form that the conformance folder writes values in. Foundation's JSON reader is a
/// yardstick here, never a reader of property lists.
struct TaggedForm {
    let json: Any

    /// Nil when equal, else where and how they differ.
    func difference(from value: PropertyListValue, path: String = "$") -> String? {
        guard let object = json as? [String: Any], let (tag, content) = object.first else { return "\(path): bad case" }
        let found = "\(path): found \(value.kind.phrase), due \(tag)"
        switch tag {
        case "string": return same(value.string, content as? String, path, found)
        case "integer": return value.integerText == content as? String ? nil : "\(found) \(value.integerText ?? "")"
        case "real": return sameReal(value.real, content, found)
        case "date": return value.date?.description == content as? String ? nil : "\(found) \(value.date as Any)"
        case "data":
            return value.data?.array == (content as? String).flatMap { Data(base64Encoded: $0) }.map(Array.init)
                ? nil : found
        case "bool": return value.bool == content as? Bool ? nil : found
        case "uid": return value.uid.map(String.init) == content as? String ? nil : found
        case "array": return sameArray(value, content as? [Any] ?? [], path, found)
        case "dict": return sameDictionary(value, content as? [[Any]] ?? [], path, found)
        case "nest": return sameNest(value, content as? [String: Any] ?? [:], path, found)
        default: return "\(path): unknown tag \(tag)"
        }
    }

    private func same(_ one: String?, _ other: String?, _ path: String, _ found: String) -> String? {
        guard let one, let other else { return found }
        return one.unicodeScalars.elementsEqual(other.unicodeScalars) ? nil : "\(path): '\(one)', due '\(other)'"
    }

    private func sameReal(_ real: Double?, _ content: Any, _ found: String) -> String? {
        guard let real else { return found }
        if let word = content as? String {
            let due = Double(word) ?? .nan
            return real == due || (real.isNaN && due.isNaN) ? nil : "\(found) \(word)"
        }
        // The number as written: `doubleValue` may differ from it in the last bit.
        let due = (content as? NSNumber).flatMap { Double($0.stringValue) }
        return due?.bitPattern == real.bitPattern ? nil : "\(found) \(content), have \(real)"
    }

    private func sameArray(_ value: PropertyListValue, _ items: [Any], _ path: String, _ found: String) -> String? {
        guard value.kind == .array, value.count == items.count else { return found }
        for (index, (element, item)) in zip(value.elements, items).enumerated() {
            if let difference = TaggedForm(json: item).difference(from: element, path: "\(path)[\(index)]") {
                return difference
            }
        }
        return nil
    }

    private func sameDictionary(_ value: PropertyListValue, _ pairs: [[Any]], _ path: String, _ found: String)
        -> String?
    {
        guard value.kind == .dictionary, value.count == pairs.count else { return "\(found) of \(pairs.count)" }
        for (entry, pair) in zip(value.entries, pairs) {
            guard pair.count == 2, let key = pair[0] as? String else { return "\(path): bad case" }
            let keyText = entry.key.string
            guard keyText.unicodeScalars.elementsEqual(key.unicodeScalars) else {
                return "\(path): key '\(keyText)', due '\(key)'"
            }
            if let difference = TaggedForm(json: pair[1]).difference(from: entry.value, path: "\(path).\(key)") {
                return difference
            }
        }
        return nil
    }

    private func sameNest(_ value: PropertyListValue, _ nest: [String: Any], _ path: String, _ found: String) -> String?
    {
        guard let levels = nest["arrays"] as? Int, let inner = nest["inner"] else { return "\(path): bad case" }
        var value = value
        for _ in 0..<levels {
            guard value.kind == .array, value.count == 1, let next = value[0] else { return found }
            value = next
        }
        return TaggedForm(json: inner).difference(from: value, path: path)
    }
}
