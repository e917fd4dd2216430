public import Bytes

extension RosterSite {
    /// What was drawn and written out, and what waits for it.
    public func appendMetrics(to output: inout OutputBuffer) {
        let (pictures, downloads) = (workshop.maker.counts, exports.counts)
        append("roster_pictures_drawn_total", "counter", "Pictures drawn pixel by pixel.", [("", workshop.drawnCount)])
        append(
            "roster_contents_made_total",
            "counter",
            "Contents made beside the event loops.",
            [("picture", pictures.made), ("export", downloads.made)]
        )
        append(
            "roster_contents_refused_total",
            "counter",
            "Contents refused because too much waited.",
            [("picture", pictures.refused), ("export", downloads.refused)]
        )
        append(
            "roster_contents_waiting",
            "gauge",
            "Contents that wait to be made.",
            [("picture", pictures.waiting), ("export", downloads.waiting)]
        )

        func append(_ name: String, _ type: String, _ help: String, _ values: [(kind: String, value: Int)]) {
            output.append("# HELP \(name) \(help)\n# TYPE \(name) \(type)\n")
            for (kind, value) in values {
                output.append(kind.isEmpty ? "\(name) \(value)\n" : "\(name){kind=\"\(kind)\"} \(value)\n")
            }
        }
    }
}
