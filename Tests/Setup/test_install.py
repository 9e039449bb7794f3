"""`make install` leaves a program that works for everybody without its checkout; `make run` shows the main job."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUILT = (".build/release/voice-translator", ".build/release-stamp")


def clean_environment(home: Path) -> dict[str, str]:
    """An environment for a user who has never started the program."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("XDG_", "VOICE_TRANSLATOR_", "MAKE", "MFLAGS"))}
    return kept | {"HOME": str(home), "LANG": "C.UTF-8"}


def copy_of_checkout(target: Path) -> None:
    """Copies what is under version control and the built program, with their times: nothing is built again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    files = [name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]
    for name in (*files, *BUILT):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target / name)
    newest = (target / BUILT[1]).stat().st_mtime
    for folder in (target / "Sources", *(path for path in target.glob("Sources/**/") if path.is_dir())):
        os.utime(folder, (newest, newest))


def as_another_user(home: Path) -> list[str]:
    """The words before a command that is to run as somebody else. Only root can do that; others get a new home."""
    if os.getuid() != 0:
        return []
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    return ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups", "--no-new-privs"]


def is_translation(text: str) -> bool:
    """Whether `text` is the sample's English sentence and its Spanish one, a line each."""
    lines = text.lower().splitlines()
    return len(lines) == 2 and "train station" in lines[0] and "estación" in lines[1]


@pytest.fixture(scope="module")
def installed() -> Iterator[Path]:
    """A prefix that was installed to from a copy of the checkout, which then went away."""
    with tempfile.TemporaryDirectory(prefix="vt-install-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        copy_of_checkout(folder / "checkout")
        prefix = folder / "prefix"
        done = subprocess.run(["make", "install", f"PREFIX={prefix}"], cwd=folder / "checkout", check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stderr
        shutil.rmtree(folder / "checkout")
        yield prefix


def test_the_installed_program_translates_for_another_user(installed: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="vt-home-") as name:
        home = Path(name)
        words = as_another_user(home)
        sample = installed / "share/voice-translator/samples/where-is-the-train-station.wav"
        done = subprocess.run(
            [*words, installed / "bin/voice-translator", "translate", sample, "--from", "en", "--to", "es"],
            cwd="/", env=clean_environment(home), check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert is_translation(done.stdout), done.stdout


def test_the_manual_page_and_the_completions_are_installed(installed: Path) -> None:
    page = installed / "share/man/man1/voice-translator.1"
    shown = subprocess.run(["man", "-l", page], env=os.environ | {"LANG": "C.UTF-8", "MANPAGER": "cat"}, check=True,
                           capture_output=True, text=True)
    assert "voice-translator" in shown.stdout and shown.stderr == ""
    for name in ("bash-completion/completions/voice-translator", "zsh/site-functions/_voice-translator",
                 "fish/vendor_completions.d/voice-translator.fish", "voice-translator/schemas/output.schema.json"):
        assert (installed / "share" / name).stat().st_mode & 0o777 == 0o644


def test_nothing_that_is_installed_points_to_the_checkout(installed: Path) -> None:
    checkout = bytes(installed.parent / "checkout")
    pointing = [path for path in (installed / "bin", installed / "lib")
                for path in path.rglob("*")
                if (path.is_symlink() and checkout in os.fsencode(os.readlink(path)))
                or (path.is_file() and checkout in path.read_bytes())]
    assert pointing == []


def test_uninstall_leaves_nothing_below_the_prefix(installed: Path, tmp_path: Path) -> None:
    prefix = tmp_path / "prefix"
    shutil.copytree(installed, prefix, symlinks=True)
    subprocess.run(["make", "uninstall", f"PREFIX={prefix}"], cwd=ROOT, check=True, capture_output=True)
    assert [path for path in prefix.rglob("*") if not path.is_dir()] == []


def test_run_without_a_terminal_translates_and_sets_nothing_up_twice() -> None:
    # Not as a part of the make that runs the tests, which would have it print the folders it enters.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(["make", "run"], cwd=ROOT, env=environment, check=False, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert is_translation(done.stdout), done.stdout
    assert done.stderr == "", "the second start set something up"


def test_what_run_does_before_the_program_starts_takes_a_moment() -> None:
    took = []
    for _ in range(3):
        began = time.monotonic()
        subprocess.run(["make", "run", "ARGS=--version"], cwd=ROOT, check=True, capture_output=True)
        took.append(time.monotonic() - began)
    assert min(took) < 2
