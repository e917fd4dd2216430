extension Compiler {
    /// A point to go back to: what is compiled after it can be given up, kept aside and put back.
    struct Checkpoint {
        fileprivate let codeCount: Int
        fileprivate let literalCount: Int
        let html: HTMLContext?
        let environment: Environment
        fileprivate let functions: [Expansion.Key: Function]
        fileprivate let scopes: ScopeStack?
        fileprivate let chainCount: Int
        fileprivate let edgeCount: Int
    }

    /// What was compiled since a checkpoint.
    struct Tail {
        fileprivate let code: [Instruction]
        fileprivate let literals: [UInt8]
        fileprivate let end: Checkpoint
    }

    var checkpoint: Checkpoint {
        Checkpoint(
            codeCount: program.code.count,
            literalCount: program.literals.count,
            html: html,
            environment: environment,
            functions: functions,
            scopes: scopes,
            chainCount: chain.count,
            edgeCount: edges.count,
        )
    }

    mutating func goBack(to point: Checkpoint) {
        program.code.removeLast(program.code.count - point.codeCount)
        program.literals.removeLast(program.literals.count - point.literalCount)
        chain.removeLast(chain.count - point.chainCount)
        edges.removeLast(edges.count - point.edgeCount)
        setState(point)
    }

    /// Takes away what was compiled since `point`.
    mutating func cut(from point: Checkpoint) -> Tail {
        let tail = Tail(
            code: Array(program.code[point.codeCount...]),
            literals: Array(program.literals[point.literalCount...]),
            end: checkpoint,
        )
        goBack(to: point)
        return tail
    }

    /// Puts back what was cut at the same point.
    mutating func restore(_ tail: Tail, at point: Checkpoint) {
        goBack(to: point)
        program.code += tail.code
        program.literals += tail.literals
        setState(tail.end)
    }

    private mutating func setState(_ point: Checkpoint) {
        html = point.html
        environment = point.environment
        functions = point.functions
        scopes = point.scopes
    }

    /// The sections since `point`, outermost first, may repeat: only the first is changed.
    mutating func setRepeats(since point: Checkpoint) {
        for index in point.codeCount..<program.code.count {
            guard case .begin(let operand, let end, _) = program.code[index] else { continue }
            program.code[index] = .begin(operand, end: end, repeats: true)
            return
        }
    }

    /// How the values since `point` are written.
    func escapings(since point: Checkpoint) -> [HTMLContext.Escaping] {
        escapings(program.code[point.codeCount...])
    }

    func escapings(of tail: Tail) -> [HTMLContext.Escaping] { escapings(tail.code[...]) }

    private func escapings(_ code: ArraySlice<Instruction>) -> [HTMLContext.Escaping] {
        code.compactMap { instruction in
            if case .write(_, let escaping) = instruction { escaping } else { nil }
        }
    }
}
