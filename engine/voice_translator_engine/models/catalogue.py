"""Where a model's files come from: a mirror's index, or the publishers' own.

A mirror serves `index.json`, whose URLs may be relative to it:

    {"models": {"whisper:base-q8": [{"path": "whisper/base-q8_0.bin", "url": "base.bin", "size": 1, "sha256":
    "…"}]}}
"""

from __future__ import annotations

import hashlib
import json
import re
import urllib.request
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urljoin

from .errors import ModelError

TIMEOUT_S = 20.0
INDEX_LIMIT = 32 * 2**20
HUB = "https://huggingface.co"
WHISPER_REPOSITORY, PIPER_REPOSITORY = "ggerganov/whisper.cpp", "rhasspy/piper-voices"
FIREFOX_RECORDS = (
    "https://firefox.settings.services.mozilla.com/v1/buckets/main/collections/translations-models/records"
)
FIREFOX_ATTACHMENTS = "https://firefox-settings-attachments.cdn.mozilla.net/"
WHISPER_NAMES = {"q5": "q5_1", "q8": "q8_0"}
"""Short names of quantisations, as whisper.cpp's files have them for the sizes up to small."""
_SAFE_PATH = re.compile(r"[\w-]+(/[\w.@-]*\w)+", re.ASCII)


@dataclass(frozen=True)
class RemoteFile:
    """One file of a model: its path below the models directory, where it is, and its bytes' count and
    SHA-256.

    A zstd-compressed file also has the SHA-256 of what is in it.
    """

    path: str
    url: str
    size: int
    sha256: str
    unpacked_sha256: str | None = None


class Source(Protocol):
    """Something that knows models' files."""

    def files(self, model: str) -> list[RemoteFile]:
        """A model's files. Raises `ModelError`."""
        ...


def fetch(url: str) -> bytes:
    """A small document. Raises `OSError`, or `ValueError` for what isn't a URL."""
    with urllib.request.urlopen(url, timeout=TIMEOUT_S) as response:
        return response.read(INDEX_LIMIT)


def fetch_json(url: str) -> object:
    """A JSON document. Raises `ModelError`."""
    try:
        return json.loads(fetch(url))
    except (OSError, ValueError) as error:
        raise ModelError(
            "unreachable",
            f"{url} can't be read: {getattr(error, 'reason', error)}.",
            "Check the network, or name a mirror with --mirror.",
        ) from error


def unknown(model: str) -> ModelError:
    """A model that the source doesn't have."""
    return ModelError(
        "unknown_model",
        f"There is no model {model[:60]!r} there.",
        "Names look like whisper:small-q8, translate:en-es and voice:es_ES-davefx-medium.",
    )


class Mirror:
    """A mirror by the URL of its folder."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/") + "/"

    def files(self, model: str) -> list[RemoteFile]:
        """A model's files. Raises `ModelError`."""
        index = fetch_json(self._url + "index.json")
        try:
            entries = index["models"].get(model)  # type: ignore[index]
            if not entries:
                raise unknown(model)
            found = [
                RemoteFile(
                    entry["path"],
                    urljoin(self._url, entry["url"]),
                    int(entry["size"]),
                    entry["sha256"],
                    entry.get("unpacked_sha256"),
                )
                for entry in entries
            ]
            for file in found:
                if not isinstance(file.path, str) or not _SAFE_PATH.fullmatch(file.path):
                    raise ValueError(f"path {file.path!r}")
            return found
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ModelError(
                "bad_index",
                f"{self._url}index.json isn't a mirror's index ({error}).",
                "Check the mirror's URL.",
            ) from error


