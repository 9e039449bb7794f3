/// One line of the table of commands: its keys unless the user chose others, where they count, and the words for it.
public struct CommandEntry: Sendable {
  /// Where keys go when no text field and no overlay is open.
  public enum Place: Sendable, Hashable, CaseIterable {
    /// To talking and the picker.
    case talk
    /// To the lines of the conversation.
    case lines
  }

  /// The command.
  public let command: Command
  /// Its keys unless the user chose others, as ``KeyStroke/init(name:)`` reads them.
  public let keys: [String]
  /// Where the keys count.
  public let places: Set<Place>
  /// A line for people.
  public let help: String

  init(_ command: Command, _ keys: String..., places: Set<Place> = [.talk], help: String) {
    self.command = command
    self.keys = keys
    self.places = places
    self.help = help
  }

  /// Every command, in the order of the menu.
  public static let all: [CommandEntry] = [
    CommandEntry(.filter, "/", places: both, help: "filter the languages; among the lines: search"),
    CommandEntry(.addTarget, "+", help: "keep this language as one of several targets, or no longer"),
    CommandEntry(.favourite, "f", help: "put this language at the head of the list, or no longer"),
    CommandEntry(.swap, "tab", help: "swap the two sides"),
    CommandEntry(.twoSides, "2", help: "two people, each with a talk key"),
    CommandEntry(.findSide, "a", help: "find out which of the two languages was spoken"),
    CommandEntry(.handsFree, "h", help: "hands-free: speak, pause, listen"),
    CommandEntry(.typeText, "i", help: "type instead of speaking"),
    CommandEntry(.edit, "e", places: both, help: "correct what was heard"),
    CommandEntry(.replay, "r", places: both, help: "speak the translation again"),
    CommandEntry(.replaySlowly, "R", places: both, help: "speak it again, slowly"),
    CommandEntry(.backTranslate, "b", places: both, help: "translate the translation back"),
    CommandEntry(.copy, "y", places: both, help: "copy the translation"),
    CommandEntry(.pauseSpeech, "p", places: both, help: "pause the speech, or go on"),
    CommandEntry(.softer, "[", places: both, help: "softer"),
    CommandEntry(.louder, "]", places: both, help: "louder"),
    CommandEntry(.slower, "<", places: both, help: "play speech slower"),
    CommandEntry(.faster, ">", places: both, help: "play speech faster"),
    CommandEntry(.muteMicrophone, "m", places: both, help: "microphone on or off"),
    CommandEntry(.sendWaiting, "U", places: both, help: "send what waits"),
    CommandEntry(.muteSpeech, "M", places: both, help: "speech on or off"),
    CommandEntry(.voice, "v", help: "the voice of the target"),
    CommandEntry(.bigText, "F", help: "the newest translation in big letters"),
    CommandEntry(.devices, "d", help: "microphones and speakers: choose, test"),
    CommandEntry(.unsent, "u", help: "recordings that wait to be translated"),
    CommandEntry(.times, "t", places: both, help: "times per stage on or off"),
    CommandEntry(.privacy, "P", help: "private: nothing goes to disk"),
    CommandEntry(.newConversation, "n", help: "begin a new conversation"),
    CommandEntry(.history, "H", help: "conversations that were kept"),
    CommandEntry(.export, "x", places: both, help: "write the conversation to a file"),
    CommandEntry(.clear, "c", help: "clear the screen"),
    CommandEntry(.lines, "l", help: "go to the lines"),
    CommandEntry(.next, "n", places: [.lines], help: "the next match"),
    CommandEntry(.previous, "N", places: [.lines], help: "the previous match"),
    CommandEntry(.remove, "delete", places: [.lines], help: "take the line off the screen"),
    CommandEntry(.up, "up", places: both, help: "up: language, line"),
    CommandEntry(.down, "down", places: both, help: "down: language, line"),
    CommandEntry(.pageUp, "page_up", places: both, help: "a page up"),
    CommandEntry(.pageDown, "page_down", places: both, help: "a page down"),
    CommandEntry(.first, "home", places: both, help: "the first language, the first line"),
    CommandEntry(.last, "end", places: both, help: "the last language, the newest line"),
    CommandEntry(.sources, "left", help: "the list shows source languages"),
    CommandEntry(
      .targets, "right", places: both, help: "the list shows target languages; on a line: other readings"),
    CommandEntry(.scrollUp, "k", places: both, help: "scroll the conversation up"),
    CommandEntry(.scrollDown, "j", places: both, help: "scroll it down"),
    CommandEntry(.newest, "G", places: both, help: "go to its end"),
    CommandEntry(.messages, "!", places: both, help: "recent messages"),
    CommandEntry(.help, "?", places: both, help: "this menu"),
    CommandEntry(.accept, "enter", places: both, help: "accept; on a line: correct it"),
    CommandEntry(.dismiss, "esc", places: both, help: "discard, stop, clear, leave"),
    CommandEntry(.interrupt, "ctrl+c", places: both, help: "stop what runs; twice: quit"),
    CommandEntry(.redraw, "ctrl+l", places: both, help: "redraw"),
    CommandEntry(.suspend, "ctrl+z", places: both, help: "suspend"),
    CommandEntry(.quit, "q", places: both, help: "quit"),
  ]

  private static let both: Set<Place> = [.talk, .lines]
}
