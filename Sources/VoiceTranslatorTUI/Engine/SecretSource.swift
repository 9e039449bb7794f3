import Glibc
import TranslationClient

/// Where a backend's key comes from: an environment variable, a file that only the user can read, or a command.
struct SecretSource {
  let environment: [String: String]
  /// Variables that hold keys: the command doesn't get them.
  let keyVariables: [String]

  /// Why there is no key.
  struct Failure: Error, Equatable {
    /// To follow the setting's name.
    var reason: String
    var remedy: String
  }

  /// The key in a variable.
  func variable(_ name: String) throws(Failure) -> Secret {
    guard let key = environment[name], !key.isEmpty else {
      throw Failure(reason: "names \(name), which is not set", remedy: "Set it: export \(name)=…")
    }
    return try checked(key, "names \(name), whose value")
  }

  /// The key in a file. A file that others can read is no place for a key.
  func file(_ path: String) throws(Failure) -> Secret {
    var status = stat()
    guard stat(path, &status) == 0, let key = PrivateFile.read(path) else {
      throw Failure(
        reason: "names \(path), which can't be read: \(String(cString: strerror(errno)))",
        remedy: "Check the name.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(reason: "names \(path), which others can read", remedy: "Run chmod 600 \(path).")
    }
    return try checked(key, "names \(path), whose content")
  }

  /// The first line that a command prints, within ten seconds.
  func command(_ line: String) throws(Failure) -> Secret {
    let children = ProcessEnvironment.forChildren(environment, without: keyVariables)
    guard let output = CommandOutput.of(line, environment: children, within: .seconds(10)) else {
      throw Failure(reason: "failed or took longer than ten seconds", remedy: "Run it by hand: \(line)")
    }
    return try checked(String(output.prefix { !$0.isNewline }), "printed a key that")
  }

  private func checked(_ key: String, _ what: String) throws(Failure) -> Secret {
    let isPrintable = key.unicodeScalars.allSatisfy {
      $0.isASCII && $0.value >= 0x20 || $0 == "\n" || $0 == "\r"
    }
    guard isPrintable, key.contains(where: { !$0.isWhitespace }) else {
      throw Failure(reason: "\(what) is no key", remedy: "A key is one line of ASCII.")
    }
    return Secret(key)
  }
}
