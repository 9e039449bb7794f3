import Testing
import VoiceTranslatorCore

@Suite struct HoldModeTests {
  @Test(arguments: [
    (HoldMode(flags: 31), true, "The terminal has the kitty keyboard protocol (flags 31)."),
    (HoldMode(flags: 1), false, "The terminal's keyboard protocol tells none (flags 1). Nothing is learned"),
    (.win32, true, "The terminal has win32-input-mode."),
    (.evdev("/dev/input/event3"), true, "/dev/input/event3 tells them (evdev)."),
    (.withoutProtocol, false, "The terminal answered, and has no keyboard protocol. Nothing is learned"),
    (.unanswered, false, "The terminal has not answered whether it tells releases. Nothing is learned"),
  ])
  func `each mode says whether releases are told, and why`(mode: HoldMode, hasReleases: Bool, reason: String)
  {
    #expect(mode.hasReleases == hasReleases)
    #expect(mode.word == (hasReleases ? "releases are told" : "judged by auto-repeat"))
    #expect(mode.reason().hasPrefix(reason))
  }

  @Test func `what was learned of the auto-repeat is part of the reason`() {
    #expect(
      HoldMode.withoutProtocol.reason(.init(firstGap: 660, interval: 40)).hasSuffix(
        "Learned: repeats begin after 660 ms and come every 40 ms."))
  }
}
