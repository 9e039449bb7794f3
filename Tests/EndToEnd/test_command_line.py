"""The command line as a well-bred tool's: help, manual page, completions in real shells, pipes that close."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from program import Rig
from test_history import TWO, history  # noqa: F401

COMMANDS = ("translate", "engine", "doctor", "devices", "languages", "backends", "stats", "history", "unsent", "config")


@pytest.fixture
def run(binary: Path, engine_env: dict[str, str]):
    """Runs the program in a private home."""
    def run(*words: str, **options) -> subprocess.CompletedProcess[str]:
        return subprocess.run([binary, *words], env=engine_env, check=False, capture_output=True, text=True, timeout=60,
                              **options)
    return run


def test_every_command_has_a_help_that_fits_its_usage(run) -> None:
    assert run("--version").stdout.startswith("voice-translator ")
    general = run("--help")
    assert (general.returncode, general.stderr) == (0, "")
    for command in COMMANDS:
        assert re.search(rf"^  {command} +\w", general.stdout, re.M)
        done = run(command, "--help")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith(f"voice-translator {command} ")
        assert "Exit status:" in done.stdout and "--config FILE" in done.stdout
        assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(("words", "message"), [
    (("tranlate", "x.wav"), "Did you mean 'translate'?"), (("--langage", "en"), "--help lists the options"),
    (("--privat",), "Did you mean '--private'?"), (("history", "exprt"), "Did you mean 'export'?"),
    (("devices", "--jsn"), "Did you mean '--json'?"), (("languages", "usb"), "takes no 'usb'"),
    (("--to", "--offline"), "--to needs a value"), (("--generate", "pdf"), "man, bash, zsh or fish"),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_a_slip_of_the_finger_is_understood(run, words: tuple[str, ...], message: str) -> None:
    done = run(*words)
    assert done.returncode == 2 and done.stdout == "" and message in done.stderr and done.stderr.count("\n") == 1


def test_the_manual_page_is_free_of_faults_and_shows(run, tmp_path: Path) -> None:
    page = tmp_path / "voice-translator.1"
    page.write_text(run("--generate", "man").stdout)
    checked = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], check=False, capture_output=True, text=True)
    assert (checked.returncode, checked.stdout) == (0, "")
    shown = subprocess.run(["man", "--warnings", "-l", page], check=True, capture_output=True, text=True,
                           env=os.environ | {"MANPAGER": "cat", "LANG": "C.UTF-8", "MANWIDTH": "100"})
    assert shown.stderr == ""
    text = re.sub(".\b", "", shown.stdout)
    for words in ("voice-translator - talk across languages", "--to TAG[,TAG...]|none", "history.days",
                  "search TEXT", "--generate man|bash|zsh|fish", "130"):
        assert words in text, words


class Shell:
    """An interactive shell in a terminal, in which the program is on the path and its completions are loaded."""

    def __init__(self, words: list[str], binary: Path, env: dict[str, str], home: Path) -> None:
        (home / "bin").mkdir(exist_ok=True)
        (home / "bin/voice-translator").symlink_to(binary)
        path = {"PATH": f"{home / 'bin'}:{os.environ['PATH']}", "HISTFILE": "", "PS1": "ready> "}
        self.rig = Rig(words, cols=100, rows=40, profile="plain", env=env | path, cwd=str(home))

    def complete(self, line: str, expected: str) -> None:
        """Types a line and presses Tab (again and again, for shells that list at the second) until `expected` shows."""
        self.rig.send(line)
        end = time.monotonic() + 20
        while not re.search(expected, self.rig.text(), re.M):
            assert time.monotonic() < end, f"{expected!r} did not appear:\n{self.rig.text()}"
            self.rig.send("\t")
            time.sleep(0.5)
        self.rig.send("\x03")
        self.rig.wait_quiet(0.3, 5)
        self.rig.send("clear\r")
        self.rig.wait_quiet(0.3, 5)


def completions(shell: Shell, prompt: str) -> None:
    """What is completed alike in every shell."""
    shell.complete("voice-translator tra", prompt + r"voice-translator translate")
    shell.complete("voice-translator history ex", prompt + r"voice-translator history export")
    shell.complete("voice-translator history export --for", prompt + r"voice-translator history export --format")
    shell.complete("voice-translator --cold", prompt + r"voice-translator --cold-microphone")
    shell.complete("voice-translator translate --format j", prompt + r"voice-translator translate --format json")
    shell.complete("voice-translator translate --from es-4", prompt + r"voice-translator translate --from es-419")
    shell.complete("voice-translator translate --to en,es-4", prompt + r"voice-translator translate --to en,es-419")
    shell.complete("voice-translator translate recor", prompt + r"voice-translator translate recording\\? one\.wav")
    shell.complete("voice-translator history show ", r"(show 1|\b1 +2\b)")


@pytest.fixture
def ready(history, binary: Path, engine_env, home: Path):  # noqa: F811
    """Starts a shell in a home that has a history and a recording; the completions are in files of their own."""
    history("import", "-", stdin=TWO)
    (home / "recording one.wav").write_bytes(b"")
    shells: list[Shell] = []

    def begin(kind: str, words: list[str], file: str) -> Shell:
        path = home / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(subprocess.run([binary, "--generate", kind], env=engine_env, check=True, capture_output=True,
                                       text=True).stdout)
        shells.append(Shell(words, binary, engine_env, home))
        return shells[-1]

    yield begin
    for shell in shells:
        shell.rig.close()


def test_bash_completes(ready) -> None:
    shell = ready("bash", ["bash", "--norc", "-i"], "completion.bash")
    shell.rig.wait_for(r"ready>", 10)
    shell.rig.send("source completion.bash; clear\r")
    completions(shell, r"^ready> ")
    shell.complete("voice-translator translate --to=es-4", r"^ready> voice-translator translate --to=es-419")


def test_zsh_completes(ready) -> None:
    shell = ready("zsh", ["zsh", "-f", "-i"], "functions/_voice-translator")
    shell.rig.send("PS1='ready> '; fpath=($PWD/functions $fpath); autoload -U compinit; compinit -u -D; clear\r")
    shell.rig.wait_for(r"^ready>", 10)
    completions(shell, r"^ready> ")


def test_fish_completes(ready, home: Path) -> None:
    shell = ready("fish", ["fish", "-i"], "config/fish/completions/voice-translator.fish")
    shell.rig.send("function fish_prompt; printf 'ready> '; end; function fish_greeting; end; clear\r")
    shell.rig.wait_for(r"^ready>", 20)
    completions(shell, r"^ready> ")


def test_a_reader_that_goes_ends_it_quietly(history, binary: Path, engine_env) -> None:  # noqa: F811
    history("import", "-", stdin=TWO)
    for words in (["history", "list"], ["--help"], ["--generate", "man"]):
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run([binary, *words], env=engine_env, stdout=writer, stderr=subprocess.PIPE, check=False,
                              timeout=20)
        os.close(writer)
        assert (done.returncode, done.stderr) == (-signal.SIGPIPE, b"")


def test_results_that_cannot_be_written_are_a_failure(history, binary: Path, engine_env) -> None:  # noqa: F811
    history("import", "-", stdin=TWO)
    with open("/dev/full", "wb") as full:
        done = subprocess.run([binary, "history", "list"], env=engine_env, stdout=full, stderr=subprocess.PIPE,
                              check=False, text=True, timeout=20)
    assert done.returncode == 1 and "No space left" in done.stderr and done.stderr.count("\n") == 1
    closed = subprocess.run(["sh", "-c", '"$0" history list >&-', binary], env=engine_env, stderr=subprocess.PIPE,
                            check=False, text=True, timeout=20)
    assert closed.returncode == 1 and "Bad file descriptor" in closed.stderr
    # A closed standard output is no file that is opened later: the history is whole.
    assert len(history("list").stdout.splitlines()) == 2


def test_everything_closed_is_survived(history, binary: Path, engine_env) -> None:  # noqa: F811
    history("import", "-", stdin=TWO)
    done = subprocess.run(["sh", "-c", '"$0" history forget 1 <&- >&- 2>&-', binary], env=engine_env, check=False, timeout=20)
    assert done.returncode == 0
    assert len(history("list").stdout.splitlines()) == 1
