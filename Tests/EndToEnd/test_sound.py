"""The microphone and the speaker as a user meets them: what isn't sent, what isn't heard, what is kept."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
import wave
from pathlib import Path

import pytest
from program import (READY, SPEECH, hold_and_say, newest_turn, sentence, start, wait_ready, word_error,
                     words)
from scripted_server import Reply, ScriptedServer

QUESTION = SPEECH / "en-pico_en-US-00.wav"
OTHER = SPEECH / "en-pico_en-US-04.wav"


@pytest.fixture
def env(engine_env: dict[str, str], audio_rig) -> dict[str, str]:
    """The environment of a program with a sound card."""
    return engine_env | audio_rig.environment()


def unsent(home: Path) -> list[Path]:
    """The recordings that wait on disk."""
    return sorted((home / "state/voice-translator/unsent").glob("*.wav"))


def seconds(path: Path) -> float:
    """How long a WAVE file is."""
    with wave.open(str(path)) as recording:
        return recording.getnframes() / recording.getframerate()


def test_what_holds_no_speech_is_not_uploaded_and_is_offered(binary: Path, env, home: Path, audio_rig,
                                                             tmp_path: Path) -> None:
    noise = tmp_path / "noise.wav"
    subprocess.run(["sox", "-q", "-n", "-r", "16000", "-c", "1", noise, "synth", "2.5", "pinknoise", "vol", "0.2"],
                   check=True)
    answers = {("POST", "/v1/audio/transcriptions"): lambda _: Reply(b'{"text": "Where is the station?"}'),
               ("POST", "/v1/chat/completions"): lambda _: Reply(
                   b'{"choices": [{"message": {"content": "Donde esta la estacion?"}}]}')}
    with ScriptedServer(answers) as server:
        config = tmp_path / "config.toml"
        config.write_text(f'backend = "cloud"\n[backends.cloud]\nkind = "openai"\nurl = "{server.url}/v1"\n'
                          'key_env = "CLOUD_KEY"\nrecognize = { model = "r", live_upload = true }\n'
                          'translate = { model = "t" }\n[speech]\nenabled = false\n')
        with start(binary, env | {"CLOUD_KEY": "k"}, "en", "es", options=("--config", str(config))) as rig:
            rig.wait_for(r", warm", 30)
            hold_and_say(rig, audio_rig, noise)
            rig.wait_for(r"No speech was found in the recording: nothing was sent", 20)
            assert [request for request in server.requests if request.method == "POST"] == []
            assert len(unsent(home)) == 1
            hold_and_say(rig, audio_rig, QUESTION)
            rig.wait_for(r"Donde esta la estacion", 20)
            rig.wait_for(READY, 20)
            uploads = [request for request in server.requests if request.path.endswith("transcriptions")]
            assert len(uploads) == 1 and uploads[0].chunked
            # From the first sample on: the pre-roll too.
            assert len(uploads[0].form[-1][2]) > seconds(QUESTION) * 32000
            rig.tap("q")
            assert rig.wait_exit(10) == 0


@pytest.mark.parametrize("cancels", [False, True])
def test_a_barge_in_stops_the_speech_and_records_none_of_it(binary: Path, env, audio_rig, tmp_path: Path,
                                                            cancels: bool) -> None:
    audio_rig("leak", "-12")
    out = tmp_path / "out.wav"
    with start(binary, env | {"VOICE_TRANSLATOR_AUDIO_ECHO_CANCELLATION": str(cancels).lower()}, "en", "es") as rig:
        wait_ready(rig)
        hold_and_say(rig, audio_rig, QUESTION)
        audio_rig("record-speaker", out)
        rig.wait_for(r"speaking", 30)
        time.sleep(0.6)
        rig.press("space")
        pressed = time.monotonic()
        rig.wait_for(r"REC", 5)
        saying = threading.Thread(target=lambda: audio_rig("say", OTHER))
        saying.start()
        saying.join()
        time.sleep(0.3)
        rig.release("space")
        audio_rig("stop-recording")
        rig.wait_for(r"\bready\b.*\n.*SPACE talk", 40)
        heard, _ = newest_turn(rig, "en", "es")
        assert word_error(sentence(OTHER), heard) <= 0.35, heard
        assert not set(words(heard)) & {"dónde", "donde", "está", "estación", "estacion", "tren", "próxima"}
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert pressed > 0
    # What was written before the press is all that was heard: the rest of the sentence is missing.
    stopped = tmp_path / "stopped.wav"
    subprocess.run(["sox", "-q", out, stopped, "silence", "1", "0.05", "1%", "1", "0.5", "1%"], check=True)
    assert seconds(stopped) < 2.0


def test_a_recording_survives_kill_9_and_is_sent_at_the_next_start(binary: Path, env, home: Path, audio_rig) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        speaking = threading.Thread(target=lambda: audio_rig("say", QUESTION))
        rig.press("space")
        rig.wait_for(r"REC", 5)
        speaking.start()
        speaking.join()
        os.kill(rig.proc.pid, signal.SIGKILL)
        rig.proc.wait(10)
    (kept,) = unsent(home)
    assert seconds(kept) > seconds(QUESTION) - 0.3
    # The next program sends it by itself.
    with start(binary, env, "en", "es") as rig:
        rig.wait_for(r"train station", 60)
        rig.wait_for(READY, 30)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert unsent(home) == []


def test_waiting_recordings_are_seen_played_saved_and_deleted(binary: Path, env, home: Path, audio_rig,
                                                              tmp_path: Path) -> None:
    noise = tmp_path / "noise.wav"
    subprocess.run(["sox", "-q", "-n", "-r", "16000", "-c", "1", noise, "synth", "2", "pinknoise", "vol", "0.2"],
                   check=True)
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        hold_and_say(rig, audio_rig, noise)
        rig.wait_for(r"No speech was found", 20)
        (kept,) = unsent(home)
        rig.tap("u")
        rig.wait_for(rf"EN→ES +{kept.stem}", 5)
        rig.tap("p")
        rig.wait_for(r"EN→ES\s+speaking", 10)
        rig.wait_for(READY, 20)
        rig.tap("s")
        rig.wait_for(r"was saved as", 10)
        rig.tap("Delete")
        rig.wait_for(r"Del again: delete", 5)
        rig.tap("Delete")
        rig.wait_for(r"none", 5)
        rig.tap("Escape")
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert unsent(home) == []
    saved = Path(f"{kept.stem}.wav")
    try:
        assert seconds(saved) > 1
    finally:
        saved.unlink(missing_ok=True)


def test_a_full_disk_is_told_and_the_recording_goes_on_in_memory(binary: Path, env, home: Path, audio_rig,
                                                                 tmp_path: Path) -> None:
    # A limit on the size of files: a write fails in the middle of a recording, as it does on a full disk.
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntrap '' XFSZ\nulimit -f 60\nexec {binary} \"$@\"\n")
    program.chmod(0o755)
    with start(program, env, "en", "es") as rig:
        wait_ready(rig)
        speaking = threading.Thread(target=lambda: audio_rig("say", QUESTION))
        rig.press("space")
        rig.wait_for(r"REC", 5)
        speaking.start()
        speaking.join()
        rig.release("space")
        rig.wait_for(r"train station", 40)
        rig.wait_for(READY, 30)
        rig.tap("!")
        rig.wait_for(r"can't be kept on disk: File too large", 5)
        rig.tap("Escape")
        # PulseAudio's library, too, meets the limit, and says so on standard error: not into the screen.
        assert b"ftruncate" not in rig.raw
        rig.tap("q")
        assert rig.wait_exit(5) == 0


def test_the_microphone_and_the_speaker_follow_the_default_of_the_sound_server(binary: Path, env, home: Path,
                                                                               audio_rig) -> None:
    """A headset is plugged in while someone speaks: the server makes it the default, and the take goes on there."""
    audio_rig("pactl", "load-module", "module-null-sink", "sink_name=other", "rate=48000", "channels=1")
    audio_rig("default-mic", "other.monitor")
    audio_rig("pactl", "set-default-sink", "other")
    named = (home / "card/asound.conf").read_text()
    system = home / "default.conf"
    system.write_text(re.sub(r'device "[^"]*"', "", named))
    env = env | {"ALSA_CONFIG_PATH": f"/usr/share/alsa/alsa.conf:{system}"}
    audio_rig("record-speaker", home / "heard.wav")
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.press("space")
        rig.wait_for(r"REC 0:01", 10)
        audio_rig("default-mic", "rigmic.monitor")
        audio_rig("pactl", "set-default-sink", "rigspk")
        time.sleep(0.5)
        audio_rig("say", QUESTION)
        time.sleep(0.3)
        rig.release("space")
        rig.wait_for(r"train station", 40)
        rig.wait_for(READY, 30)
        rig.tap("q")
        assert rig.wait_exit(10) == 0
    audio_rig("stop-recording")
    with wave.open(str(home / "heard.wav")) as heard:
        assert any(heard.readframes(heard.getnframes()))


def test_devices_are_listed_by_name_tested_and_remembered(binary: Path, env, home: Path, audio_rig) -> None:
    listed = subprocess.run([binary, "devices"], env=env, capture_output=True, text=True, check=True).stdout
    assert "pulse:rigspk\tRigSpeaker" in listed and "pulse:rigmic.monitor\tMonitor of RigMic" in listed
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.tap("d")
        rig.wait_for(r"Monitor of RigMic", 10)
        rig.tap("Down")
        rig.wait_for(r">  .*Monitor of", 5)
        audio_rig("hum", "300", "6")
        rig.tap("t")
        rig.wait_for(r"The microphone is heard: (fine|clipping)", 20)
        rig.tap("Return")
        rig.wait_for(r"mic Monitor of.*, warm", 20)
        rig.tap("Right")
        rig.wait_for(r"RigSpeaker", 10)
        rig.tap("t")
        rig.wait_for(r"The tone was played", 20)
        rig.tap("Escape")
        rig.tap("q")
        assert rig.wait_exit(5) == 0
    assert 'capture = "pulse:' in (home / "state/voice-translator/state.toml").read_text()
    with start(binary, env, "en", "es") as rig:
        rig.wait_for(r"mic Monitor of.*, warm", 20)
        rig.tap("q")
        assert rig.wait_exit(10) == 0
    tested = subprocess.run([binary, "devices", "test", "speaker"], env=env, capture_output=True, text=True, check=False)
    assert (tested.returncode, tested.stdout) == (0, "The tone was played.\n")


def test_mute_pause_and_volume(binary: Path, env, audio_rig) -> None:
    with start(binary, env, "en", "es") as rig:
        wait_ready(rig)
        rig.tap("m")
        rig.wait_for(r"mic muted", 5)
        rig.hold("space", 0.4)
        rig.wait_for(r"The microphone is muted\. Press m to open it", 5)
        rig.tap("m")
        rig.wait_for(r", warm", 10)
        rig.tap("[")
        rig.wait_for(r"Volume 90 %", 5)
        hold_and_say(rig, audio_rig, QUESTION)
        rig.wait_for(r"speaking", 30)
        rig.tap("p")
        rig.wait_for(r"paused", 5)
        time.sleep(1.5)
        assert "paused" in rig.text()
        rig.tap("p")
        rig.wait_for(r"speaking", 5)
        rig.wait_for(READY, 20)
        rig.tap("q")
        assert rig.wait_exit(5) == 0
