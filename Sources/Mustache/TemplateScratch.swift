import Bytes

/// Where records are written: the values one rendering shows, or those a `TemplateStore` keeps.
///
/// An event loop owns one, resets it for each request and fills it again: when warm this allocates nothing. Records may
/// refer to records of stores, which the caller keeps. Not Sendable.
@safe
public final class TemplateScratch {
    // Each use is inside one call that calls nobody else: checking at run time that uses do not overlap took a sixth of the
    // time a page's values take. `staging` is passed to the caller's code and stays checked.
    @exclusivity(unchecked) var arena = ChunkedArena()
    @exclusivity(unchecked) var escaping = OutputBuffer(capacity: 1024)
    @exclusivity(unchecked) var machine = RenderStack()
    @exclusivity(unchecked) var markup = OutputBuffer(capacity: 1024)
    var staging = OutputBuffer(capacity: 1024)
    let words = StaticText.shared

    /// An empty scratch.
    public init() {}

    /// Forgets every record; memory is kept. Handles made before are void.
    public func reset() { unsafe arena.reset() }

    /// A fresh record of `schema`: flags false, everything else empty.
    public func record(_ schema: TemplateSchema) -> TemplateRecord {
        records(schema, count: 1)[0]
    }

    /// A copy of `record`, of `schema`, here: change some of its slots for one rendering. Texts are shared.
    public func record(copying record: TemplateRecord) -> TemplateRecord {
        let slots = Int(record.slotCount)
        let start = unsafe slotMemory(slots)
        unsafe start.update(from: record.start, count: slots)
        return unsafe TemplateRecord(start: start, schema: record.schema, slotCount: record.slotCount)
    }

    /// Copies of `records`, side by side here, see `record(copying:)`.
    public func records(copying records: TemplateRecords) -> TemplateRecords {
        let slots = Int(records.slotCount) * records.count
        let start = unsafe slotMemory(slots)
        unsafe start.update(from: records.start, count: slots)
        return unsafe TemplateRecords(
            start: start,
            schema: records.schema,
            slotCount: records.slotCount,
            count: records.count,
        )
    }

    /// `count` fresh records of `schema`, side by side.
    public func records(_ schema: TemplateSchema, count: Int) -> TemplateRecords {
        let slots = schema.prototype.count
        let count = max(0, count)
        let start = unsafe slotMemory(slots * count)
        for index in 0..<count {
            unsafe (start + index &* slots).update(from: schema.prototype.start, count: slots)
        }
        return unsafe TemplateRecords(
            start: start,
            schema: schema.id,
            slotCount: UInt32(truncatingIfNeeded: slots),
            count: count,
        )
    }

    /// `count` references to records of `schema`; each reads as an empty record until it is set.
    public func references(_ schema: TemplateSchema, count: Int) -> TemplateReferences {
        let count = max(0, count)
        let size = unsafe MemoryLayout<UnsafeMutablePointer<Slot>>.stride * count
        let memory = unsafe arena.allocate(size, alignment: 8)
        let start = unsafe memory.bindMemory(to: UnsafeMutablePointer<Slot>.self, capacity: count)
        unsafe start.initialize(repeating: schema.prototype.start, count: count)
        return unsafe TemplateReferences(start: start, schema: schema.id, count: count)
    }

    /// Hands everything written over to a store that never changes; the scratch is empty afterwards. Handles stay valid
    /// for the store.
    public func freeze() -> TemplateStore {
        var full = ChunkedArena()
        unsafe swap(&full, &arena)
        return TemplateStore(full)
    }

    private func slotMemory(_ count: Int) -> UnsafeMutablePointer<Slot> {
        let memory = unsafe arena.allocate(MemoryLayout<Slot>.stride * count, alignment: 16)
        return unsafe memory.bindMemory(to: Slot.self, capacity: count)
    }
}

@available(*, unavailable)
extension TemplateScratch: Sendable {}

/// Records that never change: made when a snapshot is made, read by every event loop. Texts are escaped once, here.
public final class TemplateStore: Sendable {
    nonisolated(unsafe) private let arena: ChunkedArena

    init(_ arena: consuming ChunkedArena) {
        unsafe self.arena = arena
    }
}
