"""Many clients, slow ones, greedy ones, and two engines behind a proxy."""

from __future__ import annotations

import json
import socket
import subprocess
import threading
import time
from pathlib import Path

from conftest import SPEECH
from launch import Launched, descendants, free_port, workers
from test_cancel import wait_for
from test_partials import LiveTurn
from turn import samples, take
from voice_translator_engine.app import REQUEST_LIMIT
from voice_translator_engine.recognition import QUEUE_LIMIT

RECORDING = SPEECH / "en-pico_en-US-00.wav"
SENTENCE = "Where is the nearest train station?"


def memory(engine: Launched) -> float:
    """The engine's proportional set size in MB, all its processes included."""
    total = 0
    for pid in {engine.process.pid, *descendants(engine.process.pid)}:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it ended since it was listed
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1000


def test_turns_at_once_are_all_answered(launched: Launched) -> None:
    texts: list[str] = []

    def one() -> None:
        lines = take(launched.path, samples(RECORDING), source="en", partial=0)
        texts.append(lines[-2]["text"])

    threads = [threading.Thread(target=one) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == [SENTENCE] * 6


def test_turns_are_served_in_the_order_their_recordings_ended(launched: Launched) -> None:
    turns = [LiveTurn(launched.path, **{"from": "en", "partial": 0}) for _ in range(4)]
    answered: list[int] = []

    def wait(number: int) -> None:
        turns[number].next("recognized")
        answered.append(number)

    readers = [threading.Thread(target=wait, args=(number,)) for number in range(4)]
    for number in (2, 0, 3, 1):  # The first is the longest, so that the others come while it is worked on.
        turns[number].send(samples(RECORDING) * (8 if number == 2 else 1))
        turns[number].send(b"")
        wait_for(lambda: launched.ask("GET", "/healthz")[2]["recognitions"] > 0 or answered, 30)
        readers[number].start()
        time.sleep(0.05)
    for number in range(4):
        readers[number].join(120)
        turns[number].close()
    assert answered == [2, 0, 3, 1]


def test_a_full_queue_is_told_with_the_time_to_wait(launched: Launched) -> None:
    waiting = [LiveTurn(launched.path, **{"from": "es", "partial": 0}) for _ in range(QUEUE_LIMIT)]
    for turn in waiting:
        turn.send((samples(RECORDING) * 12)[: 28 * 32_000])
        turn.send(b"")
    wait_for(lambda: launched.ask("GET", "/healthz")[2]["recognitions"] == QUEUE_LIMIT, 30)
    problem = take(launched.path, samples(RECORDING), source="en", partial=0)[-2]
    assert (problem["type"], problem["code"], problem["stage"]) == ("problem", "busy", "recognise")
    assert problem["retry_after_s"] >= 1
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
        + RECORDING.read_bytes()
        + b"\r\n--x--\r\n"
    )
    status, headers, answer = launched.ask(
        "POST", "/v1/audio/transcriptions", body, {"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert (status, answer["error"]["code"]) == (429, "busy")
    assert int(headers["retry-after"]) >= 1
    for turn in waiting:
        turn.close()
    wait_for(lambda: launched.ask("GET", "/healthz")[2]["recognitions"] == 0, 10)


def test_too_many_requests_are_refused_and_health_is_not(launched: Launched) -> None:
    held = [LiveTurn(launched.path, **{"from": "en"}) for _ in range(REQUEST_LIMIT)]
    wait_for(lambda: launched.ask("GET", "/v1/models")[0] == 429, 10)
    assert launched.ask("GET", "/v1/models")[1]["retry-after"] == "1"
    assert launched.ask("GET", "/healthz")[0] == 200
    for turn in held:
        turn.close()
    wait_for(lambda: launched.ask("GET", "/v1/models")[0] == 200, 10)


def test_a_client_that_stops_reading_blocks_nobody(launched: Launched) -> None:
    with socket.socket(socket.AF_UNIX) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect(str(launched.path))
        text = b"This is a sentence. " * 300
        slow.sendall(
            b"POST /v1/turns?from=en&to=pt&to=es HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n"
            b"Content-Length: %d\r\n\r\n" % len(text) + text
        )
        time.sleep(0.3)
        assert take(launched.path, samples(RECORDING), source="en", partial=0)[-2]["text"] == SENTENCE


def test_an_endless_upload_is_answered_and_not_kept(launched: Launched) -> None:
    launched.wait_ready()
    before = memory(launched)
    turn = LiveTurn(launched.path, **{"from": "en", "partial": 0})
    told: list[dict] = []
    reader = threading.Thread(target=lambda: told.extend([turn.next("problem"), turn.next("done")]))
    reader.start()
    began = time.monotonic()
    try:
        while time.monotonic() - began < 60:
            turn.send(bytes(65_536))
        raise AssertionError("the engine takes it for ever")
    except OSError:
        pass  # The engine closed the connection.
    reader.join(30)
    assert told[0]["code"] == "too_large"
    assert memory(launched) < before + 40
    turn.close()


def test_memory_stays_bounded(launched: Launched) -> None:
    launched.wait_ready()
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
        + RECORDING.read_bytes()[:44]
    )
    for size in (2**20, 25 * 2**20 - 44):  # Silence: read, looked at, and answered.
        launched.ask(
            "POST",
            "/v1/audio/transcriptions",
            body + bytes(size) + b"\r\n--x--\r\n",
            {"Content-Type": "multipart/form-data; boundary=x"},
        )
    before = memory(launched)
    for _ in range(3):
        launched.ask(
            "POST",
            "/v1/audio/transcriptions",
            body + bytes(25 * 2**20 - 44) + b"\r\n--x--\r\n",
            {"Content-Type": "multipart/form-data; boundary=x"},
        )
    with launched.connection() as connection:
        for _ in range(1000):
            connection.request(
                "POST",
                "/translate",
                json.dumps({"q": "Good morning.", "source": "en", "target": "pt"}),
                {"Content-Type": "application/json"},
            )
            assert json.loads(connection.getresponse().read())["translatedText"] == "Bom dia."
    assert memory(launched) < before + 40


def test_a_client_of_two_engines_behind_a_proxy_gets_its_answer_when_one_is_killed(tmp_path: Path) -> None:
    port = free_port()
    with Launched() as first, Launched() as second:
        for engine in (first, second):
            engine.wait_ready()
        (tmp_path / "haproxy.cfg").write_text(f"""
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 2
listen engines
  bind 127.0.0.1:{port}
  balance roundrobin
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host localhost
  default-server check inter 100ms fall 1 rise 1
  server first 127.0.0.1:{first.port}
  server second 127.0.0.1:{second.port}
""")
        proxy = subprocess.Popen(
            ["/usr/sbin/haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(lambda: reachable(port), 10)
            turn = TCPTurn(port)
            turn.send(samples(RECORDING))
            time.sleep(0.3)
            served = first if turn_served_by(first) else second
            served.process.kill()
            turn.send(b"")
            assert "done" not in [line["type"] for line in turn.lines()]
            turn.close()
            retry = TCPTurn(port)
            retry.send(samples(RECORDING))
            retry.send(b"")
            assert retry.lines()[-2]["text"] == SENTENCE
            retry.close()
        finally:
            proxy.terminate()
            proxy.wait(10)


class TCPTurn(LiveTurn):
    """A live turn over TCP."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.sendall(
            b"POST /v1/turns?from=en HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: audio/L16;rate=16000\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        self.stream = self.socket.makefile("rb")


def reachable(port: int) -> bool:
    """Whether the proxy answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as opened:
            opened.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return b" 200 " in opened.recv(100)
    except OSError:
        return False


def turn_served_by(engine: Launched) -> bool:
    """Whether an engine has forked a worker, which only a turn makes it do."""
    return bool(workers(engine.process.pid))
