"""Pulling models from a mirror that stalls, cuts, lies about length and serves a wrong hash."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mirror import Mirror
from voice_translator_engine.models import catalogue, download, store
from voice_translator_engine.models.errors import ModelError

DATA = random.Random(1).randbytes(300_000)
NAME, PATH = "whisper:tiny", "whisper/tiny.bin"


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    """A mirror with a speech model and a translation direction of two files."""
    with Mirror(
        {
            NAME: {PATH: DATA},
            "translate:en-es": {
                "translate/en-es/model.bin": DATA[:1000],
                "translate/en-es/vocab.spm": DATA[:10],
            },
        }
    ) as server:
        yield server


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorter waits."""
    monkeypatch.setattr(download, "PAUSE_S", 0.01)


def pull(models: Path, mirror: Mirror, model: str = NAME) -> list[int]:
    """Pulls a model; gives the progress that was told."""
    told: list[int] = []
    store.pull(models, model, catalogue.Mirror(mirror.url), lambda done, size: told.append(done))
    return told


def test_a_model_is_pulled_whole(tmp_path: Path, mirror: Mirror) -> None:
    told = pull(tmp_path, mirror)
    assert (tmp_path / PATH).read_bytes() == DATA
    assert told == sorted(told) and told[0] == 0 and told[-1] == len(DATA)
    assert [(entry.model, entry.size) for entry in store.installed(tmp_path)] == [(NAME, len(DATA))]


@pytest.mark.parametrize(
    "faults", [["cut"], ["cut", "cut", "error", "cut"], ["error"] * 4, ["cut", "norange"]]
)
def test_a_broken_connection_is_taken_up_where_it_ended(
    tmp_path: Path, mirror: Mirror, faults: list[str]
) -> None:
    mirror.faults = list(faults)
    pull(tmp_path, mirror)
    assert (tmp_path / PATH).read_bytes() == DATA
    assert mirror.ranges == sorted(mirror.ranges)
    assert (mirror.ranges[-1] > 0) == ("cut" in faults)


def test_a_stalled_connection_is_given_up_and_resumed(tmp_path: Path, mirror: Mirror) -> None:
    mirror.faults = ["stall"]
    file = catalogue.Mirror(mirror.url).files(NAME)[0]
    download.download(file, tmp_path / "part", lambda _: None, stall_s=0.3)
    assert (tmp_path / "part").read_bytes() == DATA
    assert mirror.ranges == [0, len(DATA) // 2]


def test_what_arrived_is_kept_for_the_next_pull(tmp_path: Path, mirror: Mirror) -> None:
    mirror.faults = ["cut"] + ["error"] * download.ATTEMPTS
    with pytest.raises(ModelError, match="goes on from where it stopped") as error:
        pull(tmp_path, mirror)
    assert error.value.code == "unreachable" and not (tmp_path / PATH).exists()
    assert pull(tmp_path, mirror)[0] == len(DATA) // 2
    assert (tmp_path / PATH).read_bytes() == DATA


@pytest.mark.parametrize("fault", ["longer", "hash", "shorter"])
def test_wrong_content_never_gets_a_model_s_name(tmp_path: Path, mirror: Mirror, fault: str) -> None:
    if fault == "longer":
        mirror.faults = ["longer"]
    elif fault == "hash":
        mirror.contents[PATH] = DATA[:-1] + b"!"
    else:
        mirror.index["models"][NAME][0]["size"] -= 1
        mirror.contents[PATH] = DATA[:-1]
    with pytest.raises(ModelError) as error:
        pull(tmp_path, mirror)
    assert error.value.code == "wrong_content"
    assert not (tmp_path / PATH).exists() and store.installed(tmp_path) == []
    assert not any((tmp_path / store.PARTS).iterdir()), "wrong bytes must not be resumed"


def test_an_earlier_model_stays_when_its_successor_is_wrong(tmp_path: Path, mirror: Mirror) -> None:
    pull(tmp_path, mirror)
    mirror.contents[PATH] = bytes(len(DATA))
    (tmp_path / store.PARTS).rmdir()
    with pytest.raises(ModelError):
        pull(tmp_path, mirror)
    assert (tmp_path / PATH).read_bytes() == DATA


def test_a_full_disk_is_noticed_before_the_download(
    tmp_path: Path, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=download.RESERVE + len(DATA) - 1))
    with pytest.raises(ModelError) as error:
        pull(tmp_path, mirror)
    assert error.value.code == "disk_full"
    assert mirror.ranges == []


