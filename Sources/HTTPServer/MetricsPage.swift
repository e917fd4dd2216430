internal import Bytes
internal import HTTP
internal import Synchronization

/// The numbers of all loops as Prometheus text.
struct MetricsPage {
    let state: ServerState

    func write(to output: inout OutputBuffer) {
        writeRequests(to: &output)
        writeDurations(to: &output)
        let loops = state.metrics.loops
        let open = state.connections.load(ordering: .relaxed)
        gauge("roster_connections", "Open connections.", open, to: &output)
        gauge(
            "roster_client_addresses",
            "Client addresses with counted connections.",
            state.clients.addressCount,
            to: &output
        )
        gauge("roster_ready", "Whether /readyz says yes.", state.isReady ? 1 : 0, to: &output)
        let accepted = loops.reduce(0) { $0 + $1.accepted.load(ordering: .relaxed) }
        counter("roster_connections_accepted_total", "Connections taken.", accepted, to: &output)
        let refused = loops.reduce(0) { $0 + $1.refusedConnections.load(ordering: .relaxed) }
        counter("roster_connections_refused_total", "Connections turned away by a limit.", refused, to: &output)
        let timeouts = loops.reduce(0) { $0 + $1.timeouts.load(ordering: .relaxed) }
        counter("roster_timeouts_total", "Connections that were too slow.", timeouts, to: &output)
        let sent = loops.reduce(0) { $0 + $1.sentBytes.load(ordering: .relaxed) }
        counter("roster_sent_bytes_total", "Bytes of answers sent.", sent, to: &output)
        writeUnsent(to: &output)
        state.factory.appendMetrics(to: &output)
    }

    private func writeUnsent(to output: inout OutputBuffer) {
        let loops = state.metrics.loops
        gauge("roster_unsent_bytes", "Bytes of answers that clients have not taken.", state.unsent.count, to: &output)
        let refused = loops.reduce(0) { $0 + $1.refusedAnswers.load(ordering: .relaxed) }
        let help = "Large answers refused because too much was unsent."
        counter("roster_answers_refused_total", help, refused, to: &output)
        let dropped = loops.reduce(0) { $0 + $1.droppedReaders.load(ordering: .relaxed) }
        counter("roster_slow_readers_dropped_total", "Clients disconnected for the same reason.", dropped, to: &output)
    }

    private func writeRequests(to output: inout OutputBuffer) {
        let metrics = state.metrics
        output.append("# HELP roster_requests_total Requests answered.\n# TYPE roster_requests_total counter\n")
        for (route, name) in metrics.routes.enumerated() {
            for (index, code) in Metrics.codes.enumerated() {
                let count = metrics.loops.reduce(0) { $0 + $1.requests[route * Metrics.codes.count + index] }
                guard count > 0 else { continue }
                output.append(
                    "roster_requests_total{route=\"\(name)\",code=\"\(code == 999 ? "other" : String(code))\"} "
                )
                output.append(decimal: count)
                output.append("\n")
            }
        }
    }

    private func writeDurations(to output: inout OutputBuffer) {
        let loops = state.metrics.loops
        output.append("# HELP roster_request_duration_seconds From the first byte read to the answer made.\n")
        output.append("# TYPE roster_request_duration_seconds histogram\n")
        var total = 0
        for index in 0...Metrics.bounds.count {
            total += loops.reduce(0) { $0 + $1.durations[index] }
            let bound = index < Metrics.bounds.count ? "\(Double(Metrics.bounds[index]) / 1e6)" : "+Inf"
            output.append("roster_request_duration_seconds_bucket{le=\"\(bound)\"} \(total)\n")
        }
        let sum = loops.reduce(0) { $0 + $1.durationSum.load(ordering: .relaxed) }
        output.append("roster_request_duration_seconds_sum \(Double(sum) / 1e6)\n")
        output.append("roster_request_duration_seconds_count \(total)\n")
    }

    private func gauge(_ name: String, _ help: String, _ value: Int, to output: inout OutputBuffer) {
        output.append("# HELP \(name) \(help)\n# TYPE \(name) gauge\n\(name) \(value)\n")
    }

    private func counter(_ name: String, _ help: String, _ value: Int, to output: inout OutputBuffer) {
        output.append("# HELP \(name) \(help)\n# TYPE \(name) counter\n\(name) \(value)\n")
    }
}
