/// The file that `config init` writes: every setting, explained and commented out, so that it changes nothing.
enum ConfigurationTemplate {
  static var text: String {
    var lines = [
      "# The configuration of voice-translator, in TOML (toml.io). What stands here is what holds anyway: take the #",
      "# away from a line to change it. Environment variables (VOICE_TRANSLATOR_ and the path in capitals, _ for",
      "# every dot) win over this file, and flags win over both. A change is taken up while the program runs.",
    ]
    var table = ""
    for setting in Setting.all where !setting.path.contains("*") {
      let parts = setting.path.split(separator: ".").map(String.init)
      let inside = parts.dropLast().joined(separator: ".")
      if inside != table {
        table = inside
        lines += ["", "[\(table)]"]
      } else {
        lines += [""]
      }
      lines += [
        "# \(sentence(setting.help)) It is \(setting.kind.allowed).",
        "# \(parts.last ?? "") = \(setting.sample)",
      ]
    }
    return (lines + [""] + backends).joined(separator: "\n") + "\n"
  }

  /// What can be said of a backend, whose name is the user's.
  private static var backends: [String] {
    var lines = [
      "# A backend of your own; name it in backend above. All that can be said of one:",
      "# [backends.mycloud]",
    ]
    for setting in Setting.all where setting.path.hasPrefix("backends.*.") {
      let name = setting.path.dropFirst("backends.*.".count)
      lines.append("#   \(name): \(setting.help); \(setting.kind.allowed)")
    }
    return lines + [
      "# For example:", "# kind = \"openai\"", "# url = \"https://api.example.com/v1\"",
      "# key_env = \"EXAMPLE_API_KEY\"", "# recognize = { model = \"whisper-1\" }",
      "# translate = { model = \"gpt-4o-mini\", register = \"natural\" }",
      "# speak = { model = \"tts-1\", voice = \"alloy\" }",
    ]
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
