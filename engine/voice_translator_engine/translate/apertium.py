"""Rule-based translation by Apertium, one warm pipeline of processes per direction.

A mode file holds the pipeline as a shell line. Every program in it takes `-z`: it works until a NUL byte,
answers up to a NUL byte, and stays. The text between is Apertium's stream format, in which a few characters
are escaped.
"""

from __future__ import annotations

import os
import re
import select
import shlex
import shutil
import subprocess
import time
from pathlib import Path

from ..errors import EngineError
from ..languages import primary
from .routes import DISTANT_RULES_COST, RULES_COST

MODES = Path("/usr/share/apertium/modes")
ANSWER_LIMIT_S = 5.0
FAMILY = {"an", "ast", "ca", "es", "fr", "gl", "it", "oc", "pt", "ro", "sc"}
"""Romance languages: between these, word-for-word rules work."""
_RESERVED = re.compile(r"[\\^$/@<>{}\[\]]")
_MODE_NAME = re.compile(r"([a-z]{2,3})-([a-z]{2,3})")


def escape(text: str) -> str:
    """Text in stream format."""
    return _RESERVED.sub(lambda match: "\\" + match.group(), text.replace("\0", ""))


def unescape(text: str) -> str:
    """Stream format back to text."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def commands(mode: str) -> list[list[str]]:
    """A mode file's pipeline as argument lists that flush at NUL and leave unknown words unmarked."""
    found = []
    for part in mode.strip().split("|"):
        words = [{"$1": "-n", "$2": ""}.get(word, word) for word in shlex.split(part)]
        words = [word for word in words if word]
        found.append([words[0], "-z", *words[1:]])
    return found


class ApertiumDirection:
    """One mode. The pipeline starts at its first use and again if it died; it ends with the engine's
    pipes."""

    rough = True

    def __init__(self, source: str, target: str, mode: Path) -> None:
        self.source, self.target = source, target
        self.label = f"{source}-{target} apertium"
        self.cost = RULES_COST if {source, target} <= FAMILY else DISTANT_RULES_COST
        self._commands = commands(mode.read_text(encoding="utf-8"))
        self._processes: list[subprocess.Popen[bytes]] = []

    @property
    def runnable(self) -> bool:
        """Whether every program and data file of the pipeline is there."""
        return all(
            shutil.which(command[0]) and all(os.path.exists(word) for word in command if word.startswith("/"))
            for command in self._commands
        )

    def start(self) -> None:
        """Starts the pipeline's processes."""
        self.stop()
        source: int | object = subprocess.PIPE
        for command in self._commands:
            process = subprocess.Popen(
                command, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0
            )
            if self._processes:
                self._processes[-1].stdout.close()
            self._processes.append(process)
            source = process.stdout

    def stop(self) -> None:
        """Ends the pipeline's processes."""
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
        if self._processes:
            self._processes[0].stdin.close()
            self._processes[-1].stdout.close()
        self._processes = []

    def translate(self, sentence: str) -> str:
        """Translates one sentence; a pipeline that died or hangs is started again once."""
        for attempt in (1, 2):
            if not self._processes or any(process.poll() is not None for process in self._processes):
                self.start()
            try:
                return unescape(self._exchange(escape(sentence)))
            except (OSError, TimeoutError) as error:
                self.stop()
                if attempt == 2:
                    raise EngineError(
                        f"The translation {self.label} stopped answering. Try again.",
                        status=500,
                        code="internal",
                        stage="translate",
                    ) from error
        raise AssertionError("unreachable")

    def _exchange(self, text: str) -> str:
        """Writes one request and reads its answer, both bounded in time."""
        sink, answers = self._processes[0].stdin, self._processes[-1].stdout
        deadline = time.monotonic() + ANSWER_LIMIT_S
        # A trailing blank keeps the last token apart from the NUL; programs of the pipeline give it back.
        pending, answer = memoryview(text.encode() + b"\n\0"), b""
        while not answer.endswith(b"\0"):
            ready, writable, _ = select.select(
                [answers], [sink] if pending else [], [], max(0, deadline - time.monotonic())
            )
            if not ready and not writable:
                raise TimeoutError("no answer")
            if writable:
                pending = pending[os.write(sink.fileno(), pending[:4096]) :]
            if ready:
                piece = os.read(answers.fileno(), 65536)
                if not piece:
                    raise BrokenPipeError("the pipeline ended")
                answer += piece
        if any(process.poll() is not None for process in self._processes):
            # What follows a program that died flushes what it has, as if that were the answer.
            raise BrokenPipeError("the pipeline ended")
        return answer[:-1].decode(errors="replace").strip("\n")


def find(modes: Path = MODES) -> list[ApertiumDirection]:
    """The installed directions, special modes (dialects, spellings) left out."""
    found = []
    for path in sorted(modes.glob("*.mode")):
        match = _MODE_NAME.fullmatch(path.stem)
        if match and primary(match[1]) != primary(match[2]):
            direction = ApertiumDirection(primary(match[1]), primary(match[2]), path)
            if direction.runnable:
                found.append(direction)
    return found
