"""Piper's voices, spoken by a process of their own (see `..piper`)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..audio import from_s16
from ..errors import EngineError
from ..piper import program

SPEAKING = Path(program.__file__).with_name("speaking.py")


class PiperProcess:
    """The running program; it starts at its first use and again if it died. All calls come from one
    thread."""

    def __init__(self, python: Path) -> None:
        self.python = python
        self._process: subprocess.Popen[bytes] | None = None

    def speak(self, model: Path, text: str, speed: float) -> np.ndarray:
        """Samples at the voice's rate. Raises `EngineError`."""
        for attempt in (1, 2):
            try:
                return self._exchange({"model": str(model), "text": text, "speed": speed})
            except OSError as error:
                self.stop()
                if attempt == 2:
                    raise EngineError(
                        "Piper stopped speaking. Choose another voice.",
                        status=500,
                        code="internal",
                        stage="speak",
                    ) from error
        raise AssertionError("unreachable")

    def _exchange(self, request: dict) -> np.ndarray:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                [self.python, SPEAKING],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        sink, answers = self._process.stdin, self._process.stdout
        sink.write(json.dumps(request).encode() + b"\n")
        sink.flush()
        line = answers.readline()
        if not line:
            raise BrokenPipeError("the program ended")
        answer = json.loads(line)
        if "error" in answer:
            raise EngineError(
                f"The voice failed ({answer['error']}). Pull it again, or choose another.",
                status=500,
                code="internal",
                stage="speak",
            )
        return from_s16(answers.read(2 * answer["samples"]))

    def stop(self) -> None:
        """Ends the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
        self._process = None


class PiperVoice:
    """One pulled voice."""

    def __init__(self, model: Path, process: PiperProcess) -> None:
        description = json.loads(model.with_name(model.name + ".json").read_text(encoding="utf-8"))
        self.id = f"piper:{model.stem}"
        self.language = model.stem.split("-")[0].replace("_", "-")
        self.rate = int(description["audio"]["sample_rate"])
        self._model, self._process = model, process

    def prepare(self) -> None:
        """Loads the voice by speaking a little."""
        self._process.speak(self._model, "a", 1)

    def speak(self, text: str, speed: float) -> np.ndarray:
        """Speaks a sentence."""
        return self._process.speak(self._model, text, speed)


def find(
    directories: Sequence[Path], running: PiperProcess | None
) -> tuple[list[PiperVoice], PiperProcess | None, list[str]]:
    """The pulled voices, the process that speaks them (the running one where that is it), and what is wrong
    with the others."""
    models = [path for directory in directories for path in sorted((directory / "voices").glob("*.onnx"))]
    python = next((found for directory in directories if (found := program.python(directory))), None)
    if running is not None and (not models or running.python != python):
        running.stop()
        running = None
    if not models:
        return [], None, []
    if python is None:
        return (
            [],
            None,
            [
                f"{path.stem}: the program that speaks it isn't installed; pull voice:{path.stem} again"
                for path in models
            ],
        )
    process = running or PiperProcess(python)
    voices: dict[str, PiperVoice] = {}
    problems = []
    for path in models:
        try:
            voices.setdefault(path.stem, PiperVoice(path, process))
        except (OSError, ValueError, KeyError, TypeError) as error:
            problems.append(f"{path.stem}: its description can't be read ({error})")
    return list(voices.values()), process, problems
