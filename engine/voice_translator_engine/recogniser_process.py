"""The recogniser's own process: `python -m voice_translator_engine.recogniser_process MODEL THREADS FD`.

It loads a model, computes nothing, and forks a worker for every socket it is handed over the control socket
FD. Workers share the loaded weights, so another costs 3 ms. whisper.cpp can't be stopped inside its encoder;
a worker can be killed at any moment. The control socket's end ends the process and its workers.

Control: a line of JSON when loaded; then, for each one-byte message that carries a descriptor, the worker's
PID as four little-endian bytes. Worker: a line of JSON with `samples`, that many float32 after it; a line of
JSON back.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import socket
import struct
import sys
from pathlib import Path
from typing import BinaryIO

import numpy as np

from .recognise import Recogniser


def answer(recogniser: Recogniser, request: dict, samples: np.ndarray) -> dict:
    """Does one job."""
    if request["job"] == "detect":
        language, probability = recogniser.detect(samples, request["candidates"])
        return {"language": language, "probability": probability}
    options = {name: request[name] for name in ("language", "partial", "translate", "prompt", "words")}
    return dataclasses.asdict(recogniser.transcribe(samples, **options))


def serve(recogniser: Recogniser, stream: BinaryIO) -> None:
    """A worker: job after job until the socket ends."""
    while line := stream.readline():
        request = json.loads(line)
        samples = np.frombuffer(stream.read(4 * request["samples"]), "<f4")
        try:
            reply = answer(recogniser, request, samples)
        except (RuntimeError, ValueError) as error:
            reply = {"error": str(error)}
        stream.write(json.dumps(reply).encode() + b"\n")
        stream.flush()


def fork_workers(recogniser: Recogniser, control: socket.socket) -> None:
    """Forks a worker for every descriptor that arrives, until the control socket ends; then ends them all."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    workers: list[int] = []
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not message:
            break
        child = os.fork()
        if child == 0:
            control.close()
            with socket.socket(fileno=descriptors[0]) as opened, opened.makefile("rwb") as stream:
                serve(recogniser, stream)
            os._exit(0)
        os.close(descriptors[0])
        workers = [worker for worker in workers if os.path.exists(f"/proc/{worker}")] + [child]
        control.sendall(struct.pack("<i", child))
    for worker in workers:
        try:
            os.kill(worker, signal.SIGKILL)
        except ProcessLookupError:
            continue


def main(model: str, threads: str, descriptor: str) -> None:
    """Loads, reports, and serves."""
    with socket.socket(fileno=int(descriptor)) as control:
        try:
            recogniser = Recogniser(Path(model), int(threads))
        except ValueError as error:
            control.sendall(json.dumps({"error": str(error)}).encode() + b"\n")
            return
        control.sendall(json.dumps({"languages": recogniser.languages}).encode() + b"\n")
        fork_workers(recogniser, control)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main(*sys.argv[1:])
