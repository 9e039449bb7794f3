import KeyDecoderChecks

/// libFuzzer as a library: it makes inputs, guided by what of the decoder they reach.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Fuzzes the key decoder; the options are libFuzzer's.
@main
enum FuzzKeyDecoder {
  static func main() {
    var count = CommandLine.argc
    var words = CommandLine.unsafeArgv
    _ = runFuzzer(&count, &words) { bytes, count in
      if let violation = KeyDecoderCheck.violation(UnsafeBufferPointer(start: bytes, count: count)) {
        fatalError("The decoder \(violation).")
      }
      return 0
    }
  }
}