@pytest.mark.parametrize(
    "path", ["../evil.bin", "/etc/evil", "whisper/../../x", "x", "whisper/", "whisper/..", 7]
)
def test_an_index_can_t_write_outside(tmp_path: Path, mirror: Mirror, path: object) -> None:
    mirror.index["models"][NAME][0]["path"] = path
    with pytest.raises(ModelError) as error:
        pull(tmp_path, mirror)
    assert error.value.code == "bad_index"


def test_a_damaged_model_is_found_and_a_removed_one_is_gone(tmp_path: Path, mirror: Mirror) -> None:
    pull(tmp_path, mirror, "translate:en-es")
    entry = store.installed(tmp_path)[0]
    assert store.verify(tmp_path, entry) == []
    (tmp_path / "translate/en-es/vocab.spm").write_bytes(b"x")
    assert store.verify(tmp_path, entry) == ["translate/en-es/vocab.spm"]
    store.remove(tmp_path, "translate:en-es")
    assert store.installed(tmp_path) == [] and not (tmp_path / "translate/en-es").exists()
    with pytest.raises(ModelError, match="isn't installed"):
        store.remove(tmp_path, "translate:en-es")


def command(*arguments: str) -> tuple[int, list[dict]]:
    """Runs the command line with --json; gives its status and events."""
    done = subprocess.run(
        [sys.executable, "-m", "voice_translator_engine.models", *arguments, "--json"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.stderr == "" or done.returncode == 2, done.stderr
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_line_tells_programs_what_happens(tmp_path: Path, mirror: Mirror) -> None:
    place = ["--models", str(tmp_path), "--mirror", mirror.url]
    status, events = command("pull", NAME, *place)
    assert status == 0
    assert events[0] == {"event": "progress", "model": NAME, "bytes": 0, "size": len(DATA)}
    assert events[-2]["bytes"] == len(DATA)
    assert events[-1] == {"event": "installed", "model": NAME, "size": len(DATA)}
    assert command("list", *place) == (0, [{"event": "model", "model": NAME, "size": len(DATA)}])
    assert command("verify", *place) == (0, [{"event": "verified", "model": NAME, "hashes_known": True}])
    (tmp_path / PATH).write_bytes(b"")
    assert command("verify", *place)[1][0]["code"] == "damaged"
    assert command("remove", NAME, *place) == (0, [{"event": "removed", "model": NAME}])
    status, events = command("pull", "whisper:nonsense", *place)
    assert (status, events[0]["code"]) == (1, "unknown_model")
    assert set(events[0]) == {"event", "model", "code", "message", "remedy"}


def test_an_unreachable_mirror_is_named(tmp_path: Path) -> None:
    status, events = command("pull", NAME, "--models", str(tmp_path), "--mirror", "http://127.0.0.1:9/x")
    assert status == 1
    assert events[0]["code"] == "unreachable" and "127.0.0.1:9/x/index.json" in events[0]["message"]


def test_the_publishers_documents_are_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = {
        "whisper.cpp/tree": [{"path": "ggml-small-q8_0.bin", "lfs": {"oid": "ab" * 32, "size": 5}}],
        "piper-voices/tree": [
            {"path": "es/es_ES/davefx/medium/es_ES-davefx-medium.onnx", "lfs": {"oid": "cd" * 32, "size": 6}}
        ],
        "translations-models": {
            "data": [
                {
                    "name": f"model.enes.intgemm.alphas.bin{end}",
                    "fileType": "model",
                    "sourceLanguage": "en",
                    "targetLanguage": "es",
                    "version": version,
                    "decompressedHash": "ef" * 32,
                    "attachment": {"hash": "01" * 32, "size": 7, "location": f"loc/{version}"},
                }
                for version, end in (("2.0", ".zst"), ("3.0a1", ".zst"), ("1.0", ""))
            ]
        },
    }
    monkeypatch.setattr(
        catalogue,
        "fetch_json",
        lambda url: next(document for part, document in documents.items() if part in url),
    )
    monkeypatch.setattr(catalogue, "fetch", lambda url: b"{}")
    publishers = catalogue.Publishers()
    assert [(file.path, file.sha256) for file in publishers.files("whisper:small-q8")] == [
        ("whisper/small-q8_0.bin", "ab" * 32)
    ]
    assert [file.path for file in publishers.files("voice:es_ES-davefx-medium")] == [
        "voices/es_ES-davefx-medium.onnx",
        "voices/es_ES-davefx-medium.onnx.json",
    ]
    file = publishers.files("translate:en-es")[0]
    assert (file.path, file.unpacked_sha256) == ("translate/en-es/model.enes.intgemm.alphas.bin", "ef" * 32)
    assert file.url.endswith("/loc/3.0a1")
    for name in ("whisper:huge", "translate:en-xx", "voice:nonsense", "nonsense", "translate:../x"):
        with pytest.raises(ModelError):
            publishers.files(name)
