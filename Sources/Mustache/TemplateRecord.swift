/// One record of values in a `TemplateScratch` or `TemplateStore`: a pointer and the schema's number, trivial.
///
/// Valid while the store is kept, or until the scratch is reset; never look at one after that.
@safe
public struct TemplateRecord {
    nonisolated(unsafe) let start: UnsafeMutablePointer<Slot>
    let schema: UInt32
    let slotCount: UInt32
}

extension TemplateRecord: @unchecked Sendable {}

/// Records of one schema, side by side: what a list slot takes, whole or in part.
@safe
public struct TemplateRecords {
    let start: UnsafeMutablePointer<Slot>
    let schema: UInt32
    let slotCount: UInt32
    /// How many records there are.
    public let count: Int

    /// The record at `index`, which must lie in `0 ..< count`: traps otherwise.
    public subscript(index: Int) -> TemplateRecord {
        precondition(index >= 0 && index < count, "TemplateRecords index out of range")
        return unsafe TemplateRecord(start: start + index &* Int(slotCount), schema: schema, slotCount: slotCount)
    }

    /// The records of `range`, cut to what there is.
    public subscript(range: Range<Int>) -> TemplateRecords {
        let lower = min(max(0, range.lowerBound), count)
        let upper = min(max(lower, range.upperBound), count)
        return unsafe TemplateRecords(
            start: start + lower &* Int(slotCount),
            schema: schema,
            slotCount: slotCount,
            count: upper - lower,
        )
    }
}

extension TemplateRecords: @unchecked Sendable {}

/// A list of references to records that stand anywhere: a selection, a sorted view.
@safe
public struct TemplateReferences {
    let start: UnsafeMutablePointer<UnsafeMutablePointer<Slot>>
    let schema: UInt32
    /// How many references there are.
    public let count: Int

    /// Points the reference at `index`, in `0 ..< count`, to `record` of the same schema: traps otherwise.
    public func set(_ index: Int, _ record: TemplateRecord) {
        precondition(index >= 0 && index < count, "TemplateReferences index out of range")
        precondition(record.schema == schema, "record of another schema")
        unsafe start[index] = record.start
    }

    /// The first `length` references, or all if there are fewer.
    public func prefix(_ length: Int) -> TemplateReferences {
        unsafe TemplateReferences(start: start, schema: schema, count: min(max(0, length), count))
    }
}
