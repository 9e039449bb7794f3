import Testing

/// What needs the clocked sound card runs one test after the other: they would steal each other's time.
@Suite(.serialized, .timeLimit(.minutes(4))) struct SoundCardTests {}
