import Testing
import AudioIO
