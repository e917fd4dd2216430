internal import CBytes

/// The memory of the process.
public enum Heap {
    /// Gives memory that was freed back to the system: worth its milliseconds after a large file was read.
    public static func trim() { cbytes_trim_heap() }

    /// Also lets go of the pages of the program and its libraries that only work now ended had touched: a page still
    /// needed comes back from the page cache at its next use, a fraction of a microsecond each.
    public static func settle() {
        trim()
        cbytes_release_program_pages()
    }
}
