internal import CBytes

/// The memory of the process.
public enum Heap {
    /// Gives memory that was freed back to the system: worth its milliseconds after a large file was read.
    public static func trim() { cbytes_trim_heap() }
}
