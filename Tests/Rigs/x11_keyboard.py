"""Key presses and releases of X11's test extension, at known moments: xdotool would take a process for each."""

from __future__ import annotations

import ctypes
import time

# The names that people use, where X11's differ.
NAMES = {"shift": "Shift_L"}


class X11Keyboard:
    """The keyboard of an X server."""

    def __init__(self, display: str) -> None:
        """`display`: as in DISPLAY."""
        self._x11 = ctypes.CDLL("libX11.so.6")
        self._test = ctypes.CDLL("libXtst.so.6")
        self._x11.XOpenDisplay.restype = ctypes.c_void_p
        self._x11.XStringToKeysym.restype = ctypes.c_ulong
        self._x11.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self._x11.XKeysymToKeycode.restype = ctypes.c_ubyte
        self._x11.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
        self._test.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
        self._display = self._x11.XOpenDisplay(display.encode())
        assert self._display, f"the X server {display} can't be reached"

    def key(self, name: str, is_down: bool) -> float:
        """The key goes down or comes up; gives when the server was told, on the clock of `time.monotonic`."""
        symbol = self._x11.XStringToKeysym(NAMES.get(name, name).encode())
        code = self._x11.XKeysymToKeycode(self._display, symbol)
        assert code, f"no key is called '{name}'"
        told = time.monotonic()
        self._test.XTestFakeKeyEvent(self._display, code, int(is_down), 0)
        self._x11.XSync(self._display, 0)
        return told

    def close(self) -> None:
        """Leaves the server."""
        self._x11.XCloseDisplay(self._display)
