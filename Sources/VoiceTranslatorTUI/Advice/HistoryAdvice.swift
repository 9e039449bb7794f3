import ConversationHistory
import VoiceTranslatorCore

extension Notice {
  /// What a trouble with the history means to the user, and what to do about it.
  init(_ error: HistoryError) {
    switch error {
    case .damaged(let file):
      self.init("The history \(file) is damaged.", remedy: "Start voice-translator: it sets it aside.")
    case .newerSchema(let file, let found, let known):
      self.init(
        "The history \(file) was written by a newer version (form \(found), known here: \(known)).",
        remedy: "Use that version, or set history.enabled = false; nothing is changed.")
    case .noRoom(let file):
      self.init("The disk is full: the history \(file) can't be written.", remedy: "Make room.")
    case .busy(let file):
      self.init("Another program holds the history \(file).", remedy: "Close it, then try again.")
    case .noConversation(let id):
      self.init(
        "There is no conversation \(id).", remedy: "voice-translator history list shows those there are.")
    case .failed(let file, let reason):
      self.init(
        "The history \(file) can't be used: \(reason).",
        remedy: "Check the folder's permissions and its disk.")
    }
  }

  /// A damaged history was moved aside.
  init(historySetAside path: String) {
    self.init(
      "The history was damaged; it was set aside as \(path), and a new one begun.",
      remedy: "Restore it from a backup if you have one.")
  }
}
