internal import Bytes

extension XMLTreeBuilder {
    /// The path of what is being read: a value that was begun, else the place where the next one would go.
    var keyPath: PropertyListKeyPath {
        var path = PropertyListKeyPath()
        for level in 0..<frames.depth { appendStep(of: level, to: &path) }
        return path
    }

    /// The path of the container at `level`.
    func keyPath(ofContainerAt level: Int) -> PropertyListKeyPath {
        var path = PropertyListKeyPath()
        for level in 0..<min(level, frames.depth) { appendStep(of: level, to: &path) }
        return path
    }

    private func appendStep(of level: Int, to path: inout PropertyListKeyPath) {
        let frame = frames[level]
        let isBegun = level < frames.depth - 1 || (scalar != nil && scalar != .key)
        if frame.isDictionary {
            guard isBegun || expectsValue else { return }
            path.push(key: text(ofKey: frame.keyNode))
        } else {
            path.push(index: Int(frame.count) - (isBegun ? 1 : 0))
        }
    }

    /// The text of a key that was read to its end.
    func text(ofKey node: Int) -> ByteView {
        KeyTexts(source: sourceView, arena: arena.view).text(nodes[node])
    }
}
