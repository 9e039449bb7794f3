/// The lists of devices and of waiting recordings, as lines over the conversation.
extension Session {
  func deviceLines(_ width: Int, _ height: Int) -> [(text: String, style: Style)] {
    let title = devices.side == .capture ? "Microphones (Right: speakers)" : "Speakers (Left: microphones)"
    var lines = [(text: title, style: Style.bold)]
    if let rows = devices.rows {
      if rows.isEmpty { lines.append(("none", .dim)) }
      lines += window(rows.count, devices.cursor, height - 3).map { index in
        let mark = devices.chosen[devices.side] == rows[index].id ? "*" : " "
        return (
          "\(cursor(index == devices.cursor))\(mark) \(rows[index].name)",
          index == devices.cursor ? .selected : .plain
        )
      }
    } else {
      lines.append(("looking for them", .dim))
    }
    lines += Wrap.lines(devices.report ?? "", width: width).map { ($0, .dim) }
    return lines
  }

  func unsentLines(_ context: ScreenContext, _ height: Int) -> [(text: String, style: Style)] {
    var lines = [(text: "Recordings that wait to be translated", style: Style.bold)]
    guard let rows = unsent.rows else { return lines + [("looking for them", .dim)] }
    if rows.isEmpty { lines.append(("none", .dim)) }
    lines += window(rows.count, unsent.cursor, height - 1).map { index in
      let row = rows[index]
      let from = row.source?.tag?.description.uppercased() ?? "AUTO"
      let to = row.targets.map { $0.description.uppercased() }.joined(separator: ",")
      let question = unsent.doomed == row.name ? "  Del again: delete" : ""
      let text =
        "\(cursor(index == unsent.cursor)) \(Latency.seconds(row.duration)) s  \(from)\(context.theme.arrow)\(to)  \(row.name)\(question)"
      return (text, index == unsent.cursor ? .selected : .plain)
    }
    return lines
  }

  /// Where the cursor is, also without colours.
  private func cursor(_ isHere: Bool) -> String { isHere ? ">" : " " }

  /// The rows to show of `count`, the cursor among them.
  private func window(_ count: Int, _ cursor: Int, _ height: Int) -> Range<Int> {
    let height = max(1, height)
    let start = max(0, min(cursor - height / 2, count - height))
    return start..<min(count, start + height)
  }
}