class Publishers:
    """The publishers: whisper.cpp's and Piper's repositories, and Firefox's translation models."""

    def files(self, model: str) -> list[RemoteFile]:
        """A model's files. Raises `ModelError`."""
        kind, _, name = model.partition(":")
        if kind == "whisper":
            return self._whisper(model, name)
        if kind == "translate" and re.fullmatch(r"[a-z]{2,3}-[a-z]{2,3}", name):
            return self._firefox(model, *name.split("-"))
        if kind == "voice" and (match := re.fullmatch(r"(([a-z]{2,3})_[A-Z]{2})-(\w+)-(\w+)", name)):
            return self._piper(model, f"{match[2]}/{match[1]}/{match[3]}/{match[4]}", name)
        raise unknown(model)

    def _listing(self, repository: str, folder: str) -> list[dict]:
        """The hub's listing of a folder; large files have their SHA-256 under `lfs`."""
        listing = fetch_json(f"{HUB}/api/models/{repository}/tree/main/{folder}")
        return [entry for entry in listing if isinstance(entry, dict)] if isinstance(listing, list) else []

    def _whisper(self, model: str, name: str) -> list[RemoteFile]:
        size, _, quantisation = name.rpartition("-") if name.endswith(("-q5", "-q8")) else (name, "", "")
        wanted = WHISPER_NAMES.get(quantisation, "")
        if size.startswith(("medium", "large")) and wanted == "q5_1":
            wanted = "q5_0"
        stem = f"{size}-{wanted}" if wanted else size
        for entry in self._listing(WHISPER_REPOSITORY, ""):
            if entry.get("path") == f"ggml-{stem}.bin" and "lfs" in entry:
                return [
                    RemoteFile(
                        f"whisper/{stem}.bin",
                        f"{HUB}/{WHISPER_REPOSITORY}/resolve/main/{entry['path']}",
                        entry["lfs"]["size"],
                        entry["lfs"]["oid"],
                    )
                ]
        raise unknown(model)

    def _piper(self, model: str, folder: str, name: str) -> list[RemoteFile]:
        """The network and its description; the listing has no SHA-256 for so small a file, so it is read
        first."""
        for entry in self._listing(PIPER_REPOSITORY, folder):
            if entry.get("path", "").endswith(f"{name}.onnx") and "lfs" in entry:
                url = f"{HUB}/{PIPER_REPOSITORY}/resolve/main/{entry['path']}"
                described = self._description(url + ".json")
                return [
                    RemoteFile(f"voices/{name}.onnx", url, entry["lfs"]["size"], entry["lfs"]["oid"]),
                    RemoteFile(
                        f"voices/{name}.onnx.json",
                        url + ".json",
                        len(described),
                        hashlib.sha256(described).hexdigest(),
                    ),
                ]
        raise unknown(model)

    def _description(self, url: str) -> bytes:
        try:
            return fetch(url)
        except OSError as error:
            raise ModelError("unreachable", f"{url} can't be read: {error}.", "Check the network.") from error

    def _firefox(self, model: str, source: str, target: str) -> list[RemoteFile]:
        """The newest release of each kind of file for one direction; the files come zstd-compressed."""
        newest: dict[str, dict] = {}
        records = fetch_json(FIREFOX_RECORDS)
        for record in records.get("data", []) if isinstance(records, dict) else []:
            if (
                record.get("sourceLanguage", record.get("fromLang")),
                record.get("targetLanguage", record.get("toLang")),
            ) != (source, target) or "attachment" not in record:
                continue
            known = newest.get(record["fileType"])
            if known is None or _version(record) > _version(known):
                newest[record["fileType"]] = record
        if "model" not in newest:
            raise unknown(model)
        return [
            RemoteFile(
                f"translate/{source}-{target}/{record['name'].removesuffix('.zst')}",
                FIREFOX_ATTACHMENTS + record["attachment"]["location"],
                record["attachment"]["size"],
                record["attachment"]["hash"],
                record.get("decompressedHash"),
            )
            for record in newest.values()
            if record["fileType"] in ("model", "lex", "vocab", "srcvocab", "trgvocab")
        ]


def _version(record: dict) -> tuple[int, ...]:
    """A record's version; a pre-release comes before its release."""
    numbers = [int(part) for part in re.findall(r"\d+", str(record.get("version", "0")))[:3]]
    return (*numbers, 0 if re.search(r"[a-z]", str(record.get("version", ""))) else 1)
