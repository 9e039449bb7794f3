extension Narrator {
  /// The device that the cursor is on, and how its test goes.
  static func lines(_ devices: DeviceList, after told: DeviceList?) -> [String] {
    var lines: [String] = []
    let side = devices.side == .capture ? "microphone" : "speaker"
    if told?.current != devices.current || told?.side != devices.side || told?.rows != devices.rows {
      let word = devices.rows == nil ? "looking for them" : "none"
      let isChosen = devices.current.map { $0.id == devices.chosen[devices.side] } ?? false
      lines.append("\(side): \(devices.current?.name ?? word)\(isChosen ? ", in use" : "")")
    }
    if let report = devices.report, report != told?.report { lines.append("test: \(report)") }
    return lines
  }

  /// The waiting recording that the cursor is on.
  static func lines(_ unsent: UnsentList, after told: UnsentList?) -> [String] {
    guard told != unsent else { return [] }
    guard let rows = unsent.rows else { return ["waiting: looking for recordings"] }
    guard let row = unsent.current else { return ["waiting: none of \(rows.count)"] }
    let question = unsent.doomed == row.name ? ", Del again deletes it" : ""
    return ["waiting: \(row.name), \(Latency.seconds(row.duration)) s\(question)"]
  }
}
