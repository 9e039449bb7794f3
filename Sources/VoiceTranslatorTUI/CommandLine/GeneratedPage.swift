/// What `--generate` prints, made of the tables of commands and options.
enum GeneratedPage: String, CaseIterable {
  case man, bash, zsh, fish

  var text: String {
    switch self {
    case .man: ManPage.text
    case .bash: BashCompletion.text
    case .zsh: ZshCompletion.text
    case .fish: FishCompletion.text
    }
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}
