import Foundation
import Testing
import VoiceTranslatorCore

@testable import VoiceTranslatorTUI

@Suite struct PagesTests {
  private let readme: String = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)) ?? ""
  }()

  @Test func `the README lists every setting with the words that the program has for it`() {
    for setting in Setting.all {
      let help = setting.help.replacing("|", with: "\\|")
      let isListed = readme.contains("| `\(setting.path)` | \(help) |")
      #expect(isListed, "\(setting.path)")
    }
  }

  @Test func `the README names every command`() {
    for command in CommandName.allCases.dropFirst() {
      let isNamed =
        readme.contains("`\(command.rawValue)`") || readme.contains("voice-translator \(command.rawValue)")
      #expect(isNamed, "\(command.rawValue)")
    }
  }

  @Test func `the README names every command that a key can be bound to`() {
    for command in Command.allCases { #expect(readme.contains("`\(command.rawValue)`"), "\(command)") }
  }
}
