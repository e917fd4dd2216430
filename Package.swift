// swift-tools-version: 6.2

import PackageDescription

/// Swift 6 mode, every unsafe expression marked, every import explicit.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of ours, with the same strict settings everywhere.
func module(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// The tests of one target, which may also use the targets named.
func tests(of name: String, _ dependencies: Target.Dependency..., resources: [Resource] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name)] + dependencies,
        resources: resources,
        swiftSettings: strict,
    )
}

let package = Package(
    name: "roster",
    products: [
        .executable(name: "roster", targets: ["roster"]),
        .library(
            name: "RosterKit",
            targets: ["Bytes", "PropertyList", "Mustache", "Images", "HTTP", "RosterSite"],
        ),
    ],
    targets: [
        // Debian's libraries.
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .systemLibrary(name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        // C that Swift can't say: macros, setjmp, headers that clash with Foundation's.
        .target(name: "CPNG", dependencies: ["CLibPNG"]),
        .target(name: "CBytes"),
        .target(name: "CLinux"),
        .target(
            name: "CUnicode",
            linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")],
        ),
        // Each imports only what stands above it.
        module("Bytes", "CBytes"),
        module("PropertyList", "Bytes", "CLibXML2"),
        module("Mustache", "Bytes"),
        module("Images", "Bytes", "CPNG", "CDeflate"),
        module("HTTP", "Bytes", "CBytes", "CDeflate", "CBrotli"),
        module("HTTPServer", "Bytes", "HTTP", "CLinux"),
        module("RosterSite", "Bytes", "PropertyList", "Mustache", "Images", "HTTP", "CLinux", "CUnicode"),
        .executableTarget(
            name: "roster",
            dependencies: [
                "Bytes", "PropertyList", "Mustache", "Images", "HTTP", "HTTPServer", "RosterSite", "CLinux",
            ],
            swiftSettings: strict,
            // Starts in two thirds of the time, and runs where no toolchain is.
            linkerSettings: [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
        ),
        tests(of: "Bytes"),
        tests(of: "PropertyList", "Bytes"),
        tests(of: "Mustache", "Bytes"),
        tests(of: "Images", "Bytes", "CPNG", "CDeflate"),
        tests(of: "HTTP", "Bytes", "CDeflate"),
        tests(of: "HTTPServer", "Bytes", "HTTP", "CLinux"),
        tests(of: "RosterSite", "Bytes", "PropertyList", "Mustache", "Images", "HTTP"),
        // End to end: the built program, over loopback.
        .testTarget(name: "WebTests", dependencies: ["roster"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11,
)
