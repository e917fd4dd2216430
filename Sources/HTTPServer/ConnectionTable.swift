internal import HTTP

/// All connections of a loop in one flat block, with a wheel of deadlines through them.
///
/// The block has room for every connection allowed, but memory is only touched as far as slots were ever used.
@safe
struct ConnectionTable: ~Copyable {
    let slots: UnsafeMutablePointer<Connection>
    let capacity: Int
    /// Slots from here on were never used.
    private var highWater = 0
    private var firstFree = Connection.none
    /// How many are in use.
    private(set) var count = 0

    /// Ticks of 64 ms: finer than anybody can tell from outside, coarse enough to be cheap.
    static var tickShift: Int { 6 }
    private static var bucketCount: Int { 1024 }
    private let buckets: UnsafeMutablePointer<UInt32>
    /// One bit per bucket that holds anything.
    private let occupied: UnsafeMutablePointer<UInt64>
    /// Deadlines up to this tick were looked at.
    private(set) var tick: UInt32
    /// The tick of the first bucket that holds anything, or `Connection.none` when it has to be looked for.
    private var nextBucket = Connection.none

    init(capacity: Int, tick: UInt32) {
        self.capacity = capacity
        self.tick = tick
        unsafe slots = .allocate(capacity: capacity)
        unsafe buckets = .allocate(capacity: Self.bucketCount)
        unsafe buckets.initialize(repeating: Connection.none, count: Self.bucketCount)
        unsafe occupied = .allocate(capacity: Self.bucketCount / 64)
        unsafe occupied.initialize(repeating: 0, count: Self.bucketCount / 64)
    }

    deinit {
        unsafe slots.deinitialize(count: highWater)
        unsafe slots.deallocate()
        unsafe buckets.deallocate()
        unsafe occupied.deallocate()
    }

    /// The connection in a slot, which must come from `insert` or be below `slotsInUse`.
    @inline(__always)
    subscript(slot: Int) -> Connection {
        @inline(__always) unsafeAddress { unsafe UnsafePointer(slots + slot) }
        @inline(__always) nonmutating unsafeMutableAddress { unsafe slots + slot }
    }

    /// Slots below this one may be in use.
    var slotsInUse: Int { highWater }

    /// The slot that an event means, or nil when that connection is gone.
    @inline(__always)
    func slot(_ number: Int, generation: UInt32) -> Int? {
        guard number < highWater, self[number].generation == generation, self[number].phase != .free else { return nil }
        return number
    }

    /// Takes a slot for a new connection; nil when all are in use.
    mutating func insert(_ descriptor: Int32, peer: NetworkAddress, phase: Connection.Phase) -> Int? {
        let slot: Int
        if firstFree != Connection.none {
            slot = Int(firstFree)
            firstFree = self[slot].next
        } else {
            guard highWater < capacity else { return nil }
            slot = highWater
            highWater += 1
            unsafe (slots + slot).initialize(to: Connection())
        }
        self[slot].descriptor = descriptor
        self[slot].generation &+= 1
        self[slot].phase = phase
        self[slot].flags = []
        self[slot].peer = peer
        self[slot].next = Connection.none
        self[slot].bucket = Connection.noBucket
        count += 1
        return slot
    }

    /// Gives a slot back.
    mutating func remove(_ slot: Int) {
        unlink(slot)
        self[slot].descriptor = -1
        self[slot].phase = .free
        self[slot].parked = nil
        self[slot].next = firstFree
        firstFree = UInt32(truncatingIfNeeded: slot)
        count -= 1
    }

    // MARK: Deadlines

    /// Sets when time is up for a connection. One that lies later than it is filed is only noted: the wheel looks again.
    @inline(__always)
    mutating func setDeadline(_ slot: Int, at deadline: UInt32) {
        let isLater = self[slot].bucket != Connection.noBucket && deadline >= self[slot].deadline
        self[slot].deadline = deadline
        if !isLater { file(slot) }
    }

    private mutating func file(_ slot: Int) {
        unlink(slot)
        let at = min(max(self[slot].deadline, tick &+ 1), tick &+ UInt32(Self.bucketCount - 1))
        let bucket = Int(at) & (Self.bucketCount - 1)
        let first = unsafe buckets[bucket]
        self[slot].bucket = UInt16(truncatingIfNeeded: bucket)
        self[slot].previous = Connection.none
        self[slot].next = first
        if first != Connection.none { self[Int(first)].previous = UInt32(truncatingIfNeeded: slot) }
        unsafe buckets[bucket] = UInt32(truncatingIfNeeded: slot)
        unsafe occupied[bucket >> 6] |= 1 << UInt64(bucket & 63)
        if nextBucket != Connection.none, at < nextBucket { nextBucket = at }
    }

    private mutating func unlink(_ slot: Int) {
        let bucket = Int(self[slot].bucket)
        guard self[slot].bucket != Connection.noBucket else { return }
        let (next, previous) = (self[slot].next, self[slot].previous)
        if next != Connection.none { self[Int(next)].previous = previous }
        if previous != Connection.none {
            self[Int(previous)].next = next
        } else {
            unsafe buckets[bucket] = next
            if next == Connection.none {
                unsafe occupied[bucket >> 6] &= ~(1 << UInt64(bucket & 63))
                if bucket == Int(nextBucket) & (Self.bucketCount - 1) { nextBucket = Connection.none }
            }
        }
        self[slot].bucket = Connection.noBucket
        self[slot].next = Connection.none
        self[slot].previous = Connection.none
    }

    /// A connection whose time is up at `now`, taken off the wheel; nil when there is none (left).
    mutating func nextExpired(now: UInt32) -> Int? {
        while tick < now {
            let bucket = Int(tick &+ 1) & (Self.bucketCount - 1)
            let first = unsafe buckets[bucket]
            guard first != Connection.none else {
                tick &+= 1
                continue
            }
            let slot = Int(first)
            unlink(slot)
            if self[slot].deadline <= tick &+ 1 { return slot }
            file(slot, after: tick &+ 1)
        }
        return nil
    }

    private mutating func file(_ slot: Int, after passed: UInt32) {
        let kept = tick
        tick = passed
        file(slot)
        tick = kept
    }

    /// Ticks until the next bucket that holds anything; nil when none does.
    mutating func ticksToNextBucket() -> Int? {
        if nextBucket != Connection.none, nextBucket > tick { return Int(nextBucket &- tick) }
        guard let ticks = searchNextBucket() else { return nil }
        nextBucket = tick &+ UInt32(truncatingIfNeeded: ticks)
        return ticks
    }

    private func searchNextBucket() -> Int? {
        let start = Int(tick &+ 1) & (Self.bucketCount - 1)
        let words = Self.bucketCount / 64
        for step in 0...words {
            let index = ((start >> 6) + step) % words
            var word = unsafe occupied[index]
            if step == 0 { word &= ~0 << UInt64(start & 63) }
            if step == words { word &= ~(~0 << UInt64(start & 63)) }
            guard word != 0 else { continue }
            let bucket = (index << 6) + word.trailingZeroBitCount
            return (bucket - start + Self.bucketCount) % Self.bucketCount + 1
        }
        return nil
    }
}
