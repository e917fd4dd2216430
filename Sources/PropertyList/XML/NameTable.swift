/// The parser's own pointers for the names of the elements.
@safe
struct NameTable {
    typealias Name = UnsafePointer<UInt8>
    private var names: (Name?, Name?, Name?, Name?, Name?, Name?, Name?, Name?, Name?, Name?, Name?)

    init() { unsafe names = (nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil) }

    init(_ pointer: (StaticString) -> Name?) {
        func name(_ element: XMLElement) -> Name? { unsafe pointer(element.name) }
        unsafe names = (
            name(.key), name(.string), name(.dict), name(.integer), name(.true), name(.false), name(.array),
            name(.real), name(.date), name(.data), name(.plist)
        )
    }

    /// The element that the parser named with `name`, or nil.
    @inline(__always)
    func element(_ name: Name?) -> XMLElement? {
        if unsafe name == names.0 { return .key }
        if unsafe name == names.1 { return .string }
        if unsafe name == names.2 { return .dict }
        if unsafe name == names.3 { return .integer }
        if unsafe name == names.4 { return .true }
        if unsafe name == names.5 { return .false }
        if unsafe name == names.6 { return .array }
        if unsafe name == names.7 { return .real }
        if unsafe name == names.8 { return .date }
        if unsafe name == names.9 { return .data }
        if unsafe name == names.10 { return .plist }
        return nil
    }
}
