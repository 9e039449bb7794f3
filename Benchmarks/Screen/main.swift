// What a key press costs with 100,000 utterances in the conversation: `ScreenBenchmark` prints one JSON object.
import FoundationEssentials
import VoiceTranslatorCore

/// Milliseconds that a key press takes, from the key to the canvas that shows what it did: the median of many.
func milliseconds(_ commands: [Command], _ session: inout Session) -> Double {
  let clock = ContinuousClock()
  let moment = Moment(uptime: .seconds(1), clock: ClockTime(hour: 14, minute: 2))
  let times = commands.map { command in
    clock.measure {
      _ = session.update(.command(command), at: moment)
      _ = session.screen(columns: 120, rows: 40, ScreenContext(now: .seconds(1)))
    } / .milliseconds(1)
  }
  return times.sorted()[times.count / 2]
}

/// A conversation with so many utterances, as it comes about: every turn through the session.
func conversation(of count: Int) -> Session {
  var session = Session(source: .tag(.english), targets: [.spanish])
  for number in 1...count {
    let moment = Moment(uptime: .seconds(number), clock: ClockTime(hour: 14, minute: 2))
    for event: Event in [.talkStarted, .talkEnded] { _ = session.update(event, at: moment) }
    guard let id = session.entries.last?.id else { continue }
    let heard = Hypothesis(text: "This is sentence number \(number) of a long conversation.", isFinal: true)
    let translated = Translation(
      target: .spanish, text: "Esta es la frase número \(number) de una larga charla.")
    for event: Event in [
      .output(id, .recognized(heard)), .output(id, .translated(translated)), .turnEnded(id),
    ] { _ = session.update(event, at: moment) }
  }
  return session
}

/// Kilobytes of memory that the process alone has.
func anonymousMemory() -> Int {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
  return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
}

let before = anonymousMemory()
var session = conversation(of: 100_000)
let after = anonymousMemory()
let moment = Moment(uptime: .seconds(1), clock: ClockTime(hour: 14, minute: 2))
_ = session.update(.resized(columns: 120, rows: 40), at: moment)
_ = session.update(.command(.lines), at: moment)
let line = milliseconds(Array(repeating: .up, count: 500), &session)
let page = milliseconds(Array(repeating: .pageUp, count: 200), &session)
let ends = milliseconds(Array(repeating: [Command.first, .last], count: 50).flatMap(\.self), &session)
_ = session.update(.command(.filter), at: moment)
_ = session.update(.typed("number 5 "), at: moment)
let search =
  ContinuousClock().measure { _ = session.update(.key(Key(.enter)), at: moment) } / .milliseconds(1)
print(
  """
  {"line_ms": \(line), "page_ms": \(page), "ends_ms": \(ends), "search_ms": \(search),
   "megabytes": \(Double(after - before) / 1024)}
  """)
