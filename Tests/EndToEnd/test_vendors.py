"""Every kind of backend in a whole turn: one stage is the vendor's, the others are scripted too; and what is sent."""

from __future__ import annotations

import base64
import json
import subprocess
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from program import SPEECH
from schemas import checked
from scripted_server import Request, ScriptedServer
from vendor_services import HEARD, TRANSLATION, every, samples

RECORDING = SPEECH / "en-pico_en-US-00.wav"
KEY = "sk-canary-4711"

# kind, the stages it is used for, its settings, how it shows its key.
KINDS = [
    ("openai", "recognize translate speak", "", ("authorization", f"Bearer {KEY}")),
    ("whispercpp", "recognize", "", None),
    ("azure", "recognize speak", "", ("ocp-apim-subscription-key", KEY)),
    ("deepgram", "recognize", "", ("authorization", f"Token {KEY}")),
    ("elevenlabs", "recognize speak", 'speak = { voice = "voice-1" }', ("xi-api-key", KEY)),
    ("google", "recognize translate speak", "", ("x-goog-api-key", KEY)),
    ("ollama", "translate", 'translate = { model = "m" }', None),
    ("libretranslate", "translate", "", None),
    ("deepl", "translate", 'translate = { register = "formal" }', ("authorization", f"DeepL-Auth-Key {KEY}")),
    ("apertium", "translate", "", None),
    ("piper", "speak", "", None),
    ("opentts", "speak", "", None),
]


