internal import Bytes
internal import Mustache

/// Markup of a part of a page, written once a revision.
enum ReadyMarkup {
    static let schema = TemplateSchema("markup") { $0.html("html", "The markup.") }
    static let html = schema["html"]
}

/// A product grid made ready for templates, once a revision: each part of it is written once in every language.
final class GridPage: Sendable {
    let page: Page
    let grid: ProductGrid
    let grammar: AddressGrammar
    private let parts: [TemplateRecords]
    private let store: TemplateStore

    /// The first rows are loaded at once, so that nothing above the fold waits; the others when they come into view.
    private static let eager = 24

    /// A grid whose cells are written by `cellTemplates`, one per language.
    init(_ page: Page, _ grid: ProductGrid, assets: AssetTable, cellTemplates: [Template]) {
        self.page = page
        self.grid = grid
        grammar = AddressGrammar(hasColumns: true, columns: page.settings.columns)
        let scratch = TemplateScratch()
        let total = grid.products.count
        let count = Pager.count(of: total, by: Limits.productsOnPage)
        parts = cellTemplates.map { template in
            let parts = scratch.records(ReadyMarkup.schema, count: count)
            for part in 0..<count {
                let first = min(total, part * Limits.productsOnPage)
                let shown = (first..<total).prefixRange(Limits.productsOnPage)
                scratch.write(parts[part], ReadyMarkup.html, rendering: template, forEach: shown) { index in
                    let product = scratch.record(ProductCell.schema)
                    let slots = ProductCell.slots
                    slots.fill(product, grid.products[index], of: grid, icons: page.icons, assets: assets, in: scratch)
                    scratch.set(product, slots.lazy, flag: index - first >= Self.eager)
                    let cell = scratch.record(CellTemplate.schema)
                    scratch.set(cell, CellTemplate.product, object: product)
                    return cell
                }
            }
            return parts
        }
        store = scratch.freeze()
    }

    /// The cells of a part, from 0, as a list of one.
    func part(_ index: Int, language: Int) -> TemplateRecords { parts[language][index..<index + 1] }
}

/// The template `product`: one cell of a grid.
enum CellTemplate {
    static let schema = TemplateSchema("cell") { schema in
        schema.url("root", "The way from the page to the site's root: empty.")
        schema.object("product", ProductCell.schema, "The product.")
    }
    static let product = schema["product"]
}
