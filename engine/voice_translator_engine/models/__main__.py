"""`python -m voice_translator_engine.models [--models DIR]… [--mirror URL] [--json] list|pull|verify|remove
[MODEL…]`.

Of several directories the first that has a model wins, as for the engine; pulled models go into the first.
With --json, one object a line on standard output: {"event": "progress", "model", "bytes", "size"},
{"event": "program", "model", "size"} when a voice's program is installed with it,
{"event": "installed"|"removed"|"model"|"verified", "model", …}, {"event": "error", "model", "code",
"message", "remedy"}. Exit status: 0 done; 1 something failed, and was named; 2 wrong usage; 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ..piper import program
from . import store
from .catalogue import Mirror, Publishers
from .errors import ModelError

REDRAW_S = 0.1


class Report:
    """Says what happens: lines for people, or JSON for programs; progress is drawn only on a terminal."""

    def __init__(self, as_json: bool) -> None:
        self._json, self._drawn, self._live = as_json, 0.0, sys.stderr.isatty()

    def event(self, kind: str, text: str, **fields: object) -> None:
        """Something that happened."""
        if self._json:
            print(json.dumps({"event": kind, **fields}), flush=True)
        else:
            if self._live:
                print("\r\x1b[K", end="", file=sys.stderr)
            print(text, file=sys.stderr if kind == "error" else sys.stdout, flush=True)

    def progress(self, model: str, done: int, size: int) -> None:
        """How far a download has come; the first and the last state are always told."""
        now = time.monotonic()
        if now - self._drawn < REDRAW_S and 0 < done < size:
            return
        self._drawn = now
        if self._json:
            self.event("progress", "", model=model, bytes=done, size=size)
        elif self._live:
            print(
                f"\r\x1b[K{model}: {done / 1e6:.1f} of {size / 1e6:.1f} MB",
                end="",
                file=sys.stderr,
                flush=True,
            )


def directory_of(directories: Sequence[Path], model: str) -> tuple[Path, store.Installed]:
    """The first directory that has a model, and its record. Raises `ModelError`."""
    for models in directories:
        for entry in store.installed(models):
            if entry.model == model:
                return models, entry
    raise ModelError(
        "not_installed", f"{model[:60]} isn't installed.", "The command models list shows what is."
    )


def act(options: argparse.Namespace, report: Report, model: str) -> None:
    """Does the command for one model. Raises `ModelError` or `OSError`."""
    if options.command == "pull":
        source = Mirror(options.mirror) if options.mirror else Publishers()
        if model.startswith("voice:") and source.files(model) and program.due(options.models[0]):
            report.event(
                "program",
                f"{model}: installing Piper, the program that speaks with such voices "
                f"({program.SIZE / 1e6:.0f} MB)",
                model=model,
                size=program.SIZE,
            )
            program.install(options.models[0])
        entry = store.pull(
            options.models[0], model, source, lambda done, size: report.progress(model, done, size)
        )
        report.event(
            "installed", f"{model}: installed, {entry.size / 1e6:.1f} MB", model=model, size=entry.size
        )
        return
    models, entry = directory_of(options.models, model)
    if options.command == "remove":
        store.remove(models, model)
        report.event("removed", f"{model}: removed", model=model)
        return
    broken = store.verify(models, entry)
    if broken:
        raise ModelError(
            "damaged", f"{model} is damaged: {', '.join(broken)}.", "Remove it and pull it again."
        )
    known = all(entry.files.values())
    report.event(
        "verified",
        f"{model}: {'right' if known else 'there; its hashes are not known'}",
        model=model,
        hashes_known=known,
    )


def main() -> int:
    """Runs the command; gives the exit status."""
    parser = argparse.ArgumentParser(
        prog="voice_translator_engine.models", description="Manage the engine's models."
    )
    parser.add_argument("command", choices=("list", "pull", "verify", "remove"))
    parser.add_argument(
        "names", nargs="*", metavar="MODEL", help="as whisper:small-q8, translate:en-es, voice:NAME"
    )
    parser.add_argument(
        "--models", type=Path, action="append", required=True, metavar="DIR", help="a models directory"
    )
    parser.add_argument("--mirror", metavar="URL", help="a mirror's folder instead of the publishers")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    report = Report(options.json)
    present = {entry.model: entry for models in reversed(options.models) for entry in store.installed(models)}
    if options.command == "list":
        for _, entry in sorted(present.items()):
            report.event(
                "model", f"{entry.model}\t{entry.size / 1e6:.1f} MB", model=entry.model, size=entry.size
            )
        return 0
    names = options.names
    if not names and options.command == "verify":
        names = sorted(present)
    elif not names:
        parser.error(f"{options.command} needs the name of a model")
    failed = False
    for model in names:
        try:
            act(options, report, model)
        except (ModelError, OSError) as error:
            problem = (
                error
                if isinstance(error, ModelError)
                else ModelError(
                    "disk",
                    f"{error.filename or options.models[0]}: {error.strerror or error}.",
                    "Check the directory.",
                )
            )
            report.event(
                "error",
                f"{model}: {problem}",
                model=model,
                code=problem.code,
                message=problem.message,
                remedy=problem.remedy,
            )
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nInterrupted. What has arrived is kept: pull again to go on.", file=sys.stderr)
        sys.exit(130)
