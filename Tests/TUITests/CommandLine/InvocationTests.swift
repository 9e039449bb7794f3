import Testing

@testable import VoiceTranslatorTUI

@Suite struct InvocationTests {
  @Test func `options set settings and operands stay in order`() throws {
    let invocation = try Invocation(arguments: [
      "translate", "a.wav", "--from", "auto:en,es", "--to=none", "-", "--speak", "o.mp3", "--", "--odd.wav",
    ])
    #expect(invocation.command == .translate)
    #expect(invocation.operands == ["a.wav", "-", "--odd.wav"])
    #expect(invocation.options == ["--speak": "o.mp3"])
    #expect(invocation.settings.map(\.path) == ["from", "alternatives", "to"])
    #expect(invocation.settings.map(\.word) == ["auto", "en,es", ""])
  }

  @Test(arguments: [
    (["tranlate"], "translate"), (["--fromm", "en"], "--from"), (["translate", "--spek", "x"], "--speak"),
  ])
  func `a word that is nearly right is suggested`(arguments: [String], meant: String) {
    #expect { try Invocation(arguments: arguments) } throws: {
      ($0 as? UsageError)?.remedy == "Did you mean '\(meant)'?"
    }
  }

  @Test(arguments: [
    ["--from"], ["--to="], ["--offline=yes"], ["doctor", "--speak", "x"], ["nonsense-entirely"],
    ["--zzzzzzzzzzzz"],
  ])
  func `what can't be understood is refused`(arguments: [String]) {
    #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
  }

  @Test func `the help lists every option of a command once`() {
    for command in CommandName.allCases {
      let text = HelpText.text(for: command)
      for option in CommandOption.all {
        let count = text.split(separator: "\n").count { $0.contains("\(option.name) ") && $0.hasPrefix("  ") }
        #expect(option.isKnown(to: command) ? count >= 1 : count == 0, "\(option.name) of \(command)")
      }
    }
  }
}
