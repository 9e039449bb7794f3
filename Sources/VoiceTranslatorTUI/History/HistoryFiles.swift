import AudioIO
import ConversationHistory
import Glibc
import VoiceTranslatorCore

/// The history's place on disk: the database, and the recordings where they are kept.
struct HistoryFiles: Sendable {
  let folder: String

  init(_ paths: Paths) { folder = paths.data }

  var database: String { folder + "/history.sqlite" }

  /// The recordings of a conversation.
  func audioFolder(_ uuid: String) -> String { "\(folder)/history-audio/\(uuid)" }

  /// The recording of an utterance.
  func audio(_ uuid: String, _ number: Int) -> String { "\(audioFolder(uuid))/\(number).wav" }

  /// Opens the history, its folder included; a damaged one is set aside.
  func open(isKnownDamaged: Bool = false) throws(HistoryError) -> (store: HistoryStore, setAside: String?) {
    do throws(Folder.Failure) {
      try Folder.makePrivate(folder)
    } catch {
      throw HistoryError.failed(file: error.path, reason: error.reason)
    }
    return try HistoryStore.openOrReplace(
      file: database, stamp: LocalTime.stamp(), isKnownDamaged: isKnownDamaged)
  }

  /// Keeps the recording of an utterance. False, with `errno` set, when that failed.
  func keep(_ samples: [Int16], _ uuid: String, _ number: Int) -> Bool {
    guard (try? Folder.makePrivate(audioFolder(uuid))) != nil else { return false }
    let bytes = WAVEHeader.bytes(samples: samples.count) + samples.withUnsafeBytes { Array($0) }
    return PrivateFile.replace(audio(uuid, number), with: bytes)
  }

  /// Adds to a conversation where its recordings are.
  func withAudio(_ conversation: Conversation) -> Conversation {
    var conversation = conversation
    for index in conversation.utterances.indices {
      let path = audio(conversation.uuid, conversation.utterances[index].number)
      if access(path, R_OK) == 0 { conversation.utterances[index].audio = path }
    }
    return conversation
  }

  /// Deletes the recordings of conversations.
  func forgetAudio(_ uuids: [String]) {
    for uuid in uuids {
      let folder = audioFolder(uuid)
      for name in Folder.names(in: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }
}
