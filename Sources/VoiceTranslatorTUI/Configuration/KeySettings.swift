import VoiceTranslatorCore

/// Reads the table `ui.keys`: `{ replay = "z", quit = ["q", "ctrl+q"] }`.
enum KeySettings {
  /// The bindings of a table from the file.
  static func bindings(_ members: [(key: String, node: TOMLNode)]) throws(Setting.Mismatch) -> KeyBindings {
    var changes: [(String, [String])] = []
    for (name, node) in members {
      switch node.value {
      case .string(let key): changes.append((name, [key]))
      case .array(let nodes):
        var keys: [String] = []
        for node in nodes {
          guard case .string(let key) = node.value else {
            throw Setting.Mismatch(reason: "holds \(node.kind)")
          }
          keys.append(key)
        }
        changes.append((name, keys))
      default: throw Setting.Mismatch(reason: "holds \(node.kind) for '\(name)'")
      }
    }
    return try bindings(changes)
  }

  /// The bindings of a word such as `replay=z,quit=ctrl+q`.
  static func bindings(word: String) throws(Setting.Mismatch) -> KeyBindings {
    var changes: [(String, [String])] = []
    for pair in word.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw Setting.Mismatch(reason: "holds '\(pair)', which is no COMMAND=KEY")
      }
      changes.append((parts[0], [parts[1]]))
    }
    return try bindings(changes)
  }

  private static func bindings(_ changes: [(String, [String])]) throws(Setting.Mismatch) -> KeyBindings {
    var strokes: [Command: [KeyStroke]] = [:]
    for (name, keys) in changes {
      guard let command = Command(rawValue: name) else {
        let near = NearestWord.to(name, among: Command.allCases.map(\.rawValue))
        throw Setting.Mismatch(
          reason: "holds '\(name)', which is no command" + (near.map { " (did you mean '\($0)'?)" } ?? ""))
      }
      for key in keys {
        guard let stroke = KeyStroke(name: key) else {
          throw Setting.Mismatch(reason: "holds '\(key)' for '\(name)', which is no key")
        }
        strokes[command, default: []].append(stroke)
      }
    }
    do {
      return try KeyBindings(changing: strokes)
    } catch {
      let commands = error.commands.map { "'\($0.rawValue)'" }.joined(separator: " and ")
      throw Setting.Mismatch(reason: "gives \(commands) the same key '\(error.key)'")
    }
  }
}
