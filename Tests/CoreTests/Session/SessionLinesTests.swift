import Testing
import VoiceTranslatorCore

@Suite struct SessionLinesTests {
  var state = ScreenState("lines", columns: 80, rows: 24)

  @Test mutating func `scrolling stops at the first line and at the newest`() {
    for _ in 0..<200 { state.update(.wheel(-1)) }
    #expect(text.contains("nearest train"))
    let top = state.session.scroll
    state.update(.wheel(-1))
    #expect(state.session.scroll == top)
    for _ in 0..<200 { state.update(.wheel(1)) }
    #expect(state.session.scroll == .newest && text.contains("number 12."))
  }

  @Test mutating func `every line comes by, once, when the conversation is scrolled through`() {
    for _ in 0..<200 { state.update(.command(.scrollUp)) }
    var seen: Set<String> = []
    for _ in 0..<80 {
      for number in 1...12 where text.contains("sentence number \(number).") { seen.insert("\(number)") }
      state.update(.command(.scrollDown))
    }
    #expect(seen.count == 12)
  }

  @Test mutating func `a new turn shows the end of the conversation again`() {
    state.update(.command(.first))
    #expect(state.session.scroll != .newest)
    _ = state.begin()
    #expect(state.session.scroll == .newest && state.session.focus == .talk)
  }

  @Test mutating func `while lines come in, what is being read stays in its place`() {
    let id = state.begin()
    for _ in 0..<5 { state.update(.wheel(-1)) }
    let before = text.split(separator: "\n")[2...10]
    state.update(.output(id, .recognized(Hypothesis(text: "A long story. And more of it.", isFinal: false))))
    #expect(text.split(separator: "\n")[2...10] == before)
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 6)])
  func `the selected line is always shown`(columns: Int, rows: Int) {
    var state = ScreenState("lines", columns: columns, rows: rows)
    var random = SplitMix(seed: 5)
    for _ in 0..<100 {
      let commands: [Command] = [.up, .down, .pageUp, .pageDown, .first, .last, .next]
      state.update(.command(commands.randomElement(using: &random) ?? .up))
      guard case .lines(let selected) = state.session.focus else { continue }
      let word = selected == 0 ? "train" : "\(selected)."
      let canvas = state.session.screen(columns: columns, rows: rows, state.context)
      let lines = (0..<rows).filter { y in canvas[row: y].contains { $0.style.isReverse } }
        .map { y in canvas[row: y].map(\.text).joined() }
      #expect(lines.contains { $0.contains(word) }, "\(selected) in \(lines)")
    }
  }

  @Test mutating func `n and N go to older and newer matches, and around`() {
    state.update(.command(.last))
    state.update(.key(Key(.character("/"), text: "/")))
    state.update(.typed("NUMBER 1"))
    state.update(.key(Key(.enter)))
    var seen: [Int] = []
    for key in ["n", "n", "n", "n", "N"] {
      if case .lines(let selected) = state.session.focus { seen.append(selected) }
      state.update(.key(Key(.character(Character(key)), text: key)))
    }
    #expect(seen == [12, 11, 10, 1, 12])
    #expect(state.session.focus == .lines(selected: 1))
  }

  @Test mutating func `a search that finds nothing says so and stays`() {
    state.update(.command(.filter))
    state.update(.typed("nowhere"))
    state.update(.key(Key(.enter)))
    #expect(state.session.notice?.message == "'nowhere' is in no line.")
  }

  @Test mutating func `Del takes the line off the screen, and Esc leads back to talking`() {
    let count = state.session.transcript.count
    state.update(.key(Key(.delete)))
    #expect(state.session.transcript.count == count - 1)
    state.update(.key(Key(.escape)))
    #expect(state.session.focus == .talk)
  }

  @Test mutating func `clearing the screen keeps a turn that still runs`() {
    let id = state.begin()
    state.update(.talkEnded)
    #expect(state.session.update(.command(.newConversation), at: at(5)) == [.beginConversation])
    #expect(state.session.entries.map(\.id) == [id])
    state.update(.output(id, .recognized(Hypothesis(text: "Still here", isFinal: true))))
    #expect(state.session.entries[0].heard == "Still here")
  }

  private var text: String { state.session.screen(columns: 80, rows: 24, state.context).text }
}
