public import Bytes

/// Writes a binary property list (`bplist00`); equal texts and numbers are written once.
public struct BinaryPropertyListWriter: PropertyListSink, ~Copyable {
    private var output: OutputBuffer
    private var objects = BinaryObjectPool()
    private var levels: [Level] = []
    /// The members of the open containers, innermost last.
    private var pending: [UInt32] = []

    private struct Level {
        let object: UInt32
        let isDictionary: Bool
        /// Where its members begin in `pending`.
        let start: Int
    }

    /// A writer that puts a document at the end of `output`.
    public init(appendingTo output: consuming OutputBuffer) {
        self.output = output
    }

    /// The document.
    public consuming func finish() -> OutputBuffer {
        objects.write(to: &output)
        return output
    }

    /// Begins an array of `count` items.
    public mutating func beginArray(count: Int) { begin(isDictionary: false) }
    /// Begins a dictionary of `count` entries.
    public mutating func beginDictionary(count: Int) { begin(isDictionary: true) }

    /// Ends the innermost array or dictionary.
    public mutating func end() {
        guard let level = levels.popLast() else { return }
        objects.setMembers(of: level.object, isDictionary: level.isDictionary, pending[level.start...])
        pending.removeSubrange(level.start...)
    }

    /// Writes the key of the value that follows.
    public mutating func key(_ text: ByteView) { string(text) }

    /// Writes a text.
    public mutating func string(_ text: ByteView) {
        pending.append(objects.add { $0.append(binaryText: text) })
    }

    /// Writes an integer.
    public mutating func integer(_ number: Int) {
        pending.append(objects.add { $0.append(binaryInteger: number) })
    }

    /// Writes an integer above `Int.max`.
    public mutating func integer(large number: UInt64) {
        pending.append(
            objects.add { output in
                output.append(0x14)
                output.append(bigEndian: 0, size: 8)
                output.append(bigEndian: number, size: 8)
            }
        )
    }

    /// Writes a real number.
    public mutating func real(_ number: Double) {
        pending.append(
            objects.add { output in
                output.append(0x23)
                output.append(bigEndian: number.bitPattern, size: 8)
            }
        )
    }

    /// Writes true or false.
    public mutating func boolean(_ value: Bool) {
        pending.append(objects.add { $0.append(value ? 0x09 : 0x08) })
    }

    /// Writes a date.
    public mutating func date(_ date: PropertyListDate) {
        pending.append(
            objects.add { output in
                output.append(0x33)
                output.append(bigEndian: date.secondsSince2001.bitPattern, size: 8)
            }
        )
    }

    /// Writes data.
    public mutating func data(_ bytes: ByteView) {
        pending.append(
            objects.add { output in
                output.append(binaryMarker: 0x40, count: bytes.count)
                output.append(bytes)
            }
        )
    }

    /// Writes an archive reference.
    public mutating func uid(_ number: UInt64) {
        pending.append(
            objects.add { output in
                let size = BinaryNumbers.size(of: number)
                output.append(0x80 | UInt8(truncatingIfNeeded: size - 1))
                output.append(bigEndian: number, size: size)
            }
        )
    }

    private mutating func begin(isDictionary: Bool) {
        let object = objects.reserve()
        pending.append(object)
        levels.append(Level(object: object, isDictionary: isDictionary, start: pending.count))
    }
}
