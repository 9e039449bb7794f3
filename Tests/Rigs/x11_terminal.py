"""A command in a real terminal emulator under a private X server, with really held keys.

    with X11Terminal("xterm", ["./app"], env, folder, repeat=(250, 30)) as terminal:
        terminal.press("space"); time.sleep(1.5); terminal.release("space")
        assert terminal.wait_exit(5) == 0

Kinds: kitty, xterm, xterm+tmux. `repeat`: the X server's auto-repeat as (delay in ms, rate in Hz), None for its
default (660, 25), False for none at all. Keys as X11 names them.
Needs: xvfb xdotool x11-xserver-utils and the terminals."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from pathlib import Path
from types import TracebackType

from x11_keyboard import X11Keyboard

TMUX_SETTINGS = "set -g status off\nset -sg escape-time 10\nset -g focus-events on\n"


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process, by force if it doesn't go by itself."""
    process.terminate()
    try:
        process.wait(3)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class RealTerminal:
    """What the rigs of real terminals share: the command in a script that keeps its exit status and the terminal's
    modes before and after it, and the processes that end with the rig."""

    def __init__(self, command: list[str], env: dict[str, str], folder: Path) -> None:
        """`folder`: an existing directory for the rig's files; `env`: the command's whole environment."""
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._script = folder / "command"
        self._status = folder / "status"
        kept = {name: value for name, value in env.items() if name != "TERM"}
        words = " ".join(map(shlex.quote, ["env", *(f"{name}={value}" for name, value in kept.items()), *command]))
        self._script.write_text(
            f"#!/bin/sh\ncd {shlex.quote(str(folder))}\nstty -g >before\n{words} 2>errors\nstatus=$?\n"
            "stty -g >after\necho $status >status.new\nmv status.new status\n")
        self._script.chmod(0o755)

    def run(self, command: list[str], env: dict[str, str]) -> subprocess.Popen[bytes]:
        """Starts a process of the rig's own; what it prints goes to a file of its name."""
        with (self.folder / f"{command[0]}.log").open("ab") as log:
            process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.processes.append(process)
        return process

    @property
    def script(self) -> str:
        """The command as the terminal is to run it."""
        return str(self._script)

    def wait_exit(self, timeout: float) -> int:
        """The command's exit status, once it has ended."""
        deadline = time.monotonic() + timeout
        while not self._status.exists():
            assert time.monotonic() < deadline, f"the program did not end in {timeout} s"
            time.sleep(0.02)
        return int(self._status.read_text())

    def assert_modes_restored(self) -> None:
        """The terminal's modes are what they were before the command."""
        assert (self.folder / "after").read_text() == (self.folder / "before").read_text()

    def hold(self, key: str, seconds: float) -> tuple[float, float]:
        """Holds a key for a time; gives when it went down and came up, on the clock of `time.monotonic`."""
        raise NotImplementedError

    def tap(self, key: str) -> None:
        """The key goes down and comes up, faster than it repeats."""
        self.hold(key, 0.03)

    def close(self) -> None:
        """Ends the terminal and what it runs on."""
        while self.processes:
            end(self.processes.pop())

    def __enter__(self) -> RealTerminal:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class X11Terminal(RealTerminal):
    """A terminal emulator of X11."""

    def __init__(self, kind: str, command: list[str], env: dict[str, str], folder: Path,
                 repeat: tuple[int, int] | None | bool = None) -> None:
        """Starts the X server and the terminal; returns when its window has the keyboard."""
        super().__init__(command, env, folder)
        self._x = {name: value for name, value in os.environ.items()
                   if not name.startswith(("WAYLAND", "XDG_", "TMUX", "KITTY"))} | {"LANG": "C.UTF-8"}
        try:
            self._start_server()
            self._keyboard = X11Keyboard(self._x["DISPLAY"])
            self._set_repeat(repeat)
            self._start_terminal(kind)
        except BaseException:
            self.close()
            raise

    def press(self, key: str) -> float:
        """The key goes down and stays down; gives when."""
        return self._keyboard.key(key, True)

    def release(self, key: str) -> float:
        """The key comes up; gives when."""
        return self._keyboard.key(key, False)

    def hold(self, key: str, seconds: float) -> tuple[float, float]:
        down = self.press(key)
        time.sleep(seconds)
        return down, self.release(key)

    def focus(self, is_ours: bool) -> None:
        """Gives the keyboard to the terminal, or to nobody."""
        if is_ours:
            self.xdotool("windowfocus", "--sync", self._window)
        else:
            if not self._other:
                self.run(["xterm", "-class", "Other", "-geometry", "10x2+1200+700", "-e", "sleep", "600"], self._x)
                self._other = self._find("Other")
            self.xdotool("windowfocus", "--sync", self._other)

    def xdotool(self, *arguments: str) -> str:
        """Runs xdotool on the private display."""
        return subprocess.run(["xdotool", *arguments], env=self._x, check=True, stdout=subprocess.PIPE,
                              text=True, timeout=20).stdout.strip()

    def close(self) -> None:
        if (self.folder / "tmux.sock").exists():
            subprocess.run(["tmux", "-S", self.folder / "tmux.sock", "kill-server"], check=False, capture_output=True)
        super().close()

    def _start_server(self) -> None:
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x900x24", "-nolisten", "tcp", "-noreset"]
        with (self.folder / "Xvfb.log").open("ab") as log:
            self.processes.append(subprocess.Popen(command, env=self._x, stdin=subprocess.DEVNULL, stdout=log,
                                                   stderr=log, pass_fds=[writer]))
        os.close(writer)
        with os.fdopen(reader) as display:
            number = display.readline().strip()
        assert number, f"the X server did not start: {(self.folder / 'Xvfb.log').read_text()}"
        self._x["DISPLAY"] = f":{number}"
        self._other = ""

    def _set_repeat(self, repeat: tuple[int, int] | None | bool) -> None:
        if repeat is False:
            subprocess.run(["xset", "r", "off"], env=self._x, check=True)
        elif isinstance(repeat, tuple):
            subprocess.run(["xset", "r", "rate", *map(str, repeat)], env=self._x, check=True)

    def _start_terminal(self, kind: str) -> None:
        name, _, multiplexer = kind.partition("+")
        command = [self.script]
        if multiplexer:
            settings = self.folder / "tmux.conf"
            settings.write_text(TMUX_SETTINGS)
            command = ["tmux", "-S", str(self.folder / "tmux.sock"), "-f", str(settings), "new-session", self.script]
        if name == "kitty":
            for folder in ("config", "cache", "run"):
                (self.folder / folder).mkdir(mode=0o700, exist_ok=True)
            own = {"XDG_CONFIG_HOME": str(self.folder / "config"), "XDG_CACHE_HOME": str(self.folder / "cache"),
                   "XDG_RUNTIME_DIR": str(self.folder / "run"), "LIBGL_ALWAYS_SOFTWARE": "1"}
            options = ["linux_display_server=x11", "update_check_interval=0", "shell_integration=disabled",
                       "confirm_os_window_close=0", "enable_audio_bell=no", "remember_window_size=no"]
            self.run(["kitty", "--config", "NONE", "--class", "Rig", *(word for option in options
                                                                       for word in ("-o", option)), *command],
                     self._x | own)
        else:
            self.run(["xterm", "-class", "Rig", "-u8", "-geometry", "100x30", "-e", *command], self._x)
        self._window = self._find("Rig")
        self.focus(True)

    def _find(self, window_class: str) -> str:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            found = subprocess.run(["xdotool", "search", "--onlyvisible", "--class", f"^{window_class}$"], env=self._x,
                                   check=False, capture_output=True, text=True).stdout.split()
            if found:
                return found[-1]
            time.sleep(0.05)
        raise AssertionError(f"no window of {window_class} appeared")
