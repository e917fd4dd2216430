# Roster: `make run` serves the sample data, `make test` runs every test.

SWIFT_BUILD_FLAGS := --explicit-target-dependency-import-check error
RELEASE_FLAGS := -c release $(SWIFT_BUILD_FLAGS)

.PHONY: run build test bench sanitize format lint clean

run: build
	.build/release/roster serve Data

build:
	@Scripts/install build
	swift build $(RELEASE_FLAGS) --product roster

test:
	@Scripts/install build test
	Scripts/test

bench: build
	@Scripts/install bench
	Benchmarks/run

# The Swift tests under the address and the thread sanitizer. Leaks are not looked for: tests keep some views for ever.
sanitize:
	@Scripts/install build
	ASAN_OPTIONS=detect_leaks=0 swift test --disable-xctest --sanitize=address --scratch-path .build/address
	swift test --disable-xctest --sanitize=thread --scratch-path .build/thread

format:
	swift format --in-place --recursive Sources Tests Package.swift

lint:
	swift format lint --strict --recursive Sources Tests Package.swift

clean:
	rm -rf .build Benchmarks/.build Output
