internal import Glibc

/// What is known of each object of a binary file: four bytes an object, and none for pages never touched.
@safe
struct ObjectStates: ~Copyable {
    enum State {
        case unseen
        /// It is being read: a reference to it now is a circle.
        case open
        /// It was read, and its node is this.
        case read(node: Int)
    }

    private let start: UnsafeMutablePointer<UInt32>
    private let count: Int

    /// Nil when there is no memory for so many objects.
    init?(count: Int) {
        guard let memory = unsafe calloc(max(1, count), MemoryLayout<UInt32>.stride) else { return nil }
        self.count = count
        unsafe start = memory.assumingMemoryBound(to: UInt32.self)
    }

    deinit {
        unsafe free(start)
    }

    subscript(number: Int) -> State {
        precondition(number >= 0 && number < count, "no such object")
        let state = unsafe start[number]
        return state == 0 ? .unseen : state == .max ? .open : .read(node: Int(state) - 1)
    }

    mutating func setOpen(_ number: Int) {
        precondition(number >= 0 && number < count, "no such object")
        unsafe start[number] = .max
    }

    mutating func setRead(_ number: Int, node: Int) {
        precondition(number >= 0 && number < count, "no such object")
        unsafe start[number] = UInt32(truncatingIfNeeded: node + 1)
    }
}
