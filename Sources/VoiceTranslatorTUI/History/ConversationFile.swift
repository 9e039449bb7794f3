import Glibc
import VoiceTranslatorCore

/// Writes a conversation to a file of the user's choice.
enum ConversationFile {
  /// The ending of the name tells the form; a file that is there is never overwritten, the next free number is taken.
  /// Gives what to tell the user.
  static func write(_ conversation: Conversation, to path: String) -> Notice {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = parts.last.map(String.init) ?? ""
    let ending = name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) }
    guard let format = ending.map({ ExportFormat(rawValue: $0.lowercased()) }) ?? .md else {
      return Notice(
        "'.\(ending ?? "")' is no form of an export.",
        remedy: "End the name with .md, .txt, .srt, .vtt or .json.")
    }
    let free = unused(ending == nil ? path + ".md" : path)
    guard PrivateFile.replace(free, with: format.text(of: [conversation])) else {
      return Notice(
        "\(free) can't be written: \(String(cString: strerror(errno))).", remedy: "Choose another place.")
    }
    return Notice("Written to \(free).", isError: false)
  }

  private static func unused(_ path: String) -> String {
    guard access(path, F_OK) == 0, let dot = path.lastIndex(of: ".") else { return path }
    var number = 2
    while access("\(path[..<dot])-\(number)\(path[dot...])", F_OK) == 0 { number += 1 }
    return "\(path[..<dot])-\(number)\(path[dot...])"
  }
}
