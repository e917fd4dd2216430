// swift-tools-version: 6.2

import PackageDescription

/// Measurements, apart from the product: `swift run -c release --package-path Benchmarks NAME`.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "roster", path: "..")],
    targets: [
        // Counts the heap allocations of the program it is linked into.
        .target(name: "CAllocations"),
        .executableTarget(
            name: "RenderBench",
            dependencies: ["CAllocations", .product(name: "RosterKit", package: "roster")],
        ),
        // libxml2 alone, as a yardstick.
        .systemLibrary(name: "CLibXML2Flags", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "CNoopSAX", dependencies: ["CLibXML2Flags"]),
        .executableTarget(
            name: "PropertyListBench",
            dependencies: ["CNoopSAX", .product(name: "RosterKit", package: "roster")],
        ),
        // libpng's own encoder, the yardstick of StretchBench.
        .target(name: "CLibPNGEncode", linkerSettings: [.linkedLibrary("png")]),
        .executableTarget(
            name: "StretchBench",
            dependencies: ["CAllocations", "CLibPNGEncode", .product(name: "RosterKit", package: "roster")],
        ),
    ],
    swiftLanguageModes: [.v6],
)
