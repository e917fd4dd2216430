import Testing

@testable import RosterSite

/// Large pictures drawn in full wait their turn; everything else is never refused.
@Suite struct DrawingBudgetTests {
    static let second = 1_000_000_000
    static let largest = PictureSize.pixels

    @Test func `two of the largest at once, then one each half second`() {
        let budget = DrawingBudget()
        let start = 5 * Self.second
        #expect(budget.takes(Self.largest, at: start))
        #expect(budget.takes(Self.largest, at: start))
        #expect(!budget.takes(Self.largest, at: start))
        #expect(!budget.takes(Self.largest, at: start + Self.second / 2 - 1))
        #expect(budget.takes(Self.largest, at: start + Self.second / 2))
        #expect(!budget.takes(DrawingBudget.freePixels + 1, at: start + Self.second / 2))
    }

    @Test func `rest is not saved up, and what is refused costs nothing`() {
        let budget = DrawingBudget()
        #expect(budget.takes(2 * Self.largest, at: 100 * Self.second))
        for _ in 0..<10 { #expect(!budget.takes(2 * Self.largest, at: 100 * Self.second + 1)) }
        #expect(budget.takes(2 * Self.largest, at: 900 * Self.second))
        #expect(!budget.takes(Self.largest, at: 900 * Self.second))
    }

    @Test func `small pictures are free`() {
        let budget = DrawingBudget()
        #expect(budget.takes(2 * Self.largest, at: 0))
        #expect(!budget.takes(DrawingBudget.freePixels + 1, at: 0))
        for _ in 0..<1000 { #expect(budget.takes(DrawingBudget.freePixels, at: 0)) }
    }

    @Test func `loops that draw at once share one budget`() async {
        let budget = DrawingBudget()
        let pixels = DrawingBudget.pixelsPerSecond / 64
        let taken = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { (0..<100).count { _ in budget.takes(pixels, at: Self.second) } } }
            return await group.reduce(0, +)
        }
        #expect(taken == 64)
    }

    @Test func `beyond the budget a picture is answered with 503 and a second's wait`() throws {
        let site = try TestSite([:])
        let general = "/images/chatto_bg_normal/300x300.png?insets=1.9.1.1&mode=stretch"
        // Drawn and kept before the budget is gone.
        #expect(try site.get(general).status == 200)
        // Used up by what is drawn an hour from now.
        #expect(site.site.workshop.budget.takes(2 * Self.largest, at: DrawingBudget.now + 3600 * Self.second))
        for target in ["2048x2048.png?insets=1.9.1.1&mode=stretch", "2048x2048.png?cap=0.0", "257x256.png?cap=0.0"] {
            let refused = try site.get("/images/chatto_bg_normal/" + target)
            #expect(refused.status == 503 && refused.fields["retry-after"] == "1")
            #expect(refused.text.contains("too many large pictures") && refused.text.contains("Back to all pages"))
        }
        #expect(try site.get(general).status == 200)
        #expect(try site.get("/images/chatto_bg_normal/200x200.png?cap=0.0").status == 200)
        #expect(try site.get("/images/chatto_bg_normal/2048x2048.png?cap=26.20").status == 200)
    }
}
