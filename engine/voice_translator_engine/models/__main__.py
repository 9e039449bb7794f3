"""`python -m voice_translator_engine.models list|pull|verify|remove --models DIR [--mirror URL] [--json] [MODEL…]`.

With --json, one object a line on standard output: {"event": "progress", "model", "bytes", "size"},
{"event": "installed"|"removed"|"model"|"verified", "model", …}, {"event": "error", "model", "code", "message", "remedy"}.
Exit status: 0 done; 1 something failed, and was named; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

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
            print(f"\r\x1b[K{model}: {done / 1e6:.1f} of {size / 1e6:.1f} MB", end="", file=sys.stderr, flush=True)


def act(options: argparse.Namespace, report: Report, model: str) -> None:
    """Does the command for one model. Raises `ModelError` or `OSError`."""
    if options.command == "pull":
        source = Mirror(options.mirror) if options.mirror else Publishers()
        entry = store.pull(options.models, model, source, lambda done, size: report.progress(model, done, size))
        report.event("installed", f"{model}: installed, {entry.size / 1e6:.1f} MB", model=model, size=entry.size)
    elif options.command == "remove":
        store.remove(options.models, model)
        report.event("removed", f"{model}: removed", model=model)
    else:
        entry = next((entry for entry in store.installed(options.models) if entry.model == model), None)
        if entry is None:
            raise ModelError("not_installed", f"{model[:60]} isn't installed.", "The command models list shows what is.")
        broken = store.verify(options.models, entry)
        if broken:
            raise ModelError("damaged", f"{model} is damaged: {', '.join(broken)}.", "Remove it and pull it again.")
        known = all(entry.files.values())
        report.event("verified", f"{model}: {'right' if known else 'there; its hashes are not known'}", model=model,
                     hashes_known=known)


def main() -> int:
    """Runs the command; gives the exit status."""
    parser = argparse.ArgumentParser(prog="voice_translator_engine.models", description="Manage the engine's models.")
    parser.add_argument("command", choices=("list", "pull", "verify", "remove"))
    parser.add_argument("names", nargs="*", metavar="MODEL", help="as whisper:small-q8, translate:en-es, voice:NAME")
    parser.add_argument("--models", type=Path, required=True, metavar="DIR", help="the models directory")
    parser.add_argument("--mirror", metavar="URL", help="a mirror's folder instead of the publishers")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    options = parser.parse_args()
    report = Report(options.json)
    if options.command == "list":
        for entry in store.installed(options.models):
            report.event("model", f"{entry.size / 1e6:9.1f} MB  {entry.model}", model=entry.model, size=entry.size)
        return 0
    names = options.names
    if not names and options.command == "verify":
        names = [entry.model for entry in store.installed(options.models)]
    elif not names:
        parser.error(f"{options.command} needs the name of a model")
    failed = False
    for model in names:
        try:
            act(options, report, model)
        except (ModelError, OSError) as error:
            problem = error if isinstance(error, ModelError) else ModelError(
                "disk", f"{error.filename or options.models}: {error.strerror or error}.", "Check the directory.")
            report.event("error", f"{model}: {problem}", model=model, code=problem.code, message=problem.message,
                         remedy=problem.remedy)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
