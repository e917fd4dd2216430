internal import Bytes
internal import PropertyList

/// A product grid in the shape that Roster reads, or as a table.
struct ProductExport: ExportedValue {
    let grid: ProductGrid
    let icons: IconTable

    /// Gives the products to `sink`.
    func write<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink) {
        sink.beginArray(count: grid.products.count)
        for product in grid.products {
            sink.beginDictionary(count: 1)
            sink.key("name")
            sink.string(grid.text[product.name])
            sink.member("icon", icons.name(product.icon))
            sink.member("price", grid.text[product.price])
            sink.member("url", grid.text[product.url])
            sink.end()
        }
        sink.end()
    }

    /// Appends it as CSV.
    func writeTable(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(["name", "price", "url", "icon"], &buffer)
        for product in grid.products {
            writer.field(grid.text[product.name], &buffer)
            writer.field(grid.text[product.price], &buffer)
            writer.field(grid.text[product.url], &buffer)
            writer.field(icons.name(product.icon), &buffer)
            writer.endLine(&buffer)
        }
    }
}

/// A chat in the shape that Roster reads, or as a table.
struct ChatExport: ExportedValue {
    let chat: Chat
    let icons: IconTable

    /// Gives the messages to `sink`.
    func write<Sink: PropertyListSink & ~Copyable>(to sink: inout Sink) {
        sink.beginArray(count: chat.messages.count)
        for message in chat.messages {
            sink.beginDictionary(count: 2)
            sink.key("text")
            sink.string(chat.text[message.text])
            sink.member("time", chat.text[message.time])
            sink.key("type")
            sink.integer(message.side == .mine ? 0 : 1)
            sink.member("name", chat.text[message.name])
            sink.member("icon", icons.name(message.icon))
            sink.end()
        }
        sink.end()
    }

    /// Appends it as CSV.
    func writeTable(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(["text", "time", "type", "name", "icon"], &buffer)
        for message in chat.messages {
            writer.field(chat.text[message.text], &buffer)
            writer.field(chat.text[message.time], &buffer)
            writer.field(ByteView(message.side == .mine ? "0" : "1"), &buffer)
            writer.field(chat.text[message.name], &buffer)
            writer.field(icons.name(message.icon), &buffer)
            writer.endLine(&buffer)
        }
    }
}
