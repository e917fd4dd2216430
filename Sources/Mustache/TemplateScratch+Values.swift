public import Bytes

extension TemplateScratch {
    /// Sets a text slot to a copy of `text`.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, text: ByteView) {
        check(record, slot, .text)
        store(record, slot, text)
    }

    /// Sets a text slot to `text`.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, text: StaticString) {
        set(record, slot, text: ByteView(text))
    }

    /// Sets a text slot to the UTF-8 of `text`.
    @_disfavoredOverload
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, text: String) {
        var copy = text
        copy.withUTF8 { unsafe set(record, slot, text: ByteView(UnsafeRawBufferPointer($0))) }
    }

    /// Sets a text, url or html slot to what `body` appends: how an address is put together for one request.
    public func write(_ record: TemplateRecord, _ slot: TemplateSlot, _ body: (inout OutputBuffer) -> Void) {
        staging.removeAll()
        body(&staging)
        switch slot.kind {
        case .url: set(record, slot, url: staging.view)
        case .html: set(record, slot, html: staging.view)
        default: set(record, slot, text: staging.view)
        }
    }

    /// Sets an html slot to `template` rendered for each of `elements`, one after another, from the record that `model`
    /// makes of it.
    ///
    /// What `model` writes here is forgotten after each rendering, so that a thousand rows take the memory of one. It must
    /// not call this again.
    public func write<Elements: Collection>(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        rendering template: Template,
        forEach elements: Elements,
        _ model: (Elements.Element) -> TemplateRecord
    ) {
        unsafe markup.removeAll()
        for element in elements {
            let mark = unsafe arena.mark
            unsafe template.render(model(element), with: self, into: &markup)
            unsafe arena.rewind(to: mark)
        }
        unsafe set(record, slot, html: markup.view)
    }

    /// Sets an html slot to a copy of `html`, which must be complete, safe markup: it is written as it is.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, html: ByteView) {
        check(record, slot, .html)
        storeOnce(record, slot, html)
    }

    /// Sets a url slot. A scheme other than http, https, mailto and tel gives `#blocked`; bytes that no address may
    /// hold are percent-encoded.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, url: ByteView) {
        check(record, slot, .url)
        if url.isReadyAddress { return storeOnce(record, slot, url) }
        unsafe escaping.removeAll()
        unsafe URLEscaping.appendAddress(url, to: &escaping)
        unsafe storeTwice(record, slot, url, escaped: escaping.view)
    }

    /// Sets a url slot, see `set(_:_:url:)`.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, url: StaticString) {
        set(record, slot, url: ByteView(url))
    }

    /// Sets a number slot.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, number: Int) {
        check(record, slot, .number)
        unsafe escaping.removeAll()
        unsafe escaping.append(decimal: number)
        unsafe storeOnce(record, slot, escaping.view)
        unsafe record.start[Int(slot.index)].truth = number == 0 ? 0 : 1
    }

    /// Sets a flag slot.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, flag: Bool) {
        check(record, slot, .flag)
        let word = flag ? words.yes : words.no
        unsafe record.start[Int(slot.index)] = Slot(
            bytes: word.start,
            escaped: word.start,
            count: word.count,
            escapedCount: word.count,
            truth: flag ? 1 : 0,
            stride: 0,
        )
    }

    /// Sets an object slot to `record`, of the schema the slot was declared with, here or in a store.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, object: TemplateRecord) {
        check(record, slot, .object, element: object.schema)
        unsafe point(record, slot, UnsafeRawPointer(object.start), count: 1, stride: object.slotCount)
    }

    /// Sets a list slot to `records`, whole or in part, here or in a store.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, list: TemplateRecords) {
        check(record, slot, .list, element: list.schema)
        unsafe point(record, slot, UnsafeRawPointer(list.start), count: list.count, stride: list.slotCount)
    }

    /// Sets a list slot to the records that `references` points to.
    public func set(_ record: TemplateRecord, _ slot: TemplateSlot, list references: TemplateReferences) {
        check(record, slot, .list, element: references.schema)
        unsafe point(record, slot, UnsafeRawPointer(references.start), count: references.count, stride: 0)
    }

    /// Slots belong to the record's schema and have the kind the call names: anything else is a mistake in the page.
    private func check(_ record: TemplateRecord, _ slot: TemplateSlot, _ kind: TemplateKind, element: UInt32 = 0) {
        precondition(record.schema == slot.schema, "slot of another schema")
        precondition(slot.kind == kind, "slot of kind \(slot.kind) set as \(kind)")
        precondition(slot.element == element, "record of another schema")
    }

    private func point(
        _ record: TemplateRecord,
        _ slot: TemplateSlot,
        _ target: UnsafeRawPointer,
        count: Int,
        stride: UInt32,
    ) {
        let nothing = unsafe words.nothing.start
        unsafe record.start[Int(slot.index)] = Slot(
            bytes: target,
            escaped: nothing,
            count: 0,
            escapedCount: 0,
            truth: UInt32(clamping: count),
            stride: stride,
        )
    }

    /// Copies `text` here, and its escaped form if that is another.
    private func store(_ record: TemplateRecord, _ slot: TemplateSlot, _ text: ByteView) {
        guard text.htmlSpecialIndex < text.count else { return storeOnce(record, slot, text) }
        unsafe escaping.removeAll()
        unsafe escaping.append(htmlEscaping: text)
        unsafe storeTwice(record, slot, text, escaped: escaping.view)
    }

    /// A text that is its own escaped form. One of 4 GiB or more is left out.
    private func storeOnce(_ record: TemplateRecord, _ slot: TemplateSlot, _ text: ByteView) {
        guard let count = UInt32(exactly: text.count) else { return }
        let bytes = unsafe copy(text)
        unsafe record.start[Int(slot.index)] = Slot(
            bytes: bytes,
            escaped: bytes,
            count: count,
            escapedCount: count,
            truth: count == 0 ? 0 : 1,
            stride: 0,
        )
    }

    private func storeTwice(_ record: TemplateRecord, _ slot: TemplateSlot, _ text: ByteView, escaped: ByteView) {
        guard let count = UInt32(exactly: text.count), let escapedCount = UInt32(exactly: escaped.count) else { return }
        unsafe record.start[Int(slot.index)] = Slot(
            bytes: copy(text),
            escaped: copy(escaped),
            count: count,
            escapedCount: escapedCount,
            truth: count == 0 ? 0 : 1,
            stride: 0,
        )
    }

    private func copy(_ text: ByteView) -> UnsafeRawPointer {
        let memory = unsafe arena.allocate(text.count, alignment: 1)
        unsafe text.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe memory.copyMemory(from: start, byteCount: bytes.count)
        }
        return UnsafeRawPointer(memory)
    }
}
