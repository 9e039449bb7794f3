import FoundationEssentials

/// The variables this program was started with.
enum ProcessEnvironment {
  static func variables() -> [String: String] { ProcessInfo.processInfo.environment }

  /// What a child program gets: not the variables that hold keys.
  static func forChildren(_ variables: [String: String], without keys: some Sequence<String>) -> [String:
    String]
  {
    let keys = Set(keys)
    return variables.filter { !keys.contains($0.key) }
  }
}