@pytest.fixture(scope="module")
def mp3(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A short MP3."""
    path = tmp_path_factory.mktemp("mp3") / "tone.mp3"
    subprocess.run(["lame", "--quiet", SPEECH / "es-pico_es-ES-00.wav", path], check=True)
    return path.read_bytes()


@pytest.fixture
def services(mp3: bytes):
    """The scripted services."""
    with ScriptedServer(every(mp3, RECORDING.read_bytes())) as server:
        yield server


def translate(binary: Path, env: dict[str, str], tmp_path: Path, config: str, *options: str, source: str = "en",
              target: str = "es") -> subprocess.CompletedProcess[str]:
    """One turn with a configuration of its own."""
    path = tmp_path / "config.toml"
    path.write_text(config)
    command = [binary, "translate", RECORDING, "--config", path, "--from", source, "--to", target, *options]
    return subprocess.run(command, env=env | {"KEY": KEY}, capture_output=True, text=True, check=False, timeout=60)


def cascade(kind: str, stages: list[str], settings: str, url: str) -> str:
    """A cascade whose stages are the kind's where it has them, and scripted ones elsewhere."""
    base = f"{url}/v1" if kind == "openai" else url
    parts = "".join(f'{stage} = "{"vendor" if stage in stages else "other"}"\n'
                    for stage in ("recognize", "translate", "speak"))
    return (f'backend = "mixed"\n[backends.mixed]\nkind = "cascade"\n{parts}'
            f'[backends.vendor]\nkind = "{kind}"\nurl = "{base}"\nkey_env = "KEY"\n{settings}\n'
            f'[backends.other]\nkind = "openai"\nurl = "{url}/v1"\n')


@pytest.mark.parametrize(("kind", "stages", "settings", "key"), KINDS, ids=[row[0] for row in KINDS])
def test_a_whole_turn(binary: Path, engine_env, tmp_path: Path, services: ScriptedServer, mp3: bytes, kind: str,
                      stages: str, settings: str, key: tuple[str, str] | None) -> None:
    out = tmp_path / "out.mp3"
    config = cascade(kind, stages.split(), settings, services.url)
    done = translate(binary, engine_env, tmp_path, config, "--speak", str(out))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{HEARD}\n{TRANSLATION}\n"
    # Speech in another format than MP3 is kept as it came.
    assert out.read_bytes() in (mp3, RECORDING.read_bytes())
    vendors = [request for request in services.requests if KEY in str(request.headers) or KEY.encode() in request.body]
    if key:
        assert len(vendors) == len(stages.split())
        assert all(request.headers[key[0]] == key[1] for request in vendors)
    # A key stands in no URL.
    assert all(KEY not in request.target for request in services.requests)


def only(services: ScriptedServer, path: str) -> Request:
    """The one request to a path."""
    (request,) = [request for request in services.requests if request.path == path]
    return request


def run(binary: Path, env: dict[str, str], tmp_path: Path, services: ScriptedServer, kind: str, settings: str = "",
        extra: str = "", **languages: str) -> None:
    row = next(row for row in KINDS if row[0] == kind)
    config = extra + cascade(kind, row[1].split(), settings or row[2], services.url)
    done = translate(binary, env, tmp_path, config, "--speak", str(tmp_path / "out.mp3"), **languages)
    assert done.returncode == 0, done.stderr


GLOSSARY = '[glossary]\n"en-es" = [["train station", "estación de tren"]]\n'


def test_deepgram_is_sent_the_recording_and_the_terms(binary, engine_env, tmp_path, services) -> None:
    config = 'backend = "mixed"\n' + GLOSSARY + cascade("deepgram", ["recognize"], "", services.url).split("\n", 1)[1]
    assert translate(binary, engine_env, tmp_path, config).returncode == 0
    request = only(services, "/v1/listen")
    query = parse_qs(request.target.partition("?")[2])
    assert query == {"model": ["nova-3"], "smart_format": ["true"], "language": ["en"], "keyterm": ["train station"]}
    assert request.headers["content-type"] == "audio/wav"
    assert samples(request.body) == samples(RECORDING.read_bytes())


def test_elevenlabs_is_sent_every_field(binary, engine_env, tmp_path, services) -> None:
    run(binary, engine_env, tmp_path, services, "elevenlabs")
    heard = {name: content for name, _, content in only(services, "/v1/speech-to-text").form}
    assert heard.keys() == {"model_id", "tag_audio_events", "language_code", "file"}
    assert (heard["model_id"], heard["language_code"]) == (b"scribe_v1", b"en")
    spoken = only(services, "/v1/text-to-speech/voice-1/stream")
    assert spoken.target.endswith("?output_format=mp3_44100_64")
    assert spoken.json == {"text": TRANSLATION, "model_id": "eleven_flash_v2_5", "language_code": "es"}


def test_deepl_is_sent_the_register_and_a_glossary(binary, engine_env, tmp_path, services) -> None:
    config = 'backend = "mixed"\n' + GLOSSARY + cascade(
        "deepl", ["translate"], 'translate = { register = "formal" }', services.url).split("\n", 1)[1]
    assert translate(binary, engine_env, tmp_path, config).returncode == 0
    made = only(services, "/v2/glossaries").json
    assert made == {"name": "voice-translator", "source_lang": "en", "target_lang": "es", "entries_format": "tsv",
                    "entries": "train station\testación de tren"}
    assert only(services, "/v2/translate").json == {
        "text": [HEARD], "source_lang": "EN", "target_lang": "ES", "formality": "prefer_more",
        "glossary_id": "def3a26b-3e84-45b3-84ae-0c0aaf3525f7"}


def test_azure_is_sent_locales_and_markup(binary, engine_env, tmp_path, services) -> None:
    run(binary, engine_env, tmp_path, services, "azure")
    heard = only(services, "/speech/recognition/conversation/cognitiveservices/v1")
    assert parse_qs(heard.target.partition("?")[2]) == {"language": ["en-US"], "format": ["detailed"]}
    assert heard.headers["content-type"] == "audio/wav; codecs=audio/pcm; samplerate=16000"
    spoken = only(services, "/cognitiveservices/v1")
    assert spoken.headers["x-microsoft-outputformat"] == "audio-24khz-48kbitrate-mono-mp3"
    assert '<voice name="es-ES-ElviraNeural">' in spoken.body.decode() and TRANSLATION in spoken.body.decode()


def test_google_is_sent_base64_and_codes(binary, engine_env, tmp_path, services) -> None:
    run(binary, engine_env, tmp_path, services, "google")
    heard = only(services, "/v1/speech:recognize").json
    assert heard["config"]["languageCode"] == "en-US"
    assert samples(base64.b64decode(heard["audio"]["content"])) == samples(RECORDING.read_bytes())
    assert only(services, "/language/translate/v2").json == {"q": [HEARD], "source": "en", "target": "es", "format": "text"}
    spoken = only(services, "/v1/text:synthesize").json
    assert spoken["voice"] == {"languageCode": "es-ES"}
    assert spoken["audioConfig"] == {"audioEncoding": "MP3", "speakingRate": 1}


def test_libretranslate_gets_its_key_in_the_body_and_nowhere_else(binary, engine_env, tmp_path, services) -> None:
    run(binary, engine_env, tmp_path, services, "libretranslate")
    request = only(services, "/translate")
    assert request.json == {"q": HEARD, "source": "en", "target": "es", "format": "text", "api_key": KEY}
    assert KEY not in str(request.headers)


def test_apertium_and_ollama_get_what_they_know(binary, engine_env, tmp_path, services) -> None:
    run(binary, engine_env, tmp_path, services, "apertium")
    form = parse_qs(only(services, "/translate").body.decode())
    assert form == {"langpair": ["eng|spa"], "q": [HEARD], "markUnknown": ["no"], "format": ["txt"]}
    run(binary, engine_env, tmp_path, services, "ollama", 'translate = { model = "m", structured = true }')
    body = only(services, "/api/chat").json
    assert body["format"]["required"] == ["translation"] and body["options"] == {"temperature": 0}
    assert json.loads(body["messages"][1]["content"]) == {"text": HEARD}


def test_a_fused_service_translates_to_english(binary, engine_env, tmp_path, services, mp3: bytes) -> None:
    config = f'backend = "x"\n[backends.x]\nkind = "openai-translations"\nurl = "{services.url}/v1"\n'
    done = translate(binary, engine_env, tmp_path, config, "--speak", str(tmp_path / "out.mp3"), source="es", target="en")
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, HEARD), done.stderr
    assert (tmp_path / "out.mp3").read_bytes() == mp3
    assert [request.path for request in services.requests if request.method == "POST"] == [
        "/v1/audio/translations", "/v1/audio/speech"]
    refused = translate(binary, engine_env, tmp_path, config, source="es", target="fr")
    assert refused.returncode == 1 and "translates to English only" in refused.stderr


