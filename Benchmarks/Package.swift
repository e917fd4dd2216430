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
    ],
    swiftLanguageModes: [.v6],
)
