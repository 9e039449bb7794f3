/// A setting that can't be used: where it stands, which it is, what is wrong and what is allowed.
struct ConfigurationError: Error, Equatable {
  /// `FILE:LINE:COLUMN`, the variable or the flag.
  var place: String
  /// The dotted path; empty when the file as a whole can't be read.
  var key: String
  /// What is wrong, to follow the key.
  var reason: String
  /// What is allowed, or what to do.
  var remedy: String

  var message: String {
    key.isEmpty ? "\(place): \(reason). \(remedy)" : "\(place): '\(key)' \(reason). \(remedy)"
  }
}
