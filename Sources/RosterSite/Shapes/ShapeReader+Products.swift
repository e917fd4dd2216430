internal import Bytes
internal import PropertyList

extension ShapeReader {
    /// Root items that are products.
    mutating func productGrid(of items: RootItems) -> ProductGrid {
        var arena = ByteArena()
        var scratch = OutputBuffer(capacity: 256)
        var fields = DictionaryReader(ProductField.table, noun: "a product")
        var products: [ProductGrid.Product] = []
        for (index, value) in items.values.enumerated() {
            let path = items.path(index)
            guard value.kind == .dictionary else {
                warnings.add(
                    "expected a product (a dictionary), found \(value.kind.phrase): left out",
                    at: value,
                    path,
                    kind: "product kind"
                )
                continue
            }
            fields.read(value, at: path, &warnings)
            if fields[.name]?.isEmptyText ?? true {
                warnings.add("a product has no 'name'", at: value, path, kind: "product without name")
            }
            let name = arena.add(text(fields[.name], "a name", at: path, into: &scratch))
            let price = arena.add(price(fields[.price], at: path, into: &scratch))
            let url = arena.add(link(fields[.url], at: path))
            let icon = icons.index(of: fields[.icon], at: path, &warnings)
            products.append(.init(name: name, price: price, url: url, icon: icon))
        }
        return ProductGrid(text: arena.freeze(), products: products)
    }

    /// Root items that are rows of cells.
    mutating func productGrid(ofRows items: RootItems) -> ProductGrid {
        var arena = ByteArena()
        var products: [ProductGrid.Product] = []
        for (index, value) in items.values.enumerated() {
            let row = ProductRow(value)
            guard let name = row.name else {
                warnings.add("expected a row of strings: left out", at: value, items.path(index), kind: "row kind")
                continue
            }
            var iconPath = items.path(index)
            iconPath.push(index: row.iconColumn)
            products.append(
                .init(
                    name: arena.add(name),
                    price: arena.add(row.price),
                    url: .empty,
                    icon: row.icon.map { icons.index(of: $0, at: iconPath, &warnings) } ?? 0
                )
            )
        }
        return ProductGrid(text: arena.freeze(), products: products)
    }

    /// A price as text: as written, or `EUR 2.50 · CNY 18` of a dictionary of currencies.
    private mutating func price(
        _ member: DictionaryMember?,
        at path: PropertyListKeyPath,
        into scratch: inout OutputBuffer
    ) -> ByteView {
        guard let value = member?.value else { return .empty }
        if let number = value.real {
            scratch.removeAll()
            scratch.append(ScalarText.amount(number))
            return scratch.view
        }
        guard value.kind == .dictionary else { return text(member, "a price", at: path, into: &scratch) }
        scratch.removeAll()
        for (currency, amount) in value.entries {
            if !scratch.isEmpty { scratch.append(" · ") }
            scratch.append(currency)
            scratch.append(UInt8(ascii: " "))
            if let number = amount.real {
                scratch.append(ScalarText.amount(number))
            } else {
                ScalarText.append(amount, to: &scratch)
            }
        }
        return scratch.view
    }
}

/// A product written as a row of strings: the first is its name, one looks like a picture, one like a price.
struct ProductRow {
    /// The name; nil for a row that is no array of strings.
    private(set) var name: ByteView?
    /// The price, or nothing.
    private(set) var price = ByteView.empty
    /// The cell that names the picture.
    private(set) var icon: PropertyListValue?
    /// Where that cell is.
    private(set) var iconColumn = 0

    /// Reads a row.
    init(_ row: PropertyListValue) {
        for (column, cell) in row.elements.enumerated() {
            guard let text = cell.text else { continue }
            if name == nil {
                name = text
            } else if icon == nil, Self.isPictureName(text) {
                (icon, iconColumn) = (cell, column)
            } else if price.isEmpty, Self.isPrice(text) {
                price = text
            }
        }
    }

    /// Whether `text` ends like the name of a picture.
    static func isPictureName(_ text: ByteView) -> Bool {
        ([".png", ".jpg", ".jpeg", ".gif", ".webp"] as [StaticString]).contains { ending in
            let ending = ByteView(ending)
            return text.count > ending.count && text.dropFirst(text.count - ending.count).equalsIgnoringCase(ending)
        }
    }

    private static func isPrice(_ text: ByteView) -> Bool {
        (["$", "€", "£", "¥", "￥", "₩", "₹"] as [StaticString]).contains { text.hasPrefix(ByteView($0)) }
    }
}
