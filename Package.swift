// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// GNU extensions (eventfd, pthread names, wide ncurses) are needed by the shims, and warnings stop the build.
let shim: [CSetting] = [
  .define("_GNU_SOURCE"),
  .define("_XOPEN_SOURCE_EXTENDED", to: "1"),
  .treatAllWarnings(as: .error),
]

// With VOICE_TRANSLATOR_FUZZ=1 the fuzzer is built too, and what it tests with its instrumentation.
let isFuzzing = Context.environment["VOICE_TRANSLATOR_FUZZ"] == "1"
let fuzzed: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []
let fuzzers: [Target] =
  isFuzzing
  ? [
    .executableTarget(
      name: "fuzz-key-decoder", dependencies: ["KeyDecoderChecks"], path: "Tests/Fuzz/KeyDecoder",
      swiftSettings: strict + fuzzed,
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
  ] : []

let package = Package(
  name: "voice-translator",
  products: [
    .executable(name: "voice-translator", targets: ["VoiceTranslatorTUI"])
  ],
  targets: [
    // Outside libraries, each behind a small C face: Swift never sees varargs, macros or C++.
    .target(name: "CALSA", cSettings: shim, linkerSettings: [.linkedLibrary("asound")]),
    .target(name: "CMpg123", cSettings: shim, linkerSettings: [.linkedLibrary("mpg123")]),
    .target(name: "CSpeexDSP", cSettings: shim, linkerSettings: [.linkedLibrary("speexdsp")]),
    .target(name: "CPulse", cSettings: shim),
    .target(name: "CSndFile", cSettings: shim, linkerSettings: [.linkedLibrary("sndfile")]),
    .target(name: "CCurl", cSettings: shim, linkerSettings: [.linkedLibrary("curl")]),
    .target(name: "CSQLite", cSettings: shim, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CTerm", cSettings: shim, linkerSettings: [.linkedLibrary("ncursesw")]),
    .target(name: "CSystem", cSettings: shim),
    .target(name: "CToml", cxxSettings: [.treatAllWarnings(as: .error)]),

    .target(name: "VoiceTranslatorCore", swiftSettings: strict + fuzzed),
    .target(
      name: "AudioIO",
      dependencies: ["VoiceTranslatorCore", "CALSA", "CMpg123", "CPulse", "CSndFile", "CSpeexDSP"],
      swiftSettings: strict),
    .target(
      name: "TranslationClient", dependencies: ["VoiceTranslatorCore", "CCurl"], swiftSettings: strict),
    .target(
      name: "ConversationHistory", dependencies: ["VoiceTranslatorCore", "CSQLite"], swiftSettings: strict),
    .executableTarget(
      name: "VoiceTranslatorTUI",
      dependencies: [
        "VoiceTranslatorCore", "AudioIO", "TranslationClient", "ConversationHistory", "CTerm", "CToml",
        "CSystem",
      ],
      swiftSettings: strict),

    .executableTarget(
      name: "ScreenBenchmark", dependencies: ["VoiceTranslatorCore"], path: "Benchmarks/Screen",
      swiftSettings: strict),
    .executableTarget(
      name: "SoundBenchmark", dependencies: ["AudioIO", "VoiceTranslatorCore"], path: "Benchmarks/Sound",
      swiftSettings: strict),
    // Crashes on purpose, for the tests of the crash guard.
    .executableTarget(
      name: "crash-probe", dependencies: ["CTerm"], path: "Tests/CrashProbe", swiftSettings: strict),
    .target(
      name: "KeyDecoderChecks", dependencies: ["VoiceTranslatorCore"], path: "Tests/Fuzz/Checks",
      swiftSettings: strict + fuzzed),
    .testTarget(
      name: "CoreTests", dependencies: ["VoiceTranslatorCore", "KeyDecoderChecks"],
      exclude: ["Screen/Golden", "Input/Outcomes"],
      swiftSettings: strict),
    .testTarget(name: "AudioIOTests", dependencies: ["AudioIO", "CALSA", "CSystem"], swiftSettings: strict),
    .testTarget(
      name: "TranslationClientTests", dependencies: ["TranslationClient"], swiftSettings: strict),
    .testTarget(
      name: "ConversationHistoryTests", dependencies: ["ConversationHistory"], swiftSettings: strict),
    .testTarget(name: "TUITests", dependencies: ["VoiceTranslatorTUI"], swiftSettings: strict),
  ] + fuzzers,
  cxxLanguageStandard: .cxx17
)
