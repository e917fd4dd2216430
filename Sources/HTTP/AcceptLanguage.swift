public import Bytes

/// Chooses among the languages there are (RFC 9110 §12.5.4, RFC 4647 §3.4).
public enum AcceptLanguage {
    /// The index in `offered` of the language that suits `value` best; nil when none does.
    ///
    /// Only the first subtag is compared, so `zh-TW` is content with `zh-Hans` and `en-GB` with `en`: there is one of each.
    /// Of equal weights the first in `value` wins; `*` means the first offered that is not named.
    public static func best(_ value: ByteView, offered: [StaticString]) -> Int? {
        var best: (index: Int, weight: Int)?
        var elements = ListElements(value)
        while let element = elements.next() {
            guard let (name, weight) = WeightedElement.split(element), weight > best?.weight ?? 0 else { continue }
            if name == ByteView("*") {
                if let index = firstUnnamed(in: value, offered) { best = (index, weight) }
            } else if let index = offered.firstIndex(where: { primary(ByteView($0)).equalsIgnoringCase(primary(name)) })
            {
                best = (index, weight)
            }
        }
        return best?.index
    }

    private static func primary(_ tag: ByteView) -> ByteView {
        tag.prefix(tag.firstIndex(of: UInt8(ascii: "-")) ?? tag.count)
    }

    private static func firstUnnamed(in value: ByteView, _ offered: [StaticString]) -> Int? {
        offered.firstIndex { language in
            var elements = ListElements(value)
            while let element = elements.next() {
                guard let (name, _) = WeightedElement.split(element) else { continue }
                if primary(name).equalsIgnoringCase(primary(ByteView(language))) { return false }
            }
            return true
        }
    }
}
