"""A turn with the OpenAI-compatible cascade: every field of every request, streamed and whole answers, failures."""

from __future__ import annotations

import json
import subprocess
import wave
from io import BytesIO
from pathlib import Path

import pytest
from program import READY, SPEECH, hold_and_say, newest_turn, start
from scripted_server import Reply, Request, ScriptedServer, events

RECORDING = SPEECH / "en-pico_en-US-00.wav"
KEY = "sk-canary-4711"
TRANSLATION = "¿Dónde está la estación de tren más cercana?"


@pytest.fixture(scope="module")
def mp3(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short MP3."""
    path = tmp_path_factory.mktemp("mp3") / "tone.mp3"
    subprocess.run(["lame", "--quiet", SPEECH / "es-pico_es-ES-00.wav", path], check=True)
    return path.read_bytes()


def configure(tmp_path: Path, url: str, **stages: str) -> Path:
    """A configuration with one OpenAI-compatible backend."""
    path = tmp_path / "config.toml"
    recognize = stages.get("recognize", '{ model = "rec-1", live_upload = false }')
    translate = stages.get("translate", '{ model = "chat-1", register = "formal" }')
    path.write_text(f'backend = "cloud"\n[backends.cloud]\nkind = "openai"\nurl = "{url}/v1"\nkey_env = "CLOUD_KEY"\n'
                    f'recognize = {recognize}\ntranslate = {translate}\n'
                    'speak = { model = "tts-9", voice = "nova" }\n')
    return path


def script(mp3: bytes, **changes) -> dict:
    """The answers of a well-behaved service."""
    pieces = TRANSLATION.partition(" ")
    answers = {
        ("POST", "/v1/audio/transcriptions"): lambda _: Reply(b'{"text": " Where is the nearest train station?\\n"}'),
        ("POST", "/v1/chat/completions"): lambda _: events(
            {"choices": [{"delta": {"role": "assistant", "content": None}}]},
            *({"choices": [{"delta": {"content": piece}}]} for piece in pieces), {"choices": [], "usage": {}}),
        ("POST", "/v1/audio/speech"): lambda _: Reply(iter([mp3[:500], mp3[500:]]), "audio/mpeg"),
    }
    return answers | {("POST", f"/v1/{path.replace('__', '/')}"): answer for path, answer in changes.items()}


def translate(binary: Path, env: dict[str, str], config: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([binary, "translate", RECORDING, "--config", config, "--from", "en", "--to", "es", *options],
                          env=env | {"CLOUD_KEY": KEY}, capture_output=True, text=True, check=False, timeout=60)


def check_recognition(request: Request, chunked: bool) -> None:
    """The transcription request, field by field; the file comes last and is the recording, sample for sample."""
    assert request.headers["authorization"] == f"Bearer {KEY}"
    fields = {name: content.decode() for name, _, content in request.form[:-1]}
    name, headers, content = request.form[-1]
    assert (name, headers["Content-Type"]) == ("file", "audio/wav")
    assert 'filename="utterance.wav"' in headers["Content-Disposition"]
    assert {key: fields[key] for key in ("model", "response_format", "language")} == {
        "model": "rec-1", "response_format": "json", "language": "en"}
    assert request.chunked is chunked
    if chunked:
        assert content[40:44] == b"\xff\xff\xff\xff" and len(content) > 44 + 32000
    else:
        with wave.open(BytesIO(content)) as sent, wave.open(str(RECORDING)) as spoken:
            assert sent.getparams()[:3] == (1, 2, 16000)
            assert sent.readframes(1 << 30) == spoken.readframes(1 << 30)


def check_translation(request: Request) -> None:
    """The chat request: the utterance is data, never a part of the instruction."""
    body = request.json
    assert (body["model"], body["stream"], body["temperature"]) == ("chat-1", True, 0)
    system, user = body["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert "Spanish" in system["content"] and "formally" in system["content"]
    assert "train station" not in system["content"]
    assert json.loads(user["content"]) == {"text": "Where is the nearest train station?"}


def check_speech(request: Request) -> None:
    assert request.json == {"model": "tts-9", "input": TRANSLATION, "voice": "nova", "response_format": "mp3", "speed": 1}


def test_every_field_of_every_request_is_right(binary: Path, engine_env, tmp_path: Path, mp3: bytes) -> None:
    with ScriptedServer(script(mp3)) as server:
        config = configure(tmp_path, server.url)
        done = translate(binary, engine_env, config, "--speak", str(tmp_path / "out.mp3"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Where is the nearest train station?\n{TRANSLATION}\n"
    assert (tmp_path / "out.mp3").read_bytes() == mp3
    recognition, chat, speech = server.requests
    check_recognition(recognition, chunked=False)
    check_translation(chat)
    check_speech(speech)


def test_responses_and_whole_answers_are_understood(binary: Path, engine_env, tmp_path: Path, mp3: bytes) -> None:
    answer = {"output": [{"type": "reasoning"}, {"content": [{"type": "output_text", "text": TRANSLATION}]}]}
    with ScriptedServer(script(mp3, responses=lambda _: Reply(json.dumps(answer).encode()))) as server:
        config = configure(tmp_path, server.url, translate='{ model = "big-1", api = "responses" }')
        done = translate(binary, engine_env, config)
    assert (done.returncode, done.stdout.splitlines()[1]) == (0, TRANSLATION)
    body = server.requests[1].json
    assert (body["model"], body["stream"], body["store"]) == ("big-1", True, False)
    assert json.loads(body["input"]) == {"text": "Where is the nearest train station?"}


def test_partial_text_is_asked_for_and_taken(binary: Path, engine_env, tmp_path: Path, mp3: bytes) -> None:
    heard = [{"type": "transcript.text.delta", "delta": "Where is"}, {"type": "transcript.text.done", "text": "Where is it?"}]
    with ScriptedServer(script(mp3, audio__transcriptions=lambda _: events(*heard, done=False))) as server:
        config = configure(tmp_path, server.url, recognize='{ model = "rec-1", stream = true }')
        done = translate(binary, engine_env, config)
    assert done.stdout.splitlines()[0] == "Where is it?"
    assert ("stream", b"true") in [(name, content) for name, _, content in server.requests[0].form]


def test_a_busy_service_is_asked_again_when_it_says(binary: Path, engine_env, tmp_path: Path, mp3: bytes) -> None:
    busy = [Reply(b'{"error":{"message":"slow down"}}', status=429, headers={"Retry-After": "1"}),
            Reply(b"<html>bad gateway</html>", "text/html", 502)]
    good = script(mp3)[("POST", "/v1/audio/transcriptions")]
    with ScriptedServer(script(mp3, audio__transcriptions=lambda request: busy.pop(0) if busy else good(request))) as server:
        done = translate(binary, engine_env, configure(tmp_path, server.url))
    assert done.returncode == 0
    assert [request.path for request in server.requests].count("/v1/audio/transcriptions") == 3


@pytest.mark.parametrize(("reply", "words"), [
    (Reply(b'{"error":{"message":"Incorrect key","type":"x","param":null,"code":null}}', status=401), "refused the key"),
    (Reply(b'{"error":{"message":"no money","type":"insufficient_quota","code":"insufficient_quota"}}', status=429), "used up"),
    (Reply(b'{"detail":"model not found"}', status=404), "model not found"),
    (Reply(b"<html>hello</html>", "text/html"), "web page"),
    (Reply(b'{"txt": 1}'), "holds no text"),
    (Reply(b"\x1b]0;evil\x07\x1b[31mred", "text/plain", 400), "red"),
], ids=["key", "quota", "model", "html", "shape", "escape"])
def test_a_failure_names_its_cause_and_remedy_and_never_the_key(binary: Path, engine_env, tmp_path: Path, mp3: bytes,
                                                               reply: Reply, words: str) -> None:
    with ScriptedServer(script(mp3, audio__transcriptions=lambda _: reply)) as server:
        done = translate(binary, engine_env, configure(tmp_path, server.url))
    assert done.returncode == 1 and done.stdout == ""
    assert words in done.stderr and "'cloud'" in done.stderr and done.stderr.count("\n") == 1
    assert KEY not in done.stderr and "\x1b" not in done.stderr


def test_a_turn_on_the_screen_uploads_while_the_key_is_down(binary: Path, engine_env, audio_rig, tmp_path: Path,
                                                            mp3: bytes) -> None:
    with ScriptedServer(script(mp3)) as server:
        config = configure(tmp_path, server.url, recognize='{ model = "rec-1", live_upload = true }')
        env = engine_env | audio_rig.environment() | {"CLOUD_KEY": KEY}
        with start(binary, env, "en", "es", options=("--config", str(config))) as rig:
            rig.wait_for(r", warm", 20)
            hold_and_say(rig, audio_rig, RECORDING)
            rig.wait_for("speaking", 20)
            rig.wait_for(READY, 20)
            assert newest_turn(rig, "en", "es") == ("Where is the nearest train station?", TRANSLATION)
            rig.tap("q")
            assert rig.wait_exit(5) == 0
            assert KEY.encode() not in rig.raw
    recognition, chat, speech = server.requests
    check_recognition(recognition, chunked=True)
    check_translation(chat)
    check_speech(speech)
