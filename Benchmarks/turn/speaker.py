"""When the first sample of a translation comes out of the virtual card's speaker: the same measure for every way."""

from __future__ import annotations

import subprocess
import threading
import time

import numpy as np

RATE = 48_000
LOUD = 300
"""A sample from here on is sound: the card's silence is exact zeros."""


def now() -> float:
    """The clock that every program on the machine shares (CLOCK_BOOTTIME), in seconds."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Speaker:
    """Reads what the speaker plays, all the time, in pieces of 5 ms."""

    def __init__(self, environment: dict[str, str]) -> None:
        """`environment`: that of programs which use the card."""
        self._changed = threading.Condition()
        self._since, self._first = float("inf"), None
        self._last_sound = 0.0
        command = ["parec", "--device=rigspk.monitor", "--raw", f"--rate={RATE}", "--channels=1", "--format=s16le",
                   "--latency-msec=5", "--process-time-msec=5"]
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while data := self._process.stdout.read1(1 << 16):
            at = now()
            samples = np.frombuffer(data[:len(data) // 2 * 2], "<i2")
            loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > LOUD)
            if len(loud) == 0:
                continue
            with self._changed:
                self._last_sound = at
                # The piece ends now: its first loud sample was played so much earlier.
                first = at - (len(samples) - int(loud[0])) / RATE
                if self._first is None and first > self._since:
                    self._first = first
                    self._changed.notify_all()

    def listen(self) -> None:
        """From now on the first sound counts."""
        with self._changed:
            self._since, self._first = now(), None

    def first_sound(self, timeout: float) -> float:
        """Waits for it; gives its time."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._first is not None, timeout):
                raise TimeoutError(f"nothing was heard in {timeout} s")
            return self._first

    def wait_silent(self, seconds: float, timeout: float = 60) -> None:
        """Waits until nothing was heard for so long."""
        end = now() + timeout
        while now() < end and now() - self._last_sound < seconds:
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends it."""
        self._process.terminate()
        self._process.wait()
