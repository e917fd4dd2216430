extension OutputBuffer {
    /// Makes room for `size` more bytes and says where they go: for loops that write through a pointer of their own.
    ///
    /// Valid until the next change. `advance(by:)` says how many bytes were written.
    @inlinable
    public mutating func reserve(_ size: Int) -> UnsafeMutableRawPointer {
        need(size)
        return unsafe UnsafeMutableRawPointer(start + length)
    }

    /// Counts `size` bytes that were written behind `reserve`; never more than there is room for.
    @inlinable
    public mutating func advance(by size: Int) {
        length &+= min(max(0, size), capacity &- length)
    }
}
