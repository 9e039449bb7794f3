@main
enum VoiceTranslator {
  static func main() {}
}
