"""A microphone of which every sample is known: where a take begins and ends can be told to the sample.

It is the rig's clocked ALSA device, without a daemon. It hears a recording that is nowhere alike: faint noise, and now
and then someone "speaks" (loud noise). A take is then a slice of it, whose place is found exactly."""

from __future__ import annotations

import time
import wave
from dataclasses import dataclass
from pathlib import Path

import numpy as np

RATE = 16000


@dataclass
class Span:
    """A time from `begin` to `end`, on the clock of `time.monotonic`, in seconds."""

    begin: float
    end: float


class ClockedMicrophone:
    """Hears `speech` seconds of someone speaking in every `period` seconds."""

    def __init__(self, card, folder: Path, *, seconds: int = 100, period: float = 3.0, speech: float = 1.0) -> None:
        """`card`: an AudioRig, which need not be started; `folder`: where the recording is made."""
        self._card = card
        self.period, self.speech = period, speech
        random = np.random.default_rng(4)
        at = np.arange(seconds * RATE) / RATE
        # Faint: -57 dBFS, which is no speech. Loud: -16 dBFS.
        loudness = np.where(at % period >= period - speech, 9000, 80)
        self._heard = (random.uniform(-1, 1, len(at)) * loudness).astype("<i2")
        recording = folder / "heard.wav"
        with wave.open(str(recording), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(self._heard.tobytes())
        self.environment: dict[str, str] = card.environment("rigmic16", recording)

    def starts(self) -> list[float]:
        """When the program began to listen; more than once if it lost samples or opened the device again."""
        lines = self._card("events").splitlines()
        return [float(line.split()[0]) for line in lines if "rig-capture START" in line]

    def wait_open(self, timeout: float = 30) -> None:
        """Waits until the program has the microphone open, long enough for a whole pre-roll."""
        deadline = time.monotonic() + timeout
        while not self.starts():
            assert time.monotonic() < deadline, "the program did not open the microphone"
            time.sleep(0.02)
        time.sleep(0.5)

    def next_speech(self, lead: float = 0.5) -> Span:
        """Waits until `lead` seconds before someone speaks; gives from when to when."""
        start = self.starts()[-1]
        turn = int((time.monotonic() + lead - start + self.speech) // self.period) + 1
        end = start + turn * self.period
        time.sleep(max(0.0, end - self.speech - lead - time.monotonic()))
        return Span(end - self.speech, end)

    def span(self, take: Path) -> Span:
        """When a take was recorded. Fails if a sample in it is missing or not what the microphone heard."""
        with wave.open(str(take)) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
        probe = samples[:64]
        candidates = np.flatnonzero(self._heard == probe[0])
        places = [int(place) for place in candidates if np.array_equal(self._heard[place:place + 64], probe)]
        assert len(places) == 1, f"{take.name}: its beginning was never heard"
        same = self._heard[places[0]:places[0] + len(samples)] == samples
        assert same.all(), f"{take.name}: samples are missing after {int(np.argmin(same)) / RATE:.3f} s"
        begin = self.starts()[-1] + places[0] / RATE
        return Span(begin, begin + len(samples) / RATE)


def takes(home: Path) -> list[Path]:
    """The recordings that wait below a private home, oldest first."""
    return sorted((home / "state/voice-translator/unsent").glob("*.wav"),
                  key=lambda path: int(path.stem.rsplit("-", 1)[1]))


def wait_for_takes(home: Path, count: int, timeout: float = 20) -> list[Path]:
    """Waits until there are so many takes and none of them has grown for a second; gives all there are then."""
    deadline = time.monotonic() + timeout
    sizes: list[int] = []
    since = time.monotonic()
    while time.monotonic() < deadline:
        now = [path.stat().st_size for path in takes(home)]
        if now != sizes:
            sizes, since = now, time.monotonic()
        if len(now) >= count and time.monotonic() - since > 1:
            return takes(home)
        time.sleep(0.02)
    raise AssertionError(f"{len(sizes)} of {count} takes, or one that does not end, after {timeout} s: {sizes} bytes")
