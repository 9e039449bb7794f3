/// Which key asks for which command, where keys are commands.
public struct KeyBindings: Sendable, Equatable {
  private var commands: [CommandEntry.Place: [KeyStroke: Command]] = [:]
  private var strokes: [Command: [KeyStroke]] = [:]

  /// Two commands that want the same key in the same place.
  public struct Conflict: Error, Equatable {
    /// The key.
    public let key: KeyStroke
    /// The commands, in the order of the table.
    public let commands: [Command]
  }

  /// The keys of ``CommandEntry/all``.
  public static let standard = KeyBindings(strokes: [:])

  /// The standard keys with the given commands on other keys; an empty list leaves a command without a key.
  /// Throws when a key would mean two commands.
  public init(changing changes: [Command: [KeyStroke]]) throws(Conflict) {
    self.init(strokes: changes)
    for place in CommandEntry.Place.allCases {
      var owners: [KeyStroke: Command] = [:]
      for entry in CommandEntry.all where entry.places.contains(place) {
        for stroke in strokes[entry.command] ?? [] {
          if let owner = owners[stroke], owner != entry.command {
            throw Conflict(key: stroke, commands: [owner, entry.command])
          }
          owners[stroke] = entry.command
        }
      }
    }
  }

  private init(strokes changes: [Command: [KeyStroke]]) {
    for entry in CommandEntry.all {
      let keys = changes[entry.command] ?? entry.keys.compactMap { KeyStroke(name: $0) }
      strokes[entry.command] = keys
      for place in entry.places {
        for stroke in keys { commands[place, default: [:]][stroke] = entry.command }
      }
    }
  }

  /// The command of a key in a place; nil for none.
  public func command(for key: Key, in place: CommandEntry.Place) -> Command? {
    KeyStroke(key).flatMap { commands[place]?[$0] }
  }

  /// The commands that are on other keys than ``standard``'s, with their keys.
  public var changes: [Command: [KeyStroke]] {
    strokes.filter { $0.value != Self.standard.strokes[$0.key] }
  }

  /// The first key of a command as the screen names it; empty when it has none.
  public func label(of command: Command) -> String { strokes[command]?.first?.label ?? "" }
}
