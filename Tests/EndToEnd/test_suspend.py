"""Ctrl+Z and fg: the shell gets its terminal back, the program takes it again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from program import start
from ptyrig import Rig

TITLE = r"voice-translator +\w"


@pytest.mark.parametrize("profile", ["kitty", "plain"])
@pytest.mark.parametrize("how", ["key", "signal"])
def test_stopping_gives_the_shell_its_terminal_and_fg_takes_it_again(binary: Path, engine_env: dict[str, str],
                                                                     profile: str, how: str) -> None:
    shell = ["bash", "--norc", "--noprofile", "--noediting", "-i"]
    with Rig(shell, cols=100, rows=30, profile=profile, env=engine_env | {"PS1": "PROMPT>"}) as rig:
        rig.wait_for(r"PROMPT>", 10)
        rig.send(f"'{binary}' --from en --to es\r")
        for _ in range(2):
            _wait_shown(rig)
            if how == "key":
                rig.tap("ctrl+z")
            else:
                os.kill(_child(rig.proc.pid), signal.SIGTSTP)
            rig.wait_for(r"Stopped", 10)
            rig.assert_restored()
            rig.send("echo the shell reads $((40 + 2))\r")
            rig.wait_for(r"the shell reads 42", 5)
            rig.send("fg\r")
        _wait_shown(rig)
        rig.tap("q")
        rig.wait_for(r"PROMPT>$", 10)
        rig.send("exit\r")
        assert rig.wait_exit(10) == 0


@pytest.mark.parametrize("how", ["key", "signal"])
def test_without_a_shell_to_continue_it_the_program_is_not_stopped(binary: Path, engine_env: dict[str, str],
                                                                   how: str) -> None:
    with start(binary, engine_env, "en", "es") as rig:
        _wait_shown(rig)
        if how == "key":
            rig.tap("ctrl+z")
        else:
            os.kill(rig.proc.pid, signal.SIGTSTP)
        rig.wait_for(TITLE, 5)
        rig.tap("q")
        assert rig.wait_exit(10) == 0
        rig.assert_restored()


def _wait_shown(rig: Rig) -> None:
    """Waits until the program is on the screen and the terminal has answered its questions: an answer that comes when
    the shell reads again would be a word of the next command."""
    rig.wait_for(TITLE, 20)
    rig.wait_quiet(0.5, 10)


def _child(parent: int) -> int:
    """The one process that `parent` started."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    assert len(children) == 1
    return int(children[0])