def test_a_model_that_hears_and_speaks_does_all_at_once(binary, engine_env, tmp_path, services, mp3: bytes) -> None:
    config = f'backend = "x"\n[backends.x]\nkind = "openai-audio"\nurl = "{services.url}/v1"\n'
    done = translate(binary, engine_env, tmp_path, config, "--speak", str(tmp_path / "out.mp3"))
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, TRANSLATION), done.stderr
    assert (tmp_path / "out.mp3").read_bytes() == mp3
    body = only(services, "/v1/chat/completions").json
    assert (body["modalities"], body["audio"]) == (["text", "audio"], {"voice": "alloy", "format": "mp3"})
    (part,) = body["messages"][1]["content"]
    assert samples(base64.b64decode(part["input_audio"]["data"])) == samples(RECORDING.read_bytes())


def test_the_kinds_are_listed_with_what_they_can_do(binary, engine_env) -> None:
    def listed(*options: str) -> str:
        return subprocess.run([binary, "backends", *options], env=engine_env, capture_output=True, text=True, check=True,
                              timeout=20).stdout
    kinds = {kind["kind"]: kind for kind in checked(listed("--json"), "backends")["kinds"]}
    assert {row[0] for row in KINDS} <= kinds.keys()
    for kind, stages, _, _ in KINDS:
        assert set(stages.split()) <= kinds[kind]["stages"].keys()
    assert kinds["deepl"]["checked_against"] == "deepl 1.32.0" and not kinds["deepl"]["unverified"]
    assert kinds["azure"]["unverified"] and kinds["azure"]["stages"]["recognize"]["max_seconds"] == 60
    assert "es-419" in kinds["deepl"]["stages"]["translate"]["languages"]
    assert "unverified" in next(line for line in listed().splitlines() if line.startswith("google\t"))
