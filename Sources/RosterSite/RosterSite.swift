internal import Bytes
public import HTTP

/// The whole site: makes one responder per event loop over one live snapshot of the data folder.
public final class RosterSite: ResponderFactory {
    /// Reads the folders; `log` gets one line for each thing worth an operator's look, from any thread.
    ///
    /// Throws when the site can't start at all: no such folder, a template that does not compile.
    public init(_ configuration: SiteConfiguration, log: @escaping @Sendable (String) -> Void) throws {}

    /// Reads data, templates and assets again; what is broken keeps its last good state. Called on SIGHUP.
    public func reload() {}

    /// Ends the thread that watches the folder.
    public func stop() {}

    /// A responder for one event loop.
    public func makeResponder() -> any Responder { Unavailable() }
}

private final class Unavailable: Responder {
    func respond(to request: borrowing HTTPRequest, body: inout OutputBuffer) -> HTTPResponse {
        HTTPResponse(.serviceUnavailable)
    }
}
