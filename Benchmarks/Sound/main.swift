// Plays an MP3 on demand, for the benchmark of the sound: `SoundBenchmark DEVICE FILE.mp3`.
//
// A line on standard input, `play` or `stop`, is carried out and answered by its moment, in seconds of the monotonic
// clock, which other programs can read as well.
import AudioIO
import Glibc
import VoiceTranslatorCore

/// Seconds of the monotonic clock.
func moment() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The bytes of a file.
func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  var all: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 { all += piece[..<count] }
  return all
}

guard CommandLine.arguments.count == 3 else { exit(2) }
var configuration = PlaybackConfiguration()
configuration.device = CommandLine.arguments[1]
let player = Player(configuration) { _ in }
let speech = bytes(of: CommandLine.arguments[2])
var turn = Turn.ID(0)
while let word = readLine() {
  print(moment())
  fflush(nil)
  switch word {
  case "play":
    turn = Turn.ID(turn.number + 1)
    let clip = Clip(turn: turn, target: 0, segment: 0, sentence: 0)
    player.append(speech, to: clip)
    player.finish(clip)
    player.end(turn)
  default: player.stop()
  }
}
player.close()
