internal import Bytes
internal import HTTP
internal import HTTPServer
internal import RosterSite

/// `roster serve`: the site on its sockets until a signal ends it.
struct ServeCommand {
    private let configuration: ServerConfiguration
    private let site: SiteConfiguration

    init(_ arguments: Arguments, environment: [String: String] = Console.environment) throws {
        configuration = try ServerConfiguration(arguments, environment: environment)
        var site = try SiteConfiguration(arguments, data: arguments.operands.first)
        site.cacheBytes = try arguments.integer("cache-bytes", in: 0...1 << 40) ?? 64 << 20
        // Each event loop has a cache of its own.
        site.cacheBytes /= max(1, configuration.threads)
        self.site = site
    }

    func run() throws -> Int32 {
        Server.holdSignals()
        let site = try RosterSite(site) { Console.report("roster: \($0)") }
        let server = try Server(configuration: configuration, responders: site) { site.reload() }
        var announcement = ""
        for address in server.addresses { announcement += "roster: listening on \(address)\n" }
        for address in server.adminAddresses { announcement += "roster: metrics on \(address)/metrics\n" }
        let lines = announcement
        try server.run {
            // Who started the server and closed its output is served all the same.
            try? Console.write(lines)
        }
        site.stop()
        return 0
    }
}

extension ServerConfiguration {
    /// The server that the options and the environment describe.
    init(_ arguments: Arguments, environment: [String: String]) throws {
        self.init()
        if let addresses = try Self.listen(arguments, environment: environment) { listen = addresses }
        if let text = arguments.value("admin") { admin = [try Self.address(text, of: "admin", arguments)] }
        threads = try arguments.integer("threads", in: 1...64) ?? min(64, FileSystem.processorCount)
        trustedPeers = try Self.peers(arguments)
        usesProxyProtocol = arguments.isOn("proxy-protocol")
        if usesProxyProtocol, arguments.values("trust-proxy").isEmpty {
            let switchName = arguments.spelling(of: "proxy-protocol")
            throw UsageError("\(switchName) needs --trust-proxy: whose PROXY headers are believed")
        }
        let format = try arguments.choice("access-log", of: AccessLogFormat.allCases.map(\.rawValue))
        accessLog = format.flatMap(AccessLogFormat.init) ?? .combined
        headerTimeout = try arguments.seconds("header-timeout", in: 0.01...86_400) ?? headerTimeout
        bodyTimeout = try arguments.seconds("body-timeout", in: 0.01...86_400) ?? bodyTimeout
        idleTimeout = try arguments.seconds("idle-timeout", in: 0.01...86_400) ?? idleTimeout
        writeTimeout = try arguments.seconds("write-timeout", in: 0.01...86_400) ?? writeTimeout
        drainTimeout = try arguments.seconds("drain-timeout", in: 0...86_400) ?? drainTimeout
        maxConnections = try arguments.integer("max-connections", in: 1...1_000_000) ?? maxConnections
        maxUnsentBytes = try arguments.integer("max-unsent-bytes", in: 1 << 20...1 << 40) ?? maxUnsentBytes
        limits.headBytes = try arguments.integer("max-header-bytes", in: 1024...1_048_576) ?? limits.headBytes
    }

    /// Where to listen: the options, else `PORT` on all addresses, else nothing said.
    private static func listen(_ arguments: Arguments, environment: [String: String]) throws -> [ListenAddress]? {
        let texts = arguments.values("listen")
        if !texts.isEmpty { return try texts.map { try address($0, of: "listen", arguments) } }
        guard let port = environment["PORT"], !port.isEmpty else { return nil }
        let isNumber = port.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        guard isNumber, let number = Int(port), 1...65_535 ~= number, let address = ListenAddress("0.0.0.0:\(number)")
        else {
            throw UsageError("PORT: '\(port)' is not a number from 1 to 65535")
        }
        return [address]
    }

    private static func address(
        _ text: String,
        of option: String,
        _ arguments: Arguments
    ) throws(UsageError) -> ListenAddress {
        if let address = ListenAddress(text) { return address }
        throw arguments.badValue(
            text,
            for: option,
            expected: "an address such as 127.0.0.1:8080, [::1]:8080 or unix:/run/roster.sock"
        )
    }

    private static func peers(_ arguments: Arguments) throws(UsageError) -> TrustedPeers {
        var peers = TrustedPeers()
        for text in arguments.values("trust-proxy") where !peers.add(text) {
            let expected = "an address, a network such as 10.0.0.0/8, or 'unix'"
            throw arguments.badValue(text, for: "trust-proxy", expected: expected)
        }
        return peers
    }
}
