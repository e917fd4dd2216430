public import HTTP

/// Everything a server can be told. Times are seconds.
public struct ServerConfiguration: Sendable {
    /// The addresses to listen on.
    public var listen = [ListenAddress.ip(NetworkAddress(family: .ip4, low: 0x7f00_0001, port: 8080))]
    /// The addresses of the admin listener: metrics and health, for operators only.
    public var admin: [ListenAddress] = []
    /// Event loops, each with a thread of its own.
    public var threads = 1
    /// Peers whose forwarding fields, PROXY headers and request ids are believed.
    public var trustedPeers = TrustedPeers()
    /// Which fields of a trusted peer tell about the client.
    public var forwardingFields = ForwardingFields.automatic
    /// Whether every connection begins with a PROXY protocol header (never found out by looking).
    public var usesProxyProtocol = false
    /// What is written to standard output for every request.
    public var accessLog = AccessLogFormat.off
    /// From the first byte of a request to the end of its head; also the wait for that first byte on a new connection.
    public var headerTimeout = 10.0
    /// For each 16 KiB of a request body.
    public var bodyTimeout = 10.0
    /// Between two requests. Longer than the 60 s for which common proxies keep a connection they may use again.
    public var idleTimeout = 75.0
    /// Without any progress while a client does not read its answer.
    public var writeTimeout = 30.0
    /// For an answer that another thread makes, from the request on; then 503.
    public var answerTimeout = 30.0
    /// From SIGTERM to the end, whatever is still running.
    public var drainTimeout = 10.0
    /// From SIGTERM to the moment no connection is accepted any more: time for balancers to see `/readyz` fail.
    public var drainDelay = 0.0
    /// Open connections, all loops together. Lowered to what the descriptor limit allows.
    public var maxConnections = 10_000
    /// Open connections of one client address that is not a trusted proxy. nil: 1,000, and no limit for this very host.
    public var maxConnectionsPerClient: Int?
    /// Memory of answers that clients have not taken, all loops together: from here on large answers are refused with 503,
    /// and at twice as much clients that do not read are disconnected. One download of a large list may still be begun.
    public var maxUnsentBytes = 128 << 20
    /// How large a request may be.
    public var limits = RequestLimits()
    /// The mode of unix sockets made.
    public var unixSocketMode: UInt32 = 0o660
    /// Whether sockets handed over by systemd (LISTEN_FDS) take the place of `listen`.
    public var usesInheritedSockets = true
    /// Whether SIGTERM, SIGINT and SIGHUP are the server's.
    public var handlesSignals = true

    /// The defaults above.
    public init() {}
}

/// What an access log line looks like.
public enum AccessLogFormat: String, Sendable, CaseIterable {
    /// No lines.
    case off
    /// Apache's combined format.
    case combined
    /// One JSON object a line.
    case json
}
