extension CapInsets {
    /// Throws `.caps`, as drawing would, where the caps do not fit a picture of `width` × `height` pixels at `scale`.
    public func check(width: Int, height: Int, scale: Int) throws(ImageError) {
        _ = try axes(width: width, height: height, scale: scale)
    }

    /// The caps of both axes of a picture of `width` × `height` pixels at `scale`.
    func axes(width: Int, height: Int, scale: Int) throws(ImageError) -> (horizontal: AxisCaps, vertical: AxisCaps) {
        switch self {
        case .none:
            return (.stretchingAll(of: width), .stretchingAll(of: height))
        case .stretchable(let left, let top):
            return (
                try AxisCaps(stretchable: left, length: width, scale: scale, name: "left"),
                try AxisCaps(stretchable: top, length: height, scale: scale, name: "top")
            )
        case .resizable(let top, let left, let bottom, let right, let mode):
            let across = try AxisCaps(
                leading: left,
                trailing: right,
                mode: mode,
                length: width,
                scale: scale,
                names: ("left", "right")
            )
            let down = try AxisCaps(
                leading: top,
                trailing: bottom,
                mode: mode,
                length: height,
                scale: scale,
                names: ("top", "bottom")
            )
            return (across, down)
        }
    }
}
