/// Some of the elements of a property list: those that may begin now.
struct ElementSet: Equatable {
    private let bits: UInt16

    private init(bits: UInt16) { self.bits = bits }

    @inline(__always)
    private static func bit(_ element: XMLElement) -> UInt16 { 1 << UInt16(element.rawValue) }

    static var none: ElementSet { ElementSet(bits: 0) }
    static var key: ElementSet { ElementSet(bits: bit(.key)) }
    /// Every value.
    static var values: ElementSet { ElementSet(bits: 0x7FF & ~bit(.key) & ~bit(.plist)) }
    /// Every value that holds no others.
    static var leaves: ElementSet { ElementSet(bits: values.bits & ~bit(.dict) & ~bit(.array)) }

    @inline(__always)
    func contains(_ element: XMLElement) -> Bool { bits & Self.bit(element) != 0 }
}
