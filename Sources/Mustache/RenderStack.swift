/// Where a rendering keeps its place: the current record of each register and what it comes back to.
///
/// Kept between renderings; grows only when data nests deeper than any before.
@safe
struct RenderStack: ~Copyable {
    /// What `leave`, `next` and `return` go back to.
    @unsafe
    struct Frame {
        /// The record the register held before.
        var saved: UnsafePointer<Slot>
        /// The next record of a list, or the next reference.
        var next: UnsafeRawPointer
        /// Elements not yet shown; for a call, the operation to return to.
        var remaining: UInt32
        /// Slots from one record to the next; 0 for references.
        var stride: UInt32
    }

    private(set) var frames: UnsafeMutablePointer<Frame>
    private(set) var frameCapacity = 64
    private(set) var registers: UnsafeMutablePointer<UnsafePointer<Slot>>

    /// Data that nests deeper than this, or in a circle, is not followed further.
    static let frameLimit = 8192
    /// The register that dotted names go through.
    static let pathRegister = 255
    /// Registers are numbered by a byte.
    static let registerCount = 256

    init() {
        unsafe frames = .allocate(capacity: frameCapacity)
        unsafe registers = .allocate(capacity: Self.registerCount)
    }

    deinit {
        unsafe frames.deallocate()
        unsafe registers.deallocate()
    }

    /// Makes room for more frames; false at the limit.
    @inline(never)
    mutating func grow() -> Bool {
        guard frameCapacity < Self.frameLimit else { return false }
        let larger = UnsafeMutablePointer<Frame>.allocate(capacity: frameCapacity * 2)
        unsafe larger.update(from: frames, count: frameCapacity)
        unsafe frames.deallocate()
        unsafe frames = larger
        frameCapacity *= 2
        return true
    }
}
