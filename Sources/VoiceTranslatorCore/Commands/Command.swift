/// What a key can ask for. The raw value is its name in the setting `ui.keys`.
public enum Command: String, Sendable, Hashable, CaseIterable {
  /// One row up in the picker, among the lines, or in a menu.
  case up
  /// One row down in the picker, among the lines, or in a menu.
  case down
  /// A page up.
  case pageUp = "page_up"
  /// A page down.
  case pageDown = "page_down"
  /// The first row.
  case first
  /// The last row.
  case last
  /// The picker shows source languages.
  case sources
  /// The picker shows target languages; on a line, other readings of what was heard.
  case targets
  /// Start filtering the picker; among the lines, start searching them.
  case filter
  /// Keep the picker's language as one of several targets, or give it up again.
  case addTarget = "add_target"
  /// Put the picker's language at the head of the list, or take it away from there.
  case favourite
  /// Exchange the two sides.
  case swap
  /// Give each of two people a talk key of their own.
  case twoSides = "two_sides"
  /// Find out which of the two languages was spoken.
  case findSide = "find_side"
  /// Let utterances begin and end by themselves.
  case handsFree = "hands_free"
  /// Type an utterance instead of speaking.
  case typeText = "type"
  /// Correct what was heard; it is translated and spoken again.
  case edit
  /// Speak the translation again.
  case replay
  /// Speak the translation again, slowly.
  case replaySlowly = "replay_slowly"
  /// Translate the translation back.
  case backTranslate = "back_translate"
  /// Copy the translation to the clipboard.
  case copy
  /// Take a line off the screen.
  case remove
  /// Close the microphone, or open it again.
  case muteMicrophone = "mute_microphone"
  /// Let the speech wait, or go on.
  case pauseSpeech = "pause"
  /// Speech is softer.
  case softer
  /// Speech is louder.
  case louder
  /// Speech is slower.
  case slower
  /// Speech is faster.
  case faster
  /// Show the microphones and speakers.
  case devices
  /// Show the recordings that wait to be translated.
  case unsent
  /// Send everything that waits.
  case sendWaiting = "send_waiting"
  /// Mute or unmute the speech.
  case muteSpeech = "mute_speech"
  /// Choose the voice of the target.
  case voice
  /// Show the newest translation as large as possible.
  case bigText = "big_text"
  /// Show or hide the times per stage.
  case times
  /// Keep nothing on disk, or keep it again.
  case privacy = "private"
  /// Begin a new conversation.
  case newConversation = "new_conversation"
  /// Look through the conversations that were kept.
  case history
  /// Write the conversation to a file.
  case export
  /// Clear the screen.
  case clear
  /// Go to the lines of the conversation.
  case lines
  /// The next match of the search.
  case next
  /// The previous match of the search.
  case previous
  /// Scroll the conversation up.
  case scrollUp = "scroll_up"
  /// Scroll the conversation down.
  case scrollDown = "scroll_down"
  /// Go to the newest line.
  case newest
  /// Show the recent messages.
  case messages
  /// Show the commands and their keys.
  case help
  /// Accept; on a line, correct it.
  case accept
  /// Leave the open field or overlay, discard the recording, stop the speech, clear the message: the first of these
  /// that there is.
  case dismiss
  /// Stop what runs; a second time within two seconds leaves the program.
  case interrupt
  /// Draw the screen anew.
  case redraw
  /// Stop the program and give the terminal to the shell.
  case suspend
  /// Leave the program, asking first while a turn runs.
  case quit
}
