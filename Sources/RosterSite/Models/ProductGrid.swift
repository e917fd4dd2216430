internal import Bytes

/// A page of products.
struct ProductGrid: Sendable {
    /// One cell.
    struct Product: Sendable {
        /// The title; may be empty.
        var name: ByteRange
        /// The price as text, with its currency where the file gives one; may be empty.
        var price: ByteRange
        /// A checked address, or empty: then the cell is no link.
        var url: ByteRange
        /// Which picture of the page's `IconTable`; 0 for none.
        var icon: IconTable.Index
    }

    /// What every `ByteRange` of the grid points into.
    let text: SharedBytes
    /// The products in file order (or in the order the file's `productsOrder` names).
    let products: [Product]
}
