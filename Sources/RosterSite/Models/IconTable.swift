internal import Bytes

/// The pictures that a page names, each once.
struct IconTable: Sendable {
    /// One more than a place in the table; 0 means no picture.
    typealias Index = UInt32

    /// The names as written, in order of first use.
    let names: [String]
    /// The picture each name was found to be, or nil.
    let images: [ImageFile?]

    /// A table of names and what they were found to be.
    init(names: [String] = [], images: [ImageFile?] = []) {
        self.names = names
        self.images = images
    }

    /// The picture at `index`, or nil: then initials are shown.
    func image(_ index: Index) -> ImageFile? {
        let place = Int(index)
        return place > 0 && place <= images.count ? images[place - 1] : nil
    }

    /// The name at `index` as the owner wrote it; empty for none.
    func name(_ index: Index) -> String {
        let place = Int(index)
        return place > 0 && place <= names.count ? names[place - 1] : ""
    }
}
