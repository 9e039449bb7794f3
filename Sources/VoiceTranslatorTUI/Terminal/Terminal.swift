import CTerm
import Glibc
import VoiceTranslatorCore

/// Why there is no screen.
enum TerminalError: Error, Equatable {
  /// Standard input or output is no terminal.
  case notATerminal
  /// The terminal's type (`TERM`) is not known here.
  case unknownType(String)
  /// The system refused; the reason in its words.
  case failed(String)
}

/// The terminal while it is the program's: keys in, canvases or lines out. Main thread only.
final class Terminal {
  /// How the terminal tells of held keys, as far as it has answered.
  private(set) var mode = HoldMode.unanswered
  private(set) var isGone = false
  /// It draws the lines of a frame in two columns each, as in East Asian settings: they would tear the screen.
  private(set) var drawsWideFrames = false
  /// There is no screen: lines are written, and nothing is drawn.
  let isLinear: Bool
  private var decoder = KeyDecoder()
  /// What was drawn last; nil: everything is to be drawn anew.
  private(set) var shown: Canvas?

  /// A terminal without a screen; standard input and output may be anything.
  init(linear: Void) throws(TerminalError) {
    isLinear = true
    let problem = ct_open_linear()
    guard problem == 0 else { throw .failed(String(cString: strerror(problem))) }
    // What is no terminal answers nothing.
    if isatty(STDIN_FILENO) == 0 { mode = .withoutProtocol }
  }

  init(hasColor: Bool, hasMouse: Bool, type: String) throws(TerminalError) {
    isLinear = false
    switch ct_open(hasColor, hasMouse) {
    case 0: break
    case ENOTTY: throw .notATerminal
    case ENOENT: throw .unknownType(type)
    case let code: throw .failed(String(cString: strerror(code)))
    }
  }

  deinit { ct_close() }

  /// The descriptor that keys come from; negative when no more come.
  var input: Int32 { isGone ? -1 : STDIN_FILENO }
  /// The descriptor that is readable when a signal came.
  var signals: Int32 { ct_signals() }

  /// Signals since the last call.
  func takeSignals() -> [Int32] {
    var numbers: [Int32] = []
    while case let number = ct_signal(), number != 0 { numbers.append(number) }
    return numbers
  }

  /// When ``read(at:)`` has something to decide even if nothing comes. Nil: never.
  var deadline: Duration? { decoder.deadline }

  /// Everything that the terminal has sent, without waiting; and the Esc key, once nothing followed it in time.
  func read(at now: Duration) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !isGone {
      let count = ct_read(&buffer, buffer.count)
      if count < 0 { isGone = true }
      guard count > 0 else { break }
      events += decoder.decode(buffer[..<count], at: now)
    }
    events += decoder.flush(at: now)
    return events
  }

  /// Columns and rows now.
  func size() -> (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    ct_size(&columns, &rows)
    return (Int(columns), Int(rows))
  }

  /// Shows a canvas; only rows that changed are sent to ncurses, which sends only cells that changed.
  func draw(_ canvas: Canvas) {
    let sameSize = shown.map { $0.columns == canvas.columns && $0.rows == canvas.rows } ?? false
    for y in 0..<canvas.rows where !sameSize || shown?[row: y] != canvas[row: y] { draw(canvas[row: y], y) }
    ct_show(canvas.cursor.map { Int32($0.y) } ?? -1, canvas.cursor.map { Int32($0.x) } ?? 0)
    shown = canvas
  }

  /// Everything is drawn anew with the next canvas.
  func invalidate() {
    guard !isLinear else { return }
    ct_invalidate()
    shown = nil
  }

  /// Writes a line where there is no screen.
  func say(_ line: String) { ct_say(line) }

  /// Puts text into the clipboard of the terminal (OSC 52); those that don't allow it ignore it.
  func copy(_ text: String) { ct_copy(Base64.encode(text.utf8)) }

  /// Gives the terminal to the shell and stops the program; returns when it was continued.
  func suspend() {
    ct_suspend()
    // It may be another terminal now: a multiplexer's, attached elsewhere. It is asked again.
    decoder = KeyDecoder()
    mode = .unanswered
    shown = nil
  }

  /// Gives the terminal back as it was.
  func restore() { ct_close() }

  /// Learns from an event how held keys are told. To be called in the order of the events: a key that came before the
  /// answer was told in the old way.
  func note(_ event: TerminalEvent) {
    switch event {
    case .cursorColumn(let column): drawsWideFrames = column == 3
    case .keyboardProtocol(let flags): mode = HoldMode(flags: flags)
    case .deviceAttributes where mode == .unanswered:
      mode = .withoutProtocol
      ct_request_win32_input()
    case .key where decoder.speaksWin32: mode = .win32
    // A release can only come from a terminal that tells releases, though its answer be lost.
    case .key(let key) where key.action != .press && !mode.hasReleases: mode = .keyboardProtocol(flags: 31)
    default: break
    }
  }

  private func draw(_ row: ArraySlice<Canvas.Cell>, _ y: Int) {
    var x = 0
    var rest = row
    while let style = rest.first?.style {
      let run = rest.prefix { $0.style == style }
      ct_put(
        Int32(y), Int32(x), Self.drawable(run), Int32(style.attributes), Int32(style.color.rawValue))
      x += run.count
      rest = rest.dropFirst(run.count)
    }
  }

  /// The text of cells; one for which ncurses would take other columns than the canvas did becomes U+FFFD, so that
  /// what follows it stays in its place.
  static func drawable(_ cells: ArraySlice<Canvas.Cell>) -> String {
    cells.indices.reduce(into: "") { text, index in
      let cell = cells[index].text
      if cell.utf8.count == 1 || cell.isEmpty { return text += cell }
      let isWide = index + 1 < cells.endIndex && cells[index + 1].text.isEmpty
      text += ct_columns(cell) == (isWide ? 2 : 1) ? cell : isWide ? "\u{FFFD} " : "\u{FFFD}"
    }
  }
}

extension Style {
  fileprivate var attributes: Int {
    [(isBold, CT_BOLD), (isDim, CT_DIM), (isReverse, CT_REVERSE), (isUnderlined, CT_UNDERLINE)]
      .reduce(0) { $0 + ($1.0 ? Int($1.1) : 0) }
  }
}
