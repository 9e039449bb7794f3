import Glibc

/// A folder that only its owner may enter.
enum Folder {
  /// Why a folder can't be used.
  struct Failure: Error, Equatable {
    var path: String
    var reason: String
  }

  /// Makes a folder (mode 0700) and those above it. A folder that is there already must belong to the user and
  /// be closed to others: what lies in it is private.
  static func makePrivate(_ path: String) throws(Failure) {
    var current = ""
    for part in path.split(separator: "/") {
      current += "/" + part
      if mkdir(current, 0o700) != 0 && errno != EEXIST {
        throw Failure(path: current, reason: String(cString: strerror(errno)))
      }
    }
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw Failure(path: path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Failure(path: path, reason: "it is no folder") }
    guard status.st_uid == geteuid() else { throw Failure(path: path, reason: "it belongs to another user") }
    guard status.st_mode & 0o077 == 0 || chmod(path, 0o700) == 0 else {
      throw Failure(path: path, reason: "others may enter it")
    }
  }

  /// The names in a folder, sorted; none when it can't be read.
  static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
