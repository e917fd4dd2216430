/// The parser's own pointers for the names of the elements: the same pointer for the same name. They are compared and
/// never followed.
///
/// The parser keeps names that it is asked for one after the other, so that each is told by its distance from the
/// first. One that is kept elsewhere is found by comparing.
@safe
struct NameTable: ~Copyable {
    /// The names in the order of `XMLElement.allCases`.
    private let names: [UInt]
    /// The element whose name lies so far behind the first.
    private let elements: UnsafeMutablePointer<XMLElement?>
    private let first: UInt

    private static var distances: UInt { 64 }

    /// A table of the names at the pointers that `pointer` gives.
    init(_ pointer: (StaticString) -> UInt) {
        names = XMLElement.allCases.map { pointer($0.name) }
        first = names.first ?? 0
        unsafe elements = .allocate(capacity: Int(Self.distances))
        unsafe elements.initialize(repeating: nil, count: Int(Self.distances))
        for (element, name) in zip(XMLElement.allCases, names) where name &- first < Self.distances {
            unsafe elements[Int(name &- first)] = element
        }
    }

    deinit {
        unsafe elements.deallocate()
    }

    /// The element that the parser named with `name`, or nil: it may still be found by `compared`.
    @inline(__always)
    func element(_ name: UInt) -> XMLElement? {
        let distance = name &- first
        return distance < Self.distances ? unsafe elements[Int(bitPattern: distance)] : nil
    }

    /// The element that the parser named with `name`, or nil.
    func compared(_ name: UInt) -> XMLElement? {
        zip(XMLElement.allCases, names).first { $0.1 == name }?.0
    }
}
