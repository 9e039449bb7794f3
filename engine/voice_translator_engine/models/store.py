"""The models directory: what is installed, and how it changes. Each model has a record of its files'
hashes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from .catalogue import RemoteFile, Source
from .download import check_space, download
from .errors import ModelError

RECORDS, PARTS = ".installed", ".parts"


@dataclass(frozen=True)
class Installed:
    """A model that is there. `files` maps paths below the models directory to their SHA-256; None isn't
    known."""

    model: str
    files: dict[str, str | None]
    size: int


def sha256(path: Path) -> str:
    """A file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def record(models: Path, model: str, files: dict[str, str | None]) -> None:
    """Notes a model's files."""
    (models / RECORDS).mkdir(parents=True, exist_ok=True)
    size = sum((models / path).stat().st_size for path in files)
    with tempfile.NamedTemporaryFile("w", dir=models / RECORDS, prefix=".new-", delete=False) as file:
        json.dump(asdict(Installed(model, files, size)), file)
    os.replace(file.name, models / RECORDS / f"{model.replace(':', '.')}.json")


def installed(models: Path) -> list[Installed]:
    """What is there, by record, and else by name."""
    found = {}
    for path in sorted((models / RECORDS).glob("*.json")):
        try:
            entry = Installed(**json.loads(path.read_text()))
        except (ValueError, TypeError, OSError):
            continue
        found[entry.model] = entry
    known = {file for entry in found.values() for file in entry.files}
    for kind, pattern in (
        ("whisper", "whisper/*.bin"),
        ("translate", "translate/*/*"),
        ("voice", "voices/*.onnx*"),
    ):
        for path in sorted(models.glob(pattern)):
            file = str(path.relative_to(models))
            if file in known:
                continue
            name = path.parent.name if kind == "translate" else re.sub(r"_\d$", "", path.name.split(".")[0])
            if kind == "translate" and "-" not in name:
                name = f"{name[:2]}-{name[2:]}"
            entry = found.get(f"{kind}:{name}", Installed(f"{kind}:{name}", {}, 0))
            found[entry.model] = Installed(
                entry.model, entry.files | {file: None}, entry.size + path.stat().st_size
            )
    return sorted(found.values(), key=lambda entry: entry.model)


def pull(models: Path, model: str, source: Source, progress: Callable[[int, int], None]) -> Installed:
    """Installs a model, whole or not at all; `progress` gets the bytes that are there and the bytes in all.

    Raises `ModelError`; what has arrived is kept for the next time.
    """
    files = source.files(model)
    parts = models / PARTS
    parts.mkdir(parents=True, exist_ok=True)
    places = [parts / file.sha256.lower()[:64] for file in files]
    have = [place.stat().st_size if place.exists() else 0 for place in places]
    total = sum(file.size for file in files)
    check_space(models, total - sum(have))
    for index, (file, place) in enumerate(zip(files, places)):
        download(file, place, lambda done: progress(sum(have[:index]) + done + sum(have[index + 1 :]), total))
        have[index] = file.size
    hashes: dict[str, str | None] = {}
    for file, place in zip(files, places):
        hashes[file.path] = _unpack(file, place)
    for file, place in zip(files, places):
        final = models / file.path
        final.parent.mkdir(parents=True, exist_ok=True)
        os.replace(place, final)
    record(models, model, hashes)
    return Installed(model, hashes, total)


def _unpack(file: RemoteFile, place: Path) -> str:
    """Decompresses a part in its place if it is compressed; gives the SHA-256 of what is there then."""
    if file.unpacked_sha256 is None:
        return file.sha256.lower()
    from fxtranslate import discovery

    try:
        data = discovery.verify_and_decompress(place.read_bytes(), file.unpacked_sha256)
    except ValueError as error:
        place.unlink()
        raise ModelError(
            "wrong_content", f"{file.url} can't be unpacked ({error}).", "Try again later."
        ) from error
    unpacked = place.with_suffix(".unpacked")
    unpacked.write_bytes(data)
    os.replace(unpacked, place)
    return file.unpacked_sha256.lower()


def verify(models: Path, entry: Installed) -> list[str]:
    """The paths of a model that are missing or don't have their hash."""
    return [
        path
        for path, digest in entry.files.items()
        if not (models / path).is_file() or digest is not None and sha256(models / path) != digest
    ]


def remove(models: Path, model: str) -> None:
    """Removes a model. Raises `ModelError` if it isn't there."""
    entry = next((entry for entry in installed(models) if entry.model == model), None)
    if entry is None:
        raise ModelError(
            "not_installed", f"{model[:60]} isn't installed.", "The command models list shows what is."
        )
    (models / RECORDS / f"{model.replace(':', '.')}.json").unlink(missing_ok=True)
    for path in entry.files:
        (models / path).unlink(missing_ok=True)
        folder = (models / path).parent
        if folder.parent.name == "translate" and not any(folder.iterdir()):
            shutil.rmtree(folder)
