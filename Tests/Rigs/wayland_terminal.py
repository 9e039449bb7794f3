"""foot, a real terminal of Wayland, in a compositor without a screen, with really held keys.

A virtual keyboard lives as long as its program, so a key is held by one wtype that is told beforehand for how long.
Needs: sway wtype foot. sway refuses to run as root; then it runs as nobody."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

from x11_terminal import RealTerminal

SETTINGS = """output HEADLESS-1 resolution 1280x800
focus_follows_mouse no
exec sh -c 'echo $WAYLAND_DISPLAY >{folder}/display.new && mv {folder}/display.new {folder}/display'
"""
NOBODY = 65534


class WaylandTerminal(RealTerminal):
    """foot in a headless sway."""

    def __init__(self, command: list[str], env: dict[str, str], folder: Path) -> None:
        """Starts the compositor and the terminal; returns when it has the keyboard."""
        super().__init__(command, env, folder)
        run = folder / "run"
        run.mkdir(mode=0o700)
        self._env = {name: value for name, value in os.environ.items()
                     if not name.startswith(("WAYLAND", "XDG_", "DISPLAY", "TMUX"))}
        self._env |= {"XDG_RUNTIME_DIR": str(run), "LANG": "C.UTF-8"}
        try:
            self._start(run)
        except BaseException:
            self.close()
            raise

    def hold(self, key: str, seconds: float) -> tuple[float, float]:
        """Holds a key for a time; the moments are reckoned from wtype's end, which comes 50 ms after the release."""
        subprocess.run(["wtype", "-s", "200", "-P", key, "-s", str(int(seconds * 1000)), "-p", key, "-s", "50"],
                       env=self._env, check=True, timeout=seconds + 20)
        up = time.monotonic() - 0.05
        return up - seconds, up

    def _start(self, run: Path) -> None:
        settings = self.folder / "sway.conf"
        settings.write_text(SETTINGS.format(folder=run))
        headless = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
                    "LIBSEAT_BACKEND": "noop", "HOME": str(run)}
        command = ["sway", "-c", str(settings)]
        if os.geteuid() == 0:
            shutil.chown(run, NOBODY)
            for parent in (self.folder, *self.folder.parents):
                if parent.stat().st_uid == 0 and parent != Path("/"):
                    parent.chmod(parent.stat().st_mode | 0o011)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        self.run(command, self._env | headless)
        self._env["WAYLAND_DISPLAY"] = self._appears(run / "display")
        self.run(["foot", "-c", "/dev/null", "-W", "100x30", self.script], self._env)
        self._appears(self.folder / "before")

    @staticmethod
    def _appears(path: Path) -> str:
        deadline = time.monotonic() + 30
        while not path.exists():
            assert time.monotonic() < deadline, f"{path} did not appear"
            time.sleep(0.02)
        return path.read_text().strip()
