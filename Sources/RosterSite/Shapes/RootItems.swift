internal import Bytes
internal import PropertyList

/// The items that a page is made of, wherever in the root they were found, each with its key path.
struct RootItems {
    /// One step from the root or from the container to an item.
    typealias Step = PropertyListKeyPath.Step

    /// The items in the page's order.
    private(set) var values: [PropertyListValue]
    /// The step to each item; empty where the items are simply counted.
    private var steps: [[Step]] = []
    /// The steps from the root to the container.
    private var prefix: [Step] = []
    /// Entries of the root that the page does not show.
    private(set) var leftOver: [(key: String, value: PropertyListValue)] = []

    /// Whether the container lies inside a dictionary.
    var isNested: Bool { !prefix.isEmpty }

    /// The key path of the item at `index`.
    func path(_ index: Int) -> PropertyListKeyPath {
        var path = PropertyListKeyPath()
        for step in prefix + (index < steps.count ? steps[index] : [.index(index)]) {
            switch step {
            case .index(let index): path.push(index: index)
            case .key(let key): path.push(key: key)
            }
        }
        return path
    }

    /// The elements of an array.
    static func elements(of array: PropertyListValue) -> RootItems {
        RootItems(values: Array(array.elements))
    }

    /// The values of a dictionary whose keys are all numbers, or all `Item` and a number, in the order of the numbers.
    static func numberedEntries(of dictionary: PropertyListValue) -> RootItems? {
        var entries: [(number: Int, key: String, value: PropertyListValue)] = []
        for (key, value) in dictionary.entries {
            guard let number = number(in: key) else { return nil }
            entries.append((number, key.string, value))
        }
        guard !entries.isEmpty else { return nil }
        // Equal numbers (`1`, `01`) keep the order of the file.
        let order = entries.indices.sorted { (entries[$0].number, $0) < (entries[$1].number, $1) }
        return RootItems(values: order.map { entries[$0].value }, steps: order.map { [.key(entries[$0].key)] })
    }

    /// The same items found under `key` of the dictionary `root`, in the order that `<key>Order` gives if it is there.
    func nested(in root: PropertyListValue, key: ByteView) -> RootItems {
        var items = self
        items.prefix = [.key(key.string)]
        let orderKey = key.string + "Order"
        if let order = root[orderKey]?.text { items.reorder(by: order.string) }
        items.leftOver = root.entries.compactMap { other, value in
            other == key || other.string == orderKey ? nil : (other.string, value)
        }
        return items
    }

    /// The dictionaries in rows of arrays, row after row; nil if the items are anything else.
    func flattenedRows() -> RootItems? {
        guard values.allSatisfy({ $0.kind == .array }), values.contains(where: { $0.count > 0 }) else { return nil }
        guard values.allSatisfy({ $0.elements.allSatisfy { $0.kind == .dictionary } }) else { return nil }
        var flat = RootItems(values: [], prefix: prefix, leftOver: leftOver)
        for (index, row) in values.enumerated() {
            let start = index < steps.count ? steps[index] : [.index(index)]
            for (column, value) in row.elements.enumerated() {
                flat.values.append(value)
                flat.steps.append(start + [.index(column)])
            }
        }
        return flat
    }

    /// Puts first what `order`, keys between commas, names, in that order; the rest follows as it was.
    private mutating func reorder(by order: String) {
        var places: [String: Int] = [:]
        for (place, key) in order.split(separator: ",").enumerated() {
            let trimmed = key.drop { $0 == " " }
            if places[String(trimmed)] == nil { places[String(trimmed)] = place }
        }
        func rank(_ index: Int) -> Int {
            guard index < steps.count, case .key(let key)? = steps[index].first else { return .max }
            return places[key] ?? .max
        }
        let sorted = values.indices.sorted { (rank($0), $0) < (rank($1), $1) }
        values = sorted.map { values[$0] }
        steps = sorted.map { $0 < steps.count ? steps[$0] : [.index($0)] }
    }

    private static func number(in key: ByteView) -> Int? {
        let start = ByteView("Item ")
        let digits = key.hasPrefix(start) ? key.dropFirst(start.count) : key
        guard !digits.isEmpty, digits.count <= 9 else { return nil }
        var number = 0
        for index in 0..<digits.count {
            guard ASCII.isDigit(digits[index]) else { return nil }
            number = number * 10 + Int(digits[index] - UInt8(ascii: "0"))
        }
        return number
    }
}
