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

  @Test(arguments: [
    (["history", "serch", "x"], "search"), (["config", "int"], "init"), (["unsent", "lst"], "list"),
  ])
  func `a verb that is nearly right is suggested`(arguments: [String], meant: String) {
    #expect { try Invocation(arguments: arguments) } throws: {
      ($0 as? UsageError)?.remedy == "Did you mean '\(meant)'?"
    }
  }

  @Test func `a verb takes the words after it, and the first verb is meant when there is none`() throws {
    let save = try Invocation(arguments: ["--offline", "unsent", "save", "a", "b.wav"])
    #expect(save.command == .unsent && save.verb == "save" && save.operands == ["a", "b.wav"])
    #expect(try Invocation(arguments: ["history"]).verb == "list")
    #expect(try Invocation(arguments: ["history", "search", "two", "words"]).operands == ["two", "words"])
  }

  @Test(arguments: [
    ["unsent", "save", "a"], ["unsent", "list", "a"], ["history", "show"], ["config", "path", "x"],
    ["devices", "x"],
    ["--to", "--offline"], ["doctor", "--format", "md"], ["history", "--speak", "x"],
  ])
  func `too few words, too many, and options of others are refused`(arguments: [String]) {
    #expect(throws: UsageError.self) { try Invocation(arguments: arguments) }
  }

  @Test func `the help lists every option of a command once, and every verb`() {
    for command in CommandName.allCases {
      let lines = HelpText.text(for: command).split(separator: "\n").map(String.init)
      for option in CommandOption.all {
        let count = lines.count { $0 == "  \(option.synopsis)" || $0.hasPrefix("  \(option.synopsis)  ") }
        #expect(count == (option.isKnown(to: command) ? 1 : 0), "\(option.synopsis) of \(command)")
      }
      for verb in command.verbs { #expect(lines.contains { $0.hasPrefix("  \(verb.name)") }) }
    }
  }

  @Test func `the manual page has every command, verb, option and setting`() {
    let page = ManPage.text
    let names =
      CommandName.allCases.flatMap { [$0.rawValue] + $0.verbs.map(\.name) }
      + CommandOption.all.map(\.synopsis)
      + Setting.all.map(\.path)
    for name in names { #expect(page.contains(ManPage.roff(name)), "\(name)") }
  }
}
