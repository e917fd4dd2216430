import Bytes
import PropertyList

/// Reads `text` as a property list.
func parse(_ text: String, limits: PropertyListLimits = .default) throws -> PropertyList {
    try PropertyList.parse(SharedBytes(Array(text.utf8)), limits: limits)
}

/// Reads `bytes` as a property list.
func parse(_ bytes: [UInt8], limits: PropertyListLimits = .default) throws -> PropertyList {
    try PropertyList.parse(SharedBytes(bytes), limits: limits)
}

/// The value as one line of JSON that keeps kinds apart.
func tagged(_ value: PropertyListValue) -> String {
    var output = OutputBuffer()
    value.writeTaggedJSON(into: &output)
    return String(output.view.string.dropLast())
}

/// The tagged value of `text`, or the error in its printed form.
func outcome(of text: String, limits: PropertyListLimits = .default) -> String {
    outcome(of: Array(text.utf8), limits: limits)
}

/// The tagged value of `bytes`, or the error in its printed form.
func outcome(of bytes: [UInt8], limits: PropertyListLimits = .default) -> String {
    do throws(PropertyListError) {
        return tagged(try PropertyList.parse(SharedBytes(bytes), limits: limits).root)
    } catch {
        return error.description
    }
}

/// The place and the path of the error that `bytes` make, as `LINE:COLUMN PATH`; nil when they are accepted.
func refusal(of bytes: [UInt8]) -> String? {
    do throws(PropertyListError) {
        _ = try PropertyList.parse(SharedBytes(bytes))
        return nil
    } catch {
        let place = error.line.map { "\($0):\(error.column ?? 0) " } ?? ""
        return place + (error.keyPath ?? "")
    }
}

/// The place and the path of the error that `text` makes, as `LINE:COLUMN PATH`; nil when it is accepted.
func refusal(of text: String) -> String? { refusal(of: Array(text.utf8)) }
