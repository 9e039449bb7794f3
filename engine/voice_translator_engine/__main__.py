"""`python -m voice_translator_engine`: the server process."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
from pathlib import Path

import uvicorn

from . import listen, memory
from .app import Application
from .connection import BoundedConnection
from .engine import Engine


def arguments() -> argparse.Namespace:
    """Reads the command line; exits with status 2 if it is wrong."""
    parser = argparse.ArgumentParser(
        prog="voice_translator_engine", description="The built-in translation engine."
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--socket", type=Path, help="Unix socket to listen on (default: in the runtime directory)"
    )
    place.add_argument(
        "--listen", metavar="HOST:PORT", help="TCP address instead; without a token loopback only"
    )
    parser.add_argument(
        "--models",
        type=Path,
        action="append",
        metavar="DIR",
        help="models directory; several may be given, the first that has a model wins",
    )
    parser.add_argument(
        "--threads",
        type=int,
        default=min(4, len(os.sched_getaffinity(0))),
        help="threads for recognition (default: %(default)s)",
    )
    parser.add_argument(
        "--token-env", metavar="NAME", help="environment variable that holds the bearer token"
    )
    parser.add_argument("--exit-on-stdin-eof", action="store_true", help="end when standard input ends")
    options = parser.parse_args()
    if options.threads < 1:
        parser.error("--threads must be at least 1")
    options.token = None
    if options.token_env:
        options.token = os.environ.pop(options.token_env, "")
        if not options.token:
            parser.error(f"the variable {options.token_env} named by --token-env is empty")
    return options


def default_models() -> list[Path]:
    """The user's models directory."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return [Path(data) / "voice-translator/models"]


def end_with_stdin(path: Path | None) -> None:
    """Ends the process when standard input does. Its children read from pipes of this process and end with
    them."""
    while os.read(0, 4096):
        continue
    if path is not None:
        path.unlink(missing_ok=True)
    os._exit(0)


def open_socket(options: argparse.Namespace) -> tuple[socket.socket, Path | None]:
    """The listening socket, and its path if it has one."""
    if options.listen:
        return listen.tcp(options.listen, options.token is not None), None
    path = options.socket or listen.default_path()
    return listen.unix(path), path


def main() -> int:
    """Runs the server until it is told to stop."""
    options = arguments()
    try:
        opened, path = open_socket(options)
    except listen.ListenError as error:
        print(f"voice_translator_engine: {error}", file=sys.stderr)
        return 1
    if options.exit_on_stdin_eof:
        threading.Thread(target=end_with_stdin, args=(path,), daemon=True).start()
    memory.give_back_early()
    engine = Engine(options.models or default_models(), options.threads)
    application = Application(engine, options.token, tcp=path is None)
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        http=BoundedConnection,
        loop="asyncio",
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=1,
    )
    try:
        uvicorn.Server(config).run(sockets=[opened])
    finally:
        if path is not None:
            path.unlink(missing_ok=True)
    # Model threads may be deep inside native code: nothing is left to save, so don't wait for them.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
