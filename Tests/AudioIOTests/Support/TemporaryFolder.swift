import CSystem
import Foundation
import Glibc

/// A folder that goes away with its owner.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "voice-translator-tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file; returns its path.
  @discardableResult
  func write(_ bytes: some Collection<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// A file's bytes; none when there is no such file.
  func read(_ name: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: file(name)) ?? Data()) }
}

/// Runs a program to its end; it must succeed.
///
/// Not with Foundation's `Process`: that ends only when nobody has its descriptor any more, and a sound server which
/// another test starts at the same moment inherits it for good.
func run(_ arguments: [String]) throws {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  for descriptor: Int32 in 0...2 {
    posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
  }
  csystem_close_from(&actions, 3)
  let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
  var words = (["/usr/bin/env"] + arguments).map { strdup($0) } + [nil]
  var variables = environment.map { strdup($0) } + [nil]
  defer { for text in words + variables { free(text) } }
  var child: pid_t = 0
  guard posix_spawn(&child, "/usr/bin/env", &actions, nil, &words, &variables) == 0 else {
    throw ProgramFailure(program: arguments[0])
  }
  var status: Int32 = 0
  while waitpid(child, &status, 0) < 0 && errno == EINTR {}
  guard status == 0 else { throw ProgramFailure(program: arguments[0]) }
}

/// A program that a test needs did not do its work.
struct ProgramFailure: Error { var program: String }
