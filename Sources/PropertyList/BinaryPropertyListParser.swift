internal import Bytes

enum BinaryPropertyListParser {
    static func parse(_ source: SharedBytes, limits: PropertyListLimits) throws(PropertyListError) -> PropertyList {
        throw PropertyListError(line: nil, column: nil, keyPath: nil, sentence: "binary")
    }
}
