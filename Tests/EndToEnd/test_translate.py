"""`voice-translator translate`: results, messages and exit statuses, each on the right stream."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
from program import SPEECH, Rig, sentence, word_error
from schemas import checked

TRAIN = SPEECH / "en-pico_en-US-00.wav"


@pytest.fixture
def translate(binary: Path, engine_env: dict[str, str]):
    """Runs `translate` and gives what it printed."""
    def run(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run([binary, "translate", *map(str, arguments)], env=engine_env, input=stdin, check=False,
                              capture_output=True, timeout=180)
    return run


def sox(*arguments: str | Path) -> None:
    subprocess.run(["sox", "-q", "-D", *map(str, arguments)], check=True)


def test_a_small_corpus_is_translated_in_one_go(translate) -> None:
    recordings = sorted(SPEECH.glob("e[ns]-*.wav"))
    english = [path for path in recordings if path.name.startswith("en")]
    done = translate(*english, "--from", "en", "--to", "es", "--format", "json")
    assert done.returncode == 0, done.stderr
    results = [checked(line, "translate") for line in done.stdout.decode().splitlines()]
    assert [result["input"] for result in results] == [str(path) for path in english]
    errors = [word_error(sentence(path), result["source"]["text"]) for path, result in zip(english, results)]
    assert sum(errors) / len(errors) <= 0.10
    for result in results:
        (target,) = result["targets"]
        assert target["language"] == "es" and target["text"] and target["rough"] is True and target["route"]
        assert result["latency_ms"]["total"] >= result["latency_ms"]["recognize"] >= 0
        assert result["source"]["segments"][0]["end"] > result["source"]["segments"][0]["start"] >= 0


def test_text_comes_one_line_each_and_speech_is_an_mp3(translate, tmp_path: Path) -> None:
    mp3 = tmp_path / "out.mp3"
    done = translate(TRAIN, "--from", "en", "--to", "es", "--speak", mp3)
    assert done.returncode == 0
    heard, translated = done.stdout.decode().splitlines()
    assert "train station" in heard and "tren" in translated
    assert done.stderr == b""
    decoded = subprocess.run(["mpg123", "-q", "-t", mp3], capture_output=True, check=False)
    assert (decoded.returncode, decoded.stderr) == (0, b"")


def test_several_targets_make_several_files(translate, tmp_path: Path) -> None:
    done = translate(TRAIN, "--from", "en", "--to", "es,pt", "--speak", tmp_path / "{name}-{lang}.mp3")
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.glob("*.mp3")) == [f"{TRAIN.stem}-es.mp3", f"{TRAIN.stem}-pt.mp3"]
    assert [line.split(":")[0] for line in done.stdout.decode().splitlines()[1:]] == ["es", "pt"]


def cues(text: str) -> list[tuple[float, float, str]]:
    """Start and end in seconds and the text of each cue of an SRT or WebVTT file."""
    pattern = r"(\d\d):(\d\d):(\d\d)[.,](\d{3}) --> (\d\d):(\d\d):(\d\d)[.,](\d{3})\n(.*?)\n\n"
    found = []
    for *times, words in re.findall(pattern, text, re.S):
        h, m, s, f, h2, m2, s2, f2 = map(int, times)
        found.append((h * 3600 + m * 60 + s + f / 1000, h2 * 3600 + m2 * 60 + s2 + f2 / 1000, words))
    return found


@pytest.mark.parametrize("form", ["srt", "vtt"])
def test_subtitles_have_the_times_at_which_it_was_said(translate, tmp_path: Path, form: str) -> None:
    late = tmp_path / "late.wav"
    sox(TRAIN, late, "pad", "2", "1")
    done = translate(TRAIN, late, "--from", "en", "--to", "es", "--format", form)
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert text.startswith("WEBVTT\n\n" if form == "vtt" else "1\n") and text.count("WEBVTT") == (form == "vtt")
    (start, end, words), (next_start, next_end, _) = cues(text)
    length = (TRAIN.stat().st_size - 44) / 32000
    assert 0 <= start < end <= length + 0.001 and "tren" in words
    # The second recording follows the first, and its words come two seconds after its beginning.
    assert abs(next_start - (length + 2 + start)) < 0.7 and next_end > next_start
    path = tmp_path / f"out.{form}"
    path.write_text(text)
    read = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "srt", "-"], capture_output=True, text=True, check=True)
    assert len(cues(read.stdout + "\n")) == 2 and read.stderr == ""


def test_subtitles_without_a_target_hold_what_was_heard(translate) -> None:
    done = translate(TRAIN, "--from", "en", "--to", "none", "--format", "srt")
    assert done.returncode == 0 and cues(done.stdout.decode())[0][2] == "Where is the nearest train station?"


def test_json_tells_what_was_said_how_it_was_translated_and_where_the_speech_is(translate, tmp_path: Path) -> None:
    done = translate(TRAIN, "--from", "auto:en,es", "--to", "es,pt", "--format", "json", "--speak", tmp_path / "{lang}.mp3")
    assert done.returncode == 0, done.stderr
    result = checked(done.stdout.decode(), "translate")
    assert result["source"]["detected"] is True and result["source"]["language"] == "en"
    for target in result["targets"]:
        assert target["speech"]["file"] == str(tmp_path / f"{target['language']}.mp3")
        assert Path(target["speech"]["file"]).stat().st_size > 1000 and target["speech"]["seconds"] > 0.5
    text = checked(translate("--text", "Good morning.", "--from", "en", "--to", "none", "--format", "json").stdout.decode(),
                   "translate")
    assert (text["input"], text["source"]["text"], text["targets"]) == ("--text", "Good morning.", [])


def test_progress_is_shown_on_a_terminal_and_gone_at_the_end(binary: Path, engine_env: dict[str, str]) -> None:
    words = [str(binary), "translate", str(TRAIN), str(SPEECH / "en-pico_en-US-02.wav"), "--from", "en", "--to", "es"]
    with Rig(words, cols=70, rows=20, env=engine_env) as rig:
        rig.wait_for(r"^1/2 .*recognising…", 30)
        assert rig.wait_exit(60) == 0
        shown = rig.text()
        assert "train station" in shown and "…" not in shown and "1/2" not in shown
        assert b"2/2 " in bytes(rig.raw)
    with Rig(words, cols=70, rows=20, env=engine_env | {"TERM": "dumb"}) as rig:
        assert rig.wait_exit(60) == 0
        assert b"\x1b" not in bytes(rig.raw)


def test_the_translation_is_played(binary: Path, engine_env: dict[str, str], audio_rig, tmp_path: Path) -> None:
    out = tmp_path / "out.wav"
    audio_rig("record-speaker", out)
    done = subprocess.run([binary, "translate", "--text", "Good morning.", "--from", "en", "--to", "es", "--play"],
                          env=engine_env | audio_rig.environment(), capture_output=True, check=False, timeout=60)
    audio_rig("stop-recording")
    assert (done.returncode, done.stderr) == (0, b"")
    loud = subprocess.run(["sox", out, "-n", "stat"], capture_output=True, text=True, check=True).stderr
    assert float(re.search(r"Maximum amplitude: +([0-9.]+)", loud).group(1)) > 0.05


def test_speech_on_stdout_leaves_the_text_to_stderr(translate) -> None:
    done = translate(TRAIN, "--from", "en", "--to", "es", "--speak", "-")
    assert done.returncode == 0
    assert done.stdout[0] == 0xFF and done.stdout[1] & 0xE0 == 0xE0
    assert b"tren" in done.stderr


def test_standard_input_is_a_recording(translate) -> None:
    done = translate("-", "--from", "en", "--to", "none", stdin=TRAIN.read_bytes())
    assert (done.returncode, done.stdout) == (0, b"Where is the nearest train station?\n")


def test_text_can_be_given_instead(translate) -> None:
    done = translate("--text", "Good morning.", "--from", "en", "--to", "pt")
    assert done.returncode == 0 and b"Bom dia" in done.stdout


@pytest.mark.parametrize("form", [["-b", "8", "-e", "unsigned"], ["-b", "24"], ["-b", "32", "-e", "float"],
                                  ["-r", "8000"], ["-r", "44100", "-c", "2"], ["-r", "48000", "-c", "6"]], ids=" ".join)
def test_any_rate_width_and_channel_count_is_accepted(translate, tmp_path: Path, form: list[str]) -> None:
    path = tmp_path / "form.wav"
    sox(TRAIN, *form, path)
    done = translate(path, "--from", "en", "--to", "none")
    assert done.returncode == 0
    assert word_error(sentence(TRAIN), done.stdout.decode()) <= 0.35


def wav(frames: bytes, claimed: int | None = None) -> bytes:
    """A 16 kHz mono WAV, whose header may claim more than there is."""
    size = len(frames) if claimed is None else claimed
    return (b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 16000, 32000, 2, 16)
            + b"data" + struct.pack("<I", size) + frames)


@pytest.mark.parametrize(("name", "content", "status", "words"), [
    ("empty file", b"", 1, "empty"),
    ("no samples", wav(b""), 1, "empty"),
    ("0.05 s", wav(b"\x10\x20" * 800), 3, "50 ms"),
    ("silence", wav(bytes(64000)), 3, "Nothing was heard"),
    ("MP3", b"ID3\x04" + bytes(100), 1, "MP3"),
    ("text", b"hello, I am no recording", 1, "no WAV"),
    ("half a header", wav(b"")[:30], 1, "damaged"),
    ("a codec", wav(bytes(4000)).replace(b"\x10\0\0\0\x01\0", b"\x10\0\0\0\x55\0"), 1, "encoding"),
], ids=lambda value: value if isinstance(value, str) and len(value) < 20 else "")
def test_what_is_no_speech_says_so_on_stderr(translate, tmp_path: Path, name: str, content: bytes, status: int,
                                             words: str) -> None:
    path = tmp_path / "input.wav"
    path.write_bytes(content)
    done = translate(path, "--from", "en", "--to", "es")
    assert done.returncode == status
    assert done.stdout == b""
    message = done.stderr.decode()
    assert words in message and str(path) in message and message.count("\n") == 1


def test_a_truncated_recording_is_translated_as_far_as_it_goes(translate, tmp_path: Path) -> None:
    path = tmp_path / "cut.wav"
    path.write_bytes(wav(TRAIN.read_bytes()[44:], claimed=10_000_000))
    done = translate(path, "--from", "en", "--to", "none")
    assert done.returncode == 0 and b"train station" in done.stdout and b"cut short" in done.stderr


def test_a_missing_file_and_a_folder_are_named(translate, tmp_path: Path) -> None:
    missing = translate(tmp_path / "none.wav", "--from", "en", "--to", "es")
    folder = translate(tmp_path, "--from", "en", "--to", "es")
    assert (missing.returncode, folder.returncode) == (1, 1)
    assert b"No such file" in missing.stderr and b"folder" in folder.stderr
    assert missing.stdout == folder.stdout == b""


def test_the_worst_of_several_recordings_decides(translate, tmp_path: Path) -> None:
    silent = tmp_path / "silent.wav"
    silent.write_bytes(wav(bytes(64000)))
    done = translate(TRAIN, silent, "--from", "en", "--to", "none")
    assert done.returncode == 3 and b"train station" in done.stdout
    done = translate(silent, tmp_path / "none.wav", TRAIN, "--from", "en", "--to", "none")
    assert done.returncode == 1 and b"train station" in done.stdout


@pytest.mark.parametrize(("arguments", "words"), [
    ([], "needs a recording"),
    (["x.wav", "--frm", "en"], "--from"),
    (["x.wav", "--to"], "needs a value"),
    (["x.wav", "--format", "xml"], "text, json, srt or vtt"),
    (["x.wav", "--to", "es,pt", "--speak", "o.mp3"], "{lang}"),
    (["x.wav", "--to", "!!"], "language tag"),
    (["x.wav", "--backend", "nowhere"], "not configured"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_wrong_command_line_is_status_2_with_the_remedy(translate, arguments: list[str], words: str) -> None:
    done = translate(*arguments)
    assert done.returncode == 2
    assert done.stdout == b"" and words in done.stderr.decode()


def test_a_wrong_configuration_names_file_line_column_and_key(translate, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('from = "en"\n[audio]\npre_rol_ms = 300\n')
    done = translate(TRAIN, "--config", path)
    assert done.returncode == 2
    assert f"{path}:3:" in done.stderr.decode() and "'audio.pre_rol_ms'" in done.stderr.decode()
    assert "Did you mean 'audio.pre_roll_ms'?" in done.stderr.decode()


def test_without_a_terminal_the_screen_points_at_translate(binary: Path, engine_env: dict[str, str]) -> None:
    done = subprocess.run([binary], env=engine_env, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=20)
    assert done.returncode == 2 and b"translate" in done.stderr and done.stdout == b""


def test_a_recording_that_waits_is_listed_sent_and_gone(binary: Path, engine_env: dict[str, str], home: Path) -> None:
    unsent = home / "state/voice-translator/unsent"
    unsent.mkdir(parents=True)
    shutil.copy(TRAIN, unsent / "20260101-120000-999999-1.wav")
    (unsent / "20260101-120000-999999-1.toml").write_text('from = "en"\nto = ["pt"]\n')
    run = lambda *words: subprocess.run([binary, "unsent", *words], env=engine_env, capture_output=True, check=False,
                                        timeout=120)
    listed = run("list")
    assert b"20260101-120000-999999-1" in listed.stdout and "en → pt".encode() in listed.stdout
    (row,) = checked(run("list", "--json").stdout.decode(), "unsent")
    assert (row["from"], row["to"], row["busy"]) == ("en", ["pt"], False) and row["seconds"] > 1
    assert run("save", row["id"], str(home / "copy.wav")).returncode == 0
    assert (home / "copy.wav").read_bytes() == TRAIN.read_bytes()
    assert run("play", "nothing").returncode == 1 and run("delete", "nothing").returncode == 1
    sent = run("send")
    assert sent.returncode == 0 and b"train station" in sent.stdout
    assert run("list").stdout == b"" and not list(unsent.iterdir())


def test_a_recording_that_waits_is_played(binary: Path, engine_env: dict[str, str], home: Path, audio_rig,
                                          tmp_path: Path) -> None:
    unsent = home / "state/voice-translator/unsent"
    unsent.mkdir(parents=True)
    shutil.copy(TRAIN, unsent / "20260101-120000-999999-1.wav")
    out = tmp_path / "out.wav"
    audio_rig("record-speaker", out)
    done = subprocess.run([binary, "unsent", "play", "20260101-120000-999999-1"],
                          env=engine_env | audio_rig.environment(), capture_output=True, check=False, timeout=60)
    audio_rig("stop-recording")
    assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    stat = subprocess.run(["sox", out, "-n", "stat"], capture_output=True, text=True, check=True).stderr
    assert float(re.search(r"Maximum amplitude: +([0-9.]+)", stat).group(1)) > 0.05


def test_devices_and_languages_are_listed_as_json(binary: Path, engine_env: dict[str, str], audio_rig) -> None:
    env = engine_env | audio_rig.environment()
    run = lambda *words: subprocess.run([binary, *words], env=env, capture_output=True, check=True, timeout=60, text=True)
    devices = checked(run("devices", "--json").stdout, "devices")
    assert "default" in [device["id"] for device in devices["capture"]]
    languages = {row["language"]: row["support"] for row in
                 checked(run("languages", "--from", "en", "--json").stdout, "languages")}
    assert languages["pt"] == "full" and languages["es"] == "rough"
    kinds = [kind["kind"] for kind in checked(run("backends", "--json").stdout, "backends")["kinds"]]
    assert "engine" in kinds and "openai" in kinds
    assert run("languages", "--from", "en").stdout.splitlines()[0].startswith("af\tAfrikaans")
