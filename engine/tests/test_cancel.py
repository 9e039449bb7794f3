"""Whatever runs for a client stops when the client goes, and everything when the program goes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from conftest import SPEECH
from launch import Launched, descendants, processor_time, workers
from test_partials import LiveTurn
from turn import samples, take
from voice_translator_engine.audio import wave_header


def wait_for(condition: Callable[[], bool], seconds: float) -> float:
    """Waits until something is so; gives how long that took."""
    began = time.monotonic()
    while not condition():
        assert time.monotonic() - began < seconds, "it doesn't happen"
        time.sleep(0.005)
    return time.monotonic() - began


def long_recording() -> bytes:
    """Half a minute of speech: seconds of work, most of them inside the encoder."""
    return (samples(SPEECH / "en-pico_en-US-00.wav") * 20)[: 29 * 32_000]


def decoding(engine: Launched) -> bool:
    """Whether a recognition runs or waits."""
    return engine.ask("GET", "/healthz")[2]["recognitions"] > 0


def computing(engine: Launched) -> set[int]:
    """Waits until a worker has spent 50 ms of processor time on a new job; gives the workers."""
    before = {worker: processor_time(worker) for worker in workers(engine.process.pid)}
    wait_for(
        lambda: any(
            processor_time(worker) > before.get(worker, 0) + 0.05 for worker in workers(engine.process.pid)
        ),
        60,
    )
    return workers(engine.process.pid)


def test_a_closed_connection_stops_the_decode_inside_the_encoder(launched: Launched) -> None:
    took = []
    for _ in range(5):  # A busy machine makes some slow; the best shows what the engine needs.
        turn = LiveTurn(launched.path, **{"from": "es", "partial": 0})
        turn.send(long_recording())
        turn.send(b"")
        running = computing(launched)
        turn.close()
        # A worker that was not stopped would go on to serve the next turn, and stay.
        took.append(wait_for(lambda: not running & workers(launched.process.pid), 30))
        wait_for(lambda: not decoding(launched), 30)
        if took[-1] < 0.1:
            break
    assert min(took) < 0.1, took


def test_the_end_of_the_body_stops_a_partial_pass(launched: Launched) -> None:
    turn = LiveTurn(launched.path, **{"from": "es"})
    turn.send(long_recording()[: 26 * 32_000])
    running = computing(launched)
    turn.send(long_recording()[:48_000])
    turn.send(b"")
    assert wait_for(lambda: not running & workers(launched.process.pid), 5) < 3
    turn.close()


def test_a_transcription_stops_with_its_client_too(launched: Launched) -> None:
    header = wave_header(16_000)
    body = (
        b'--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nes\r\n'
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
        + header
        + long_recording()
        + b"\r\n--x--\r\n"
    )
    with launched.connection() as connection:
        connection.request(
            "POST", "/v1/audio/transcriptions", body, {"Content-Type": "multipart/form-data; boundary=x"}
        )
        running = computing(launched)
    assert wait_for(lambda: not running & workers(launched.process.pid), 5) < 3


def test_a_recogniser_that_died_is_replaced(launched: Launched) -> None:
    recording = samples(SPEECH / "en-pico_en-US-00.wav")
    for kill in (
        workers,
        lambda pid: [child for child, line in descendants(pid).items() if "recogniser_process" in line],
    ):
        take(launched.path, recording, source="en")
        for child in kill(launched.process.pid):
            os.kill(child, signal.SIGKILL)
        lines = take(launched.path, recording, source="en", partial=0)
        if lines[-2]["type"] == "problem":  # It died under this turn.
            lines = take(launched.path, recording, source="en", partial=0)
        assert lines[-2]["text"] == "Where is the nearest train station?"


def test_the_end_of_standard_input_ends_the_engine_and_its_children(tmp_path: Path) -> None:
    path = tmp_path / "run/engine.sock"
    with Launched(socket_path=path) as engine:
        engine.wait_ready()
        take(path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en", to="es", speech=0)
        children = descendants(engine.process.pid)
        assert any("recogniser_process" in line for line in children.values())
        assert any("lt-proc" in line for line in children.values())
        engine.process.stdin.close()
        assert engine.process.wait(5) == 0
        wait_for(lambda: not any(os.path.exists(f"/proc/{child}") for child in children), 5)
        assert not path.exists()


def test_a_killed_engine_leaves_no_children(tmp_path: Path) -> None:
    with Launched(socket_path=tmp_path / "run/engine.sock") as engine:
        engine.wait_ready()
        take(engine.path, samples(SPEECH / "en-pico_en-US-00.wav"), source="en", to="es", speech=0)
        children = descendants(engine.process.pid)
        engine.process.kill()
        engine.process.wait()
        wait_for(lambda: not any(os.path.exists(f"/proc/{child}") for child in children), 5)


def test_routes_are_made_ready_while_the_speaker_speaks(tmp_path: Path) -> None:
    with Launched(socket_path=tmp_path / "run/engine.sock") as engine:
        engine.wait_ready()
        turn = LiveTurn(engine.path, **{"from": "es", "to": "pt"})
        wait_for(lambda: any("lt-proc" in line for line in descendants(engine.process.pid).values()), 5)
        turn.close()


def test_the_recogniser_s_threads_wait_asleep(launched: Launched) -> None:
    launched.wait_ready()
    parent = next(
        pid for pid, line in descendants(launched.process.pid).items() if "recogniser_process" in line
    )
    assert b"GOMP_SPINCOUNT=0" in Path(f"/proc/{parent}/environ").read_bytes().split(b"\0")
