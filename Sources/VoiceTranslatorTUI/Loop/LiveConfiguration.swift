import AudioIO
import VoiceTranslatorCore

/// Takes a changed configuration up while the program runs.
struct LiveConfiguration {
  /// What must be done where the loop doesn't do it itself.
  let useBackend: (ProgramContext) throws(ConfigurationError) -> Void

  /// The context with the configuration as it is on disk now, and what the session is to hear of it. Nil: nothing
  /// changed. Throws when the file is wrong; then nothing changes.
  func reread(_ context: ProgramContext) throws(ConfigurationError) -> (ProgramContext, [Event])? {
    let old = context.configuration
    let new = try context.reread()
    guard new != old else { return nil }
    let changed = context.with(new)
    if Self.needsBackend(old, new) { try useBackend(changed) }
    var events = [
      Event.configured(
        changed.preferences, source: new.source == old.source ? nil : new.source,
        targets: new.targets == old.targets ? nil : new.targets)
    ]
    let later = Self.takenUpLater(old, new)
    events.append(
      .noticed(
        later.isEmpty
          ? Notice("The changed configuration is taken up.", isError: false)
          : Notice(
            "The changed configuration is taken up, but \(later.joined(separator: ", ")) only at the next start.",
            isError: false)))
    return (changed, events)
  }

  private static func needsBackend(_ old: Configuration, _ new: Configuration) -> Bool {
    old.backends != new.backends || old.backendSettings != new.backendSettings
      || old.engineSocket != new.engineSocket || old.engineCommand != new.engineCommand
      || old.engineThreads != new.engineThreads || old.engineModels != new.engineModels
  }

  /// What is fixed while the devices and the terminal are open.
  private static func takenUpLater(_ old: Configuration, _ new: Configuration) -> [String] {
    [
      ("audio.capture", old.capture != new.capture), ("audio.playback", old.playback != new.playback),
      ("audio.pre_roll_ms", old.preRoll != new.preRoll), ("audio.hangover_ms", old.hangover != new.hangover),
      ("audio.warm", old.isMicrophoneWarm != new.isMicrophoneWarm),
      ("audio.lead_in_ms", old.leadIn != new.leadIn), ("audio.volume", old.volume != new.volume),
      ("audio.speed", old.playbackSpeed != new.playbackSpeed),
      ("audio.half_duplex", old.isHalfDuplex != new.isHalfDuplex),
      ("audio.echo_cancellation", old.cancelsEcho != new.cancelsEcho),
      ("ui.color", old.hasColor != new.hasColor), ("ui.mouse", old.hasMouse != new.hasMouse),
      ("ui.linear", old.isLinear != new.isLinear),
      ("hold.source", old.holdSource != new.holdSource),
      ("spool.enabled", old.spools != new.spools),
    ].filter(\.1).map(\.0)
  }
}

extension ProgramContext {
  /// Wishes that every turn's request carries.
  var preferences: Session.Preferences {
    var preferences = Session.Preferences(
      voices: choices.voices.merging(configuration.voices) { $1 }, speed: configuration.speed,
      speaks: configuration.speaks,
      isPrivate: configuration.isPrivate, bindings: configuration.bindings, talkKeys: configuration.talkKeys)
    preferences.glossary = configuration.glossary
    return preferences
  }
}
