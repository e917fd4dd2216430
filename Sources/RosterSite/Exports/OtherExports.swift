internal import Bytes
internal import PropertyList

/// A product grid in the shape that Roster reads, or as a table.
struct ProductExport {
    let grid: ProductGrid
    let icons: IconTable

    /// Appends it as `format`.
    func write(as format: ExportFormat, into buffer: inout OutputBuffer) {
        switch format {
        case .json: write(ValueWriter(.json), into: &buffer)
        case .plist: write(ValueWriter(.propertyList), into: &buffer)
        case .csv: writeTable(into: &buffer)
        case .vcf: break
        }
    }

    private func write(_ form: consuming ValueWriter, into buffer: inout OutputBuffer) {
        var writer = form
        writer.begin(&buffer)
        writer.beginArray(&buffer)
        for product in grid.products {
            writer.beginDictionary(&buffer)
            writer.key("name", &buffer)
            writer.string(grid.text[product.name], &buffer)
            icons.write(product.icon, to: &writer, &buffer)
            writer.member("price", grid.text[product.price], &buffer)
            writer.member("url", grid.text[product.url], &buffer)
            writer.endDictionary(&buffer)
        }
        writer.endArray(&buffer)
        writer.end(&buffer)
    }

    private func writeTable(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(["name", "price", "url", "icon"], &buffer)
        for product in grid.products {
            writer.field(grid.text[product.name], &buffer)
            writer.field(grid.text[product.price], &buffer)
            writer.field(grid.text[product.url], &buffer)
            writer.field(icons.name(product.icon) ?? "", &buffer)
            writer.endLine(&buffer)
        }
    }
}

/// A chat in the shape that Roster reads, or as a table.
struct ChatExport {
    let chat: Chat
    let icons: IconTable

    /// Appends it as `format`.
    func write(as format: ExportFormat, into buffer: inout OutputBuffer) {
        switch format {
        case .json: write(ValueWriter(.json), into: &buffer)
        case .plist: write(ValueWriter(.propertyList), into: &buffer)
        case .csv: writeTable(into: &buffer)
        case .vcf: break
        }
    }

    private func write(_ form: consuming ValueWriter, into buffer: inout OutputBuffer) {
        var writer = form
        writer.begin(&buffer)
        writer.beginArray(&buffer)
        for message in chat.messages {
            writer.beginDictionary(&buffer)
            writer.key("text", &buffer)
            writer.string(chat.text[message.text], &buffer)
            writer.member("time", chat.text[message.time], &buffer)
            writer.key("type", &buffer)
            writer.integer(message.side == .mine ? 0 : 1, &buffer)
            writer.member("name", chat.text[message.name], &buffer)
            icons.write(message.icon, to: &writer, &buffer)
            writer.endDictionary(&buffer)
        }
        writer.endArray(&buffer)
        writer.end(&buffer)
    }

    private func writeTable(into buffer: inout OutputBuffer) {
        var writer = TableWriter.begin(["text", "time", "type", "name", "icon"], &buffer)
        for message in chat.messages {
            writer.field(chat.text[message.text], &buffer)
            writer.field(chat.text[message.time], &buffer)
            writer.field(ByteView(message.side == .mine ? "0" : "1"), &buffer)
            writer.field(chat.text[message.name], &buffer)
            writer.field(icons.name(message.icon) ?? "", &buffer)
            writer.endLine(&buffer)
        }
    }
}
