"""Listening sockets: a Unix socket in a directory that only its owner can enter, or TCP."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from pathlib import Path

LONGEST_PATH = 107
"""Bytes in `sockaddr_un.sun_path` without the closing NUL (unix(7))."""
BACKLOG = 64


class ListenError(Exception):
    """The socket can't be made; the message says why and what to do."""


def default_path() -> Path:
    """Where an engine listens that nobody gave a path."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    if runtime:
        return Path(runtime) / "voice-translator/engine.sock"
    return Path(tempfile.gettempdir()) / f"voice-translator-{os.getuid()}/engine.sock"


def private_directory(directory: Path) -> None:
    """Makes a directory with mode 0700, or checks that it is one and ours."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = directory.lstat()
    except OSError as error:
        raise ListenError(
            f"{directory} can't be made: {error.strerror}. Give another place with --socket."
        ) from error
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid() or status.st_mode & 0o077:
        raise ListenError(
            f"{directory} must be a directory of yours that others can't enter. Run: chmod 700 {directory}"
        )


def unix(path: Path) -> socket.socket:
    """Listens on a Unix socket; one that nobody listens on any more is replaced."""
    if len(os.fsencode(path)) > LONGEST_PATH:
        raise ListenError(
            f"The socket path {path} is longer than {LONGEST_PATH} bytes. Give a shorter one with --socket."
        )
    private_directory(path.parent)
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
            raise ListenError(f"An engine already listens on {path}. Use it, or stop it first.")
        except FileNotFoundError:
            pass
        except ConnectionRefusedError:
            if not stat.S_ISSOCK(path.lstat().st_mode):
                raise ListenError(f"{path} is in the way: it isn't a socket. Remove it.") from None
            path.unlink(missing_ok=True)
        except OSError as error:
            raise ListenError(f"{path} is in the way: {error.strerror}. Remove it.") from error
    opened = socket.socket(socket.AF_UNIX)
    opened.bind(str(path))
    path.chmod(0o600)
    opened.listen(BACKLOG)
    return opened


def tcp(address: str, has_token: bool) -> socket.socket:
    """Listens on `HOST:PORT`; anything but loopback only with a token. Port 0 lets the system choose."""
    host, _, port = address.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    if not port.isdigit() or int(port) > 65535:
        raise ListenError(f"--listen {address} isn't HOST:PORT.")
    if host not in ("127.0.0.1", "::1", "localhost") and not has_token:
        raise ListenError(
            f"Listening on {host} needs a token. Set one and name its variable with --token-env."
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    opened = socket.socket(family)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, int(port)))
    except OSError as error:
        raise ListenError(
            f"{address} can't be listened on: {error.strerror}. Choose another port."
        ) from error
    opened.listen(BACKLOG)
    return opened
