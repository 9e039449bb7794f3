"""`voice-translator doctor`: each line good or with its remedy, as text and as JSON, in a terminal and without one."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from program import Rig
from schemas import checked
from scripted_server import Reply, ScriptedServer


@pytest.fixture
def doctor(binary: Path, engine_env: dict[str, str]):
    """Runs `voice-translator doctor --json`; gives its status and the findings by what was looked at."""
    def run(env: dict[str, str], *words: str) -> tuple[int, dict[str, dict]]:
        done = subprocess.run([binary, "doctor", "--json", *words], env=engine_env | env, capture_output=True, text=True,
                              check=False, timeout=120)
        assert done.stderr == ""
        report = checked(done.stdout, "doctor")
        order = ["good", "warning", "broken"]
        assert report["status"] == max((finding["status"] for finding in report["findings"]), key=order.index)
        return done.returncode, {finding["check"]: finding for finding in report["findings"]}
    return run


def test_where_all_is_well_every_line_is_good(doctor, audio_rig) -> None:
    status, found = doctor(audio_rig.environment())
    assert status == 0
    for check in ("configuration", "terminal", "locale", "speaker", "engine", "models", "backend engine", "history",
                  "clock", "permissions"):
        assert found[check]["status"] == "good", found[check]
    # Nobody speaks into the virtual microphone.
    assert found["microphone"]["status"] in ("good", "warning")
    assert "recognises" in found["backend engine"]["text"]


def test_the_tone_is_heard_and_the_microphone_has_a_level(doctor, binary: Path, engine_env, audio_rig, tmp_path: Path) -> None:
    tone, out = tmp_path / "tone.wav", tmp_path / "out.wav"
    subprocess.run(["sox", "-q", "-n", "-r", "16000", "-b", "16", tone, "synth", "20", "sine", "300", "vol", "0.1"], check=True)
    saying = subprocess.Popen([Path(__file__).parent.parent / "Rigs/audio-rig", "say", tone],
                              env=audio_rig._environment, stdout=subprocess.DEVNULL)
    audio_rig("record-speaker", out)
    _, found = doctor(audio_rig.environment())
    audio_rig("stop-recording")
    saying.kill()
    saying.wait()
    assert found["microphone"]["status"] == "good" and "dB" in found["microphone"]["text"], found["microphone"]
    stat = subprocess.run(["sox", out, "-n", "stat"], capture_output=True, text=True, check=True).stderr
    assert any("Maximum amplitude" in line and float(line.split()[-1]) > 0.03 for line in stat.splitlines())


def test_no_sound_card_is_broken_and_has_a_remedy(doctor) -> None:
    status, found = doctor({"HOME": "/nonexistent"})
    assert status == 1
    for check in ("microphone", "speaker"):
        assert found[check]["status"] == "broken" and found[check]["remedy"]


def test_each_backend_is_asked_with_its_key(doctor, audio_rig, tmp_path: Path) -> None:
    def guarded(answer):
        refusal = Reply(b'{"error": {"message": "bad key"}}', status=401)
        return lambda request: answer if request.headers.get("authorization") == "Bearer right" else refusal

    translation = guarded(Reply(b'{"choices": [{"message": {"content": "Vale"}}]}'))
    speech = guarded(Reply(b"\xff\xfb\x90\x00" * 200, "audio/mpeg"))
    with ScriptedServer({("POST", "/v1/chat/completions"): translation, ("POST", "/v1/audio/speech"): speech}) as server:
        config = tmp_path / "config.toml"
        config.write_text("".join(
            f'[backends.{name}]\nkind = "openai"\nurl = "{url}/v1"\nkey_env = "KEY_{name.upper()}"\n'
            for name, url in (("good", server.url), ("bad", server.url), ("gone", "http://127.0.0.1:9"))))
        env = audio_rig.environment() | {"KEY_GOOD": "right", "KEY_BAD": "wrong", "KEY_GONE": "x"}
        status, found = doctor(env, "--config", str(config))
        # What isn't in use is a warning, what is in use is broken.
        assert status == 0
        assert found["backend good"]["status"] == "good"
        assert found["backend bad"]["status"] == "warning" and "refused the key" in found["backend bad"]["text"]
        assert found["backend gone"]["status"] == "warning" and "can't be reached" in found["backend gone"]["text"]
        status, found = doctor(env, "--config", str(config), "--backend", "bad")
        assert status == 1 and found["backend bad"]["status"] == "broken" and "wrong" not in str(found)


def test_a_wrong_configuration_locale_and_permissions_are_findings(doctor, home: Path, audio_rig) -> None:
    folder = home / "config/voice-translator"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[history]\ndays = -3\n")
    folder.chmod(0o755)
    status, found = doctor(audio_rig.environment() | {"LC_ALL": "xx_YY.ISO-8859-1"})
    assert status == 1
    assert found["configuration"]["status"] == "broken" and "config.toml:2:8" in found["configuration"]["text"]
    assert found["locale"]["status"] == "warning" and "xx_YY" in found["locale"]["text"]
    assert found["permissions"]["status"] == "warning" and str(folder) in found["permissions"]["text"]
    assert "chmod" in found["permissions"]["remedy"]


@pytest.mark.parametrize("profile", ["kitty", "plain", "mute"])
def test_the_terminal_is_asked_and_left_as_it_was(binary: Path, engine_env, audio_rig, profile: str) -> None:
    with Rig([str(binary), "doctor"], cols=150, rows=50, profile=profile, env=engine_env | audio_rig.environment()) as rig:
        status = rig.wait_exit(90)
        end = time.monotonic() + 10
        while "permissions" not in rig.text() and time.monotonic() < end:
            time.sleep(0.1)
        text = rig.text()
        rig.assert_restored()
    assert status == 0, text
    assert "colours" in text
    measured = "wide characters: not measured" if profile == "mute" else r"wide characters: "
    assert measured in text
    assert not any(line.startswith("日本語") for line in text.splitlines())
