"""From the first byte of an MP3 to its first sample at the speaker, and from a stop to silence there: this program's
player and mpg123, in turn, on the tests' virtual sound card. Part of the benchmark of the sound."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROUNDS = 10
RATE = 48_000


class Ear:
    """Hears what the virtual speaker plays: notes when sound was last heard, and when it began."""

    def __init__(self, env: dict[str, str]) -> None:
        """`env`: that of a program which uses the card."""
        command = ["parec", "--device=rigspk.monitor", "--latency-msec=5", "--raw", f"--rate={RATE}", "--channels=1",
                   "--format=s16le"]
        self._process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, bufsize=0)
        self._began: float | None = None
        self._last = 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while piece := self._process.stdout.read(4096):
            now = time.monotonic()
            if any(piece):
                self._last = now
                self._began = self._began or now

    def forget(self) -> None:
        """What began is over."""
        self._began = None

    def beginning(self) -> float:
        """When sound began, once it has."""
        while self._began is None:
            time.sleep(0.001)
        return self._began

    def end(self) -> float:
        """When sound was last heard, once it has been silent for half a second."""
        while time.monotonic() - self._last < 0.5:
            time.sleep(0.01)
        return self._last

    def close(self) -> None:
        """Listens no more."""
        self._process.kill()
        self._process.wait()


@contextmanager
def ours(player: Path, device: str, mp3: Path, env: dict[str, str]) -> Iterator[tuple[Callable, Callable]]:
    """This program's player: what plays and what stops it; each gives its moment."""
    process = subprocess.Popen([player, device, mp3], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(word: str) -> float:
        process.stdin.write(word + "\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    yield lambda: ask("play"), lambda: ask("stop")
    process.stdin.close()
    process.wait()


@contextmanager
def mpg123(mp3: Path, env: dict[str, str]) -> Iterator[tuple[Callable, Callable]]:
    """The mpg123 program, which waits for its bytes; it is stopped by its end."""
    process = subprocess.Popen(["mpg123", "-q", "-o", "alsa", "-"], env=env, stdin=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    time.sleep(0.5)

    def play() -> float:
        began = time.monotonic()
        threading.Thread(target=feed, daemon=True).start()
        return began

    def feed() -> None:
        try:
            process.stdin.write(mp3.read_bytes())
            process.stdin.flush()
        except BrokenPipeError:
            pass  # It was stopped.

    def stop() -> float:
        stopped = time.monotonic()
        process.send_signal(signal.SIGKILL)
        return stopped

    yield play, stop
    process.wait()


def rows(player: Path, mp3: Path, env: dict[str, str]) -> list[list[object]]:
    """The rows: what was measured; ours and mpg123's, in milliseconds."""
    ear = Ear(os.environ | env)
    begins: tuple[list[float], list[float]] = ([], [])
    ends: tuple[list[float], list[float]] = ([], [])
    for _ in range(ROUNDS):
        for index, program in enumerate((ours(player, "default", mp3, env), mpg123(mp3, env))):
            with program as (play, stop):
                ear.forget()
                played = play()
                begins[index].append((ear.beginning() - played) * 1000)
                time.sleep(0.7)
                stopped = stop()
                ends[index].append((ear.end() - stopped) * 1000)
    ear.close()
    return [[name, *(round(statistics.median(times), 1) for times in pair)]
            for name, pair in (("first byte of an MP3 to its first sample at the speaker, median ms", begins),
                               ("stop to silence at the speaker, median ms", ends))]
