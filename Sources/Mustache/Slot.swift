/// The memory of one value in a record, 32 bytes, trivial.
///
/// Text, markup, addresses, numbers and flags: `bytes` and `escaped` (ready for HTML text and quoted attributes, the
/// same memory when nothing had to be escaped). Lists and objects: `bytes` points to the first record, or to an array
/// of pointers to records when `stride` is 0. Every byte pointer may be read `Slot.slack` bytes past its end.
@unsafe
struct Slot {
    var bytes: UnsafeRawPointer
    var escaped: UnsafeRawPointer
    var count: UInt32
    var escapedCount: UInt32
    /// Not zero where a section over the value is shown; for a list, how many elements there are.
    var truth: UInt32
    /// Slots from one record of a list to the next; 0 for a list of references.
    var stride: UInt32

    /// Texts are copied in blocks of this size, without a call, up to two of them.
    static let block = 32
    /// How far past its end every text may be read, so that copying need not look at short lengths.
    static let slack = 64
}

/// The slots of one prototype record: what a fresh record holds before anything is set.
@safe
final class SlotBlock: Sendable {
    nonisolated(unsafe) let start: UnsafeMutablePointer<Slot>
    let count: Int

    init(prototypeOf fields: [TemplateSchema.Field]) {
        count = fields.count
        unsafe start = .allocate(capacity: max(1, count))
        for (index, field) in fields.enumerated() {
            unsafe (start + index).initialize(to: Self.initial(field))
        }
    }

    deinit { unsafe start.deallocate() }

    /// An unset flag reads `false`; anything else is empty. An absent object reads as its schema's prototype, a
    /// recursive one is only ever a list.
    private static func initial(_ field: TemplateSchema.Field) -> Slot {
        let word = field.kind == .flag ? StaticText.shared.no : StaticText.shared.nothing
        var slot = unsafe Slot(
            bytes: word.start,
            escaped: word.start,
            count: word.count,
            escapedCount: word.count,
            truth: 0,
            stride: 0,
        )
        if field.kind == .object, case .other(let schema) = field.element {
            unsafe slot.bytes = UnsafeRawPointer(schema.prototype.start)
        }
        return unsafe slot
    }
}

/// The few texts every record may point to, in memory with the slack that `Slot` promises.
@safe
final class StaticText: Sendable {
    @safe
    struct Word: @unchecked Sendable {
        let start: UnsafeRawPointer
        let count: UInt32
    }

    static let shared = StaticText()
    let nothing: Word
    let yes: Word
    let no: Word

    private init() {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 16)
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: 128)
        for (index, byte) in "truefalse".utf8.enumerated() {
            unsafe block.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        }
        yes = unsafe Word(start: UnsafeRawPointer(block), count: 4)
        no = unsafe Word(start: UnsafeRawPointer(block + 4), count: 5)
        nothing = unsafe Word(start: UnsafeRawPointer(block + 16), count: 0)
    }
}
