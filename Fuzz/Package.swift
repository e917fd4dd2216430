// swift-tools-version: 6.2

import PackageDescription

/// Fuzzers, apart from the product. Fuzz/run builds one with libFuzzer and the address sanitizer and runs it.
let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "roster", path: "..")],
    targets: [
        // What compiler-rt's libFuzzer exports.
        .target(name: "CLibFuzzer"),
        .executableTarget(
            name: "ImagesFuzz",
            dependencies: ["CLibFuzzer", .product(name: "RosterKit", package: "roster")],
        ),
        .executableTarget(
            name: "PropertyListFuzz",
            dependencies: ["CLibFuzzer", .product(name: "RosterKit", package: "roster")],
        ),
        .executableTarget(
            name: "RequestFuzz",
            dependencies: ["CLibFuzzer", .product(name: "RosterKit", package: "roster")],
        ),
    ],
    swiftLanguageModes: [.v6],
)
