/// One step of a compiled template, before it is packed for records or run over dynamic data.
enum Instruction {
    /// Bytes of the program's literals.
    case literal(Range<Int>)
    case write(Operand, HTMLContext.Escaping)
    /// Shows what follows up to the matching `end` for a true value, once for each element of a list. `end` is the index
    /// after it. `repeats` is false where it would not be right twice.
    case begin(Operand, end: Int, repeats: Bool)
    /// Shows what follows up to the matching `end` for a false value.
    case unless(Operand, end: Int)
    /// The end of the section that `begin` or `unless` at `start` began.
    case end(start: Int)
    /// Puts the object at the operand into the register for dotted names.
    case follow(Operand)
    /// Runs the body that begins at `address`.
    case call(address: Int, CallIndentation)
    /// Runs the body of the template that a value names.
    case callNamed(Operand, [String: Candidate], CallIndentation)
    /// Writes the indentation that calls gathered.
    case indentation
    case jump(to: Int)
    case `return`
}

/// What text over dynamic data puts before each line of a body that is called.
struct CallIndentation {
    /// Whether it follows the caller's own.
    let inherits: Bool
    let bytes: [UInt8]
}

/// A template that a dynamic name may choose: compiled, or why it cannot stand there.
enum Candidate {
    case address(Int)
    case error(TemplateError)
}

/// Where a value is found.
enum Operand {
    /// In a record. `target` is the register that a list's or an object's record goes to.
    case slot(register: Int, slot: TemplateSlot, target: Int)
    /// In dynamic data, by name; the source is for errors.
    case name(Name, SourceText)

    var kind: TemplateKind? {
        if case .slot(_, let slot, _) = self { slot.kind } else { nil }
    }
}

/// A compiled template before packing.
struct Program {
    var code: [Instruction] = []
    var literals: [UInt8] = []
}
