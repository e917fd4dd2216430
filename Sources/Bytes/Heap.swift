internal import CBytes

/// The memory of the process.
public enum Heap {
    /// Has every freed block above half a megabyte given back to the system at once, and all threads share one heap.
    ///
    /// Left alone, the C library keeps blocks of up to 32 MB once one of that size was freed, and a heap for each thread
    /// (0.9 MB with the sample data). Answers allocate next to nothing, so that no thread waits for another. Call it
    /// first of all.
    public static func prepare() { cbytes_return_large_blocks() }

    /// Gives memory that was freed back to the system: worth its milliseconds after a large file was read.
    public static func trim() { cbytes_trim_heap() }

    /// Also lets go of the pages of the program and its libraries that only work now ended had touched: a page still
    /// needed comes back from the page cache at its next use, a fraction of a microsecond each.
    public static func settle() {
        trim()
        cbytes_release_program_pages()
    }
}
