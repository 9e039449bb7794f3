import TranslationClient
import VoiceTranslatorCore

extension Notice {
  /// What a backend's error means to the user, and what to do about it.
  init(_ error: BackendError) {
    let name = error.backend == "engine" ? "The built-in engine" : "The backend '\(error.backend)'"
    let place = error.host.map { " at \($0)" } ?? ""
    let stage = error.stage.map { " while it was to \($0.rawValue)" } ?? ""
    let because = Self.because(error.detail)
    let another = "choose another backend with --backend"
    switch error.kind {
    case .unreachable:
      self.init(
        "\(name)\(place) can't be reached\(because).",
        remedy: error.backend == "engine"
          ? "It is started again by itself." : "Check the network and its url, or \(another).")
    case .unauthorized:
      self.init(
        "\(name)\(place) refused the key\(because).",
        remedy: "Set the key named by key_env or key_file in its [backends.\(error.backend)] table.")
    case .rateLimited(let wait):
      let pause = wait.map { " Try again in \(max(1, Int($0 / .seconds(1)))) s" } ?? " Try again in a while"
      self.init("\(name)\(place) has had too many requests.", remedy: "\(pause.dropFirst()), or \(another).")
    case .quotaExceeded:
      self.init("The account at \(name)\(place) is used up.", remedy: "Top it up, or \(another).")
    case .unsupportedLanguages:
      self.init(
        "\(name) has no such language pair\(because).", remedy: "Choose another language, or \(another).")
    case .timedOut:
      self.init("\(name)\(place) gave no answer in time\(stage).", remedy: "Try again, or \(another).")
    case .tooLarge:
      self.init(
        "The recording is too long for \(name)\(because).", remedy: "Speak in shorter takes, or \(another).")
    case .rejected:
      self.init(
        "\(name)\(place) refused the request\(stage)\(because).",
        remedy: "Check the models and voices in its [backends.\(error.backend)] table.")
    case .redirected:
      self.init(
        "\(name)\(place) sends the caller elsewhere\(because); nothing was sent there.",
        remedy: "If you trust that place, write it as the url.")
    case .untrusted:
      self.init(
        "The certificate at \(name.prefix(1).lowercased() + name.dropFirst())\(place) isn't trusted\(because).",
        remedy: "Name its authority's certificate with ca_file, or \(another).")
    case .protocolViolation:
      self.init(
        "\(name)\(place) answered something else than was asked\(stage)\(because).",
        remedy: "Check its url, or \(another).")
    case .failed:
      self.init("\(name)\(place) failed\(stage)\(because).", remedy: "Try again, or \(another).")
    case .cancelled:
      self.init("The turn was cancelled.", isError: false)
    }
  }
}
