import Bytes
import Dispatch
import HTTP
import Testing

@testable import RosterSite

/// What takes long is made once, in order, and only as much as may wait.
struct ContentMakerTests {
    private typealias Maker = ContentMaker<String>

    /// Work that a test lets go on.
    private final class Gate: Sendable {
        let semaphore = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        let count = Guarded(0)

        func order(_ key: String, cost: Int = 1) -> Maker.Order {
            Maker.Order(key: key, cost: cost) { [self] in
                begun.signal()
                _ = semaphore.wait(timeout: .now() + 60)
                count.withLock { $0 += 1 }
                return .made(SharedBytes(Array(key.utf8)))
            }
        }
    }

    private let tag = ByteView("\"t\"")

    private func pending(_ found: Maker.Found) -> PendingContent? {
        if case .pending(let content) = found { content } else { nil }
    }

    private static func text(_ content: PendingContent?) -> String? {
        content?.wait()
        guard case .made(let bytes) = content?.outcome else { return nil }
        return withExtendedLifetime(bytes) { bytes.view.string }
    }

    @Test func `who asks meanwhile waits for the same, who asks later finds it`() {
        let (maker, gate) = (Maker(.init(waitingCost: 10, keptBytes: 1 << 20)), Gate())
        let contents = (0..<20).map { _ in pending(maker.content(gate.order("a"), tag: tag)) }
        gate.semaphore.signal()
        for content in contents { #expect(content === contents[0] && Self.text(content) == "a") }
        guard case .made(let bytes) = maker.content(gate.order("a"), tag: tag) else {
            Issue.record("it was not kept")
            return
        }
        #expect(bytes.count == 1 && maker.find("a") === bytes && maker.find("b") == nil)
        #expect(gate.count.withLock { $0 } == 1 && maker.counts.made == 1)
    }

    @Test func `only so much work waits, and what nobody wants any more makes room`() {
        let (maker, gate) = (Maker(.init(waitingCost: 10, keptBytes: 0)), Gate())
        let first = pending(maker.content(gate.order("first", cost: 1000), tag: tag))
        gate.begun.wait()
        let second = pending(maker.content(gate.order("second", cost: 6), tag: tag))
        let third = pending(maker.content(gate.order("third", cost: 4), tag: tag))
        #expect(first != nil && second != nil && third != nil && maker.counts.waiting == 2)
        guard case .busy = maker.content(gate.order("fourth"), tag: tag) else {
            Issue.record("more waits than may")
            return
        }
        #expect(maker.counts.refused == 1)
        second?.leave()
        let fourth = pending(maker.content(gate.order("fourth"), tag: tag))
        #expect(fourth != nil && maker.counts.waiting == 2)
        if case .abandoned = second?.outcome {} else { Issue.record("the second was not given up") }
        for _ in 0..<3 { gate.semaphore.signal() }
        #expect(Self.text(first) == "first" && Self.text(third) == "third" && Self.text(fourth) == "fourth")
        #expect(maker.counts.made == 3)
    }

    @Test func `what is given up while it waits is not made, and can be asked for again`() {
        let (maker, gate) = (Maker(.init(waitingCost: 10, keptBytes: 0)), Gate())
        let first = pending(maker.content(gate.order("first"), tag: tag))
        gate.begun.wait()
        let second = pending(maker.content(gate.order("second"), tag: tag))
        second?.leave()
        for _ in 0..<2 { gate.semaphore.signal() }
        #expect(Self.text(first) == "first")
        second?.wait()
        if case .abandoned = second?.outcome {} else { Issue.record("the second was made") }
        #expect(second?.join() == false)
        #expect(Self.text(pending(maker.content(gate.order("second"), tag: tag))) == "second")
        #expect(maker.counts.made == 2)
    }

    @Test func `threads that ask at once get one content`() async {
        let maker = Maker(.init(threads: 2, waitingCost: 100, keptBytes: 1 << 20))
        let made = Gate()
        for round in 0..<200 {
            let key = "\(round)"
            made.semaphore.signal()
            let texts = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        switch maker.content(made.order(key), tag: ByteView("\"t\"")) {
                        case .made(let bytes): withExtendedLifetime(bytes) { bytes.view.string }
                        case .pending(let content): Self.text(content)
                        case .busy: nil
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(texts == [key, key, key, key])
        }
        #expect(made.count.withLock { $0 } == 200)
    }
}

struct KeptContentTests {
    private static func bytes(_ count: Int) -> SharedBytes { SharedBytes([UInt8](repeating: 0, count: count)) }

    @Test func `the newest are held, as many as there is room for`() {
        var kept = KeptContent<Int>(bytes: 10_000)
        for key in 0..<1000 { kept.keep(Self.bytes(2000), for: key) }
        #expect((0..<1000).filter { kept.find($0) != nil } == [997, 998, 999])
        kept.keep(Self.bytes(4000), for: 998)
        #expect(kept.find(998)?.count == 4000 && kept.find(999) != nil && kept.find(997) != nil)
        kept.keep(Self.bytes(100), for: 1)
        // The place of the old 998 is passed over.
        #expect(kept.find(997) == nil && kept.find(998) != nil && kept.find(999) != nil && kept.find(1) != nil)
        for key in 2..<30 { kept.keep(Self.bytes(100), for: key) }
        #expect(kept.find(998) == nil && (14..<30).allSatisfy { kept.find($0) != nil })
    }

    @Test func `what is too large is found as long as somebody has it`() {
        var kept = KeptContent<Int>(bytes: 10_000)
        var large: SharedBytes? = Self.bytes(5001)
        if let large { kept.keep(large, for: 1) }
        #expect(kept.find(1) === large && large != nil)
        large = nil
        #expect(kept.find(1) == nil)
        var nothing = KeptContent<Int>(bytes: 0)
        for key in 0..<1000 { nothing.keep(Self.bytes(1), for: key) }
        #expect(nothing.find(999) == nil)
    }
}
