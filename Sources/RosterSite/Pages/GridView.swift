internal import Bytes
internal import Mustache

/// One product in a template.
struct ProductCell: Sendable {
    static let schema = TemplateSchema("product") { schema in
        schema.text("name", "The product's name.")
        schema.text("price", "Its price; empty without.")
        schema.url("url", "Its own address; empty without: then the cell is no link.")
        schema.number("width", "The picture's width in points.")
        schema.number("height", "The picture's height in points.")
        schema.flag("lazy", "Whether the picture is loaded only when it comes into view.")
        PictureSlots.declare(&schema)
    }
    static let slots = ProductCell()

    let name, price, url, width, height, lazy: TemplateSlot
    let picture: PictureSlots

    private init() {
        let schema = Self.schema
        name = schema["name"]
        price = schema["price"]
        url = schema["url"]
        width = schema["width"]
        height = schema["height"]
        lazy = schema["lazy"]
        picture = PictureSlots(schema)
    }

    func fill(
        _ record: TemplateRecord,
        _ product: ProductGrid.Product,
        of grid: ProductGrid,
        icons: IconTable,
        assets: AssetTable,
        in scratch: TemplateScratch,
    ) {
        scratch.set(record, name, text: grid.text[product.name])
        scratch.set(record, price, text: grid.text[product.price])
        if !product.url.isEmpty {
            scratch.write(record, url) { LinkAddress.append(grid.text[product.url], way: "./", to: &$0) }
        }
        let image = icons.image(product.icon)
        scratch.set(record, width, number: max(1, image?.width ?? 1))
        scratch.set(record, height, number: max(1, image?.height ?? 1))
        picture.fill(record, image, name: grid.text[product.name], assets: assets, in: scratch)
    }
}

/// The page of a product grid.
struct GridView: Sendable {
    static let schema = TemplateSchema("grid") { schema in
        Shell.declare(&schema)
        schema.text("columns", "The style sheet's class for the number of columns: `cols-5`, `cols-auto`.")
        schema.list("choices", of: ColumnChoice.schema, "Other numbers of columns.")
        schema.flag("hasProducts", "Whether there are products to show.")
        schema.list(
            "products",
            of: ReadyMarkup.schema,
            "The products of this part, each written by the template `product`."
        )
    }
    static let slots = GridView()

    private let shell: Shell
    private let columns, choices, hasProducts, products: TemplateSlot

    private init() {
        let schema = Self.schema
        shell = Shell(schema)
        columns = schema["columns"]
        choices = schema["choices"]
        hasProducts = schema["hasProducts"]
        products = schema["products"]
    }

    /// The page's values for the state in `context`; or how many parts there are, if that is fewer.
    func fill(_ page: GridPage, _ context: PageContext) -> FilledPage {
        let (address, scratch) = (context.address, context.scratch)
        let total = page.grid.products.count
        let pages = Pager.count(of: total, by: Limits.productsOnPage)
        guard address.page <= pages else { return .pastEnd(pages: pages) }
        let record = scratch.record(Self.schema)
        context.fill(record, shell, title: page.page.title)
        scratch.set(record, shell.wide, flag: true)
        context.fillPage(record, shell, page.page, grammar: page.grammar)
        context.fillPager(record, shell.pager, pages: pages, grammar: page.grammar)
        scratch.write(record, columns) { out in
            out.append("cols-")
            switch address.columns {
            case .automatic: out.append("auto")
            case .fixed(let count): out.append(decimal: count)
            }
        }
        ColumnChoice.slots.fill(record, choices, grammar: page.grammar, context)
        scratch.set(record, hasProducts, flag: total > 0)
        scratch.set(record, products, list: page.part(address.page - 1, language: context.language))
        return .record(record)
    }
}

/// A link to the same grid with another number of columns.
struct ColumnChoice: Sendable {
    static let schema = TemplateSchema("columns") { schema in
        schema.url("href", "The page as chosen.")
        schema.flag("current", "Whether it is shown so already.")
        schema.flag("isAuto", "As many columns as fit.")
        schema.number("count", "How many columns.")
    }
    static let slots = ColumnChoice()

    private let href, current, isAuto, count: TemplateSlot

    private init() {
        href = Self.schema["href"]
        current = Self.schema["current"]
        isAuto = Self.schema["isAuto"]
        count = Self.schema["count"]
    }

    /// The numbers offered; any from 1 to 12 may stand in an address.
    private static let offered: [PageSettings.Columns] = [.fixed(3), .fixed(4), .fixed(5), .automatic]

    func fill(_ record: TemplateRecord, _ slot: TemplateSlot, grammar: AddressGrammar, _ context: PageContext) {
        let scratch = context.scratch
        let choices = scratch.records(Self.schema, count: Self.offered.count)
        var other = context.address
        for (place, columns) in Self.offered.enumerated() {
            other.columns = columns
            context.set(choices[place], href, link: other, grammar: grammar)
            scratch.set(choices[place], current, flag: columns == context.address.columns)
            switch columns {
            case .automatic: scratch.set(choices[place], isAuto, flag: true)
            case .fixed(let number): scratch.set(choices[place], count, number: number)
            }
        }
        scratch.set(record, slot, list: choices)
    }
}
