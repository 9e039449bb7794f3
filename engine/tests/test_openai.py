"""The official `openai` client as the judge of the OpenAI-compatible routes."""

from __future__ import annotations

import base64
import io
import json
import subprocess
import time
import wave

import httpx
import numpy as np
import openai
import pytest
from conftest import SPEECH
from launch import Launched
from mpeg import frames
from turn import error_rate

ENGLISH, SPANISH = SPEECH / "en-pico_en-US-00.wav", SPEECH / "es-pico_es-ES-00.wav"
SENTENCE = "Where is the nearest train station?"


def test_a_transcription_as_json(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(model="whisper-1", file=ENGLISH, language="en")
    assert answer.text == SENTENCE
    assert answer.usage.type == "duration"


def test_a_transcription_as_text(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(
        model="whisper-1", file=ENGLISH, language="en", response_format="text"
    )
    assert answer == SENTENCE + "\n"


def test_a_transcription_in_detail(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(
        model="whisper-1",
        file=ENGLISH,
        response_format="verbose_json",
        timestamp_granularities=["word", "segment"],
    )
    assert (answer.language, answer.text) == ("english", SENTENCE)
    assert 2 < answer.duration < 3
    assert [segment.text for segment in answer.segments] == [SENTENCE]
    assert [word.word for word in answer.words] == SENTENCE.split()
    times = [time for word in answer.words for time in (word.start, word.end)]
    assert times == sorted(times) and times[-1] <= answer.duration + 0.5


def test_words_come_only_when_asked_for(client: openai.OpenAI) -> None:
    answer = client.audio.transcriptions.create(
        model="whisper-1", file=ENGLISH, language="en", response_format="verbose_json"
    )
    assert answer.words is None


@pytest.mark.parametrize(
    ("kind", "beginning"),
    [("srt", "1\n00:00:00,000 --> 00:00:0"), ("vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:0")],
)
def test_a_transcription_as_captions(client: openai.OpenAI, kind: str, beginning: str) -> None:
    answer = client.audio.transcriptions.create(
        model="whisper-1", file=ENGLISH, language="en", response_format=kind
    )
    assert answer.startswith(beginning)
    assert SENTENCE in answer


def test_a_streamed_transcription(client: openai.OpenAI) -> None:
    events = list(
        client.audio.transcriptions.create(model="whisper-1", file=ENGLISH, language="en", stream=True)
    )
    assert [event.type for event in events] == ["transcript.text.delta", "transcript.text.done"]
    assert "".join(event.delta for event in events[:-1]) == events[-1].text == SENTENCE


@pytest.mark.filterwarnings("ignore:deprecated")
def test_a_translation_into_english(client: openai.OpenAI) -> None:
    answer = client.audio.translations.create(model="whisper-1", file=SPANISH)
    assert error_rate(SENTENCE, answer.text) <= 0.5


def test_silence_has_an_empty_transcript(client: openai.OpenAI) -> None:
    file = io.BytesIO()
    with wave.open(file, "wb") as silence:
        silence.setparams((1, 2, 16_000, 0, "NONE", ""))
        silence.writeframes(bytes(64_000))
    assert client.audio.transcriptions.create(model="whisper-1", file=("a.wav", file.getvalue())).text == ""


@pytest.mark.parametrize(
    ("options", "rate"),
    [
        ((), 44_100),
        (("-c", "2"), 48_000),
        (("-b", "24"), 16_000),
        (("-b", "8"), 8_000),
        (("-e", "floating-point", "-b", "32"), 22_050),
    ],
)
def test_every_wave_format_is_read(client: openai.OpenAI, options: tuple[str, ...], rate: int) -> None:
    data = subprocess.run(
        ["sox", "-D", "-G", str(ENGLISH), "-r", str(rate), *options, "-t", "wav", "-"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    answer = client.audio.transcriptions.create(model="whisper-1", file=("a.wav", data), language="en")
    assert error_rate(SENTENCE, answer.text) <= 0.2


TWENTY = " ".join(f"This is sentence number {number}." for number in range(1, 21))


def test_speech_is_one_continuous_mp3(client: openai.OpenAI) -> None:
    data = client.audio.speech.create(model="tts-1", voice="alloy", input=TWENTY).read()
    rates = {frame.rate for frame in frames(data)}
    assert rates == {16_000}
    decoded = subprocess.run(["mpg123", "-q", "-s", "-"], input=data, check=True, capture_output=True)
    assert decoded.stderr == b""
    assert len(decoded.stdout) / 2 / 16_000 == pytest.approx(
        sum(frame.samples for frame in frames(data)) / 16_000, abs=0.2
    )


def test_a_long_text_is_heard_at_once(client: openai.OpenAI) -> None:
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input=TWENTY
    ) as response:
        sizes = [len(piece) for piece in response.iter_bytes()]
    assert len(sizes) >= 10, "sentence by sentence"
    assert sizes[0] < sum(sizes) / 5


def test_speech_as_wave_and_pcm(client: openai.OpenAI) -> None:
    data = client.audio.speech.create(
        model="tts-1", voice="alloy", input="Good morning.", response_format="wav"
    ).read()
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16_000)
    pcm = client.audio.speech.create(
        model="tts-1", voice="alloy", input="Good morning.", response_format="pcm"
    ).read()
    assert len(pcm) / 24_000 == pytest.approx((len(data) - 44) / 16_000, abs=0.1)


def first_piece_s(client: openai.OpenAI, text: str) -> float:
    """Seconds until the first bytes of a text's speech, the best of several tries."""
    took = []
    for _ in range(7):
        began = time.monotonic()
        with client.audio.speech.with_streaming_response.create(
            model="tts-1", voice="alloy", input=text
        ) as response:
            next(response.iter_bytes())
            took.append(time.monotonic() - began)
    return min(took)


def test_a_long_text_begins_as_soon_as_a_short_one(client: openai.OpenAI) -> None:
    assert first_piece_s(client, TWENTY) < 2 * first_piece_s(client, "This is sentence number 1.") + 0.02


def test_the_stream_has_no_gap_or_step_where_sentences_meet(client: openai.OpenAI) -> None:
    text = "Good morning. Good night. Good bye."
    wave_data = client.audio.speech.create(
        model="tts-1", voice="alloy", input=text, response_format="wav"
    ).read()
    data = client.audio.speech.create(model="tts-1", voice="alloy", input=text).read()
    decoded = np.frombuffer(
        subprocess.run(["mpg123", "-q", "-s", "-"], input=data, check=True, capture_output=True).stdout, "<i2"
    ).astype(np.float64)
    spoken = np.frombuffer(wave_data[44:], "<i2").astype(np.float64)
    delay = len(decoded) - len(spoken)
    assert 0 <= delay < 3 * 1152
    # The coder delays everything alike: at the best shift the two are the same but for its losses.
    shifts = [float(np.dot(decoded[shift : shift + len(spoken)], spoken)) for shift in range(delay)]
    aligned = decoded[int(np.argmax(shifts)) :][: len(spoken)]
    assert np.corrcoef(aligned, spoken)[0, 1] > 0.95
    assert np.abs(np.diff(aligned)).max() < 1.5 * np.abs(np.diff(spoken)).max()


@pytest.mark.parametrize(("kind", "magic"), [("flac", b"fLaC"), ("opus", b"OggS")])
def test_speech_as_flac_and_opus_streams(client: openai.OpenAI, kind: str, magic: bytes) -> None:
    with client.audio.speech.with_streaming_response.create(
        model="tts-1", voice="alloy", input=TWENTY, response_format=kind
    ) as response:
        pieces = list(response.iter_bytes())
    data = b"".join(pieces)
    assert data.startswith(magic) and len(pieces) >= 10
    wave_data = client.audio.speech.create(
        model="tts-1", voice="alloy", input=TWENTY, response_format="wav"
    ).read()
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", "-", "-f", "s16le", "-ar", "16000", "-"],
        input=data,
        capture_output=True,
        check=True,
    )
    assert decoded.stderr == b""
    assert len(decoded.stdout) == pytest.approx(len(wave_data) - 44, rel=0.01)


def test_speech_as_events(client: openai.OpenAI) -> None:
    body = {"model": "tts-1", "voice": "alloy", "input": "Good morning. Good night.", "stream_format": "sse"}
    with client.audio.speech.with_streaming_response.create(**body) as response:
        events = [json.loads(line.removeprefix("data: ")) for line in response.iter_lines() if line]
    assert [event["type"] for event in events[-2:]] == ["speech.audio.delta", "speech.audio.done"]
    data = b"".join(base64.b64decode(event["audio"]) for event in events[:-1])
    again = client.audio.speech.create(model="tts-1", voice="alloy", input="Good morning. Good night.").read()
    assert len(frames(data)) == pytest.approx(len(frames(again)), abs=4)


@pytest.mark.parametrize("kind", ["flac", "ogg", "mp3"])
def test_compressed_recordings_are_read(client: openai.OpenAI, kind: str) -> None:
    coder = {"flac": "flac", "ogg": "libopus", "mp3": "libmp3lame"}[kind]
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(ENGLISH), "-c:a", coder, "-ar", "48000", "-f", kind, "-"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    answer = client.audio.transcriptions.create(model="whisper-1", file=(f"a.{kind}", data), language="en")
    assert error_rate(SENTENCE, answer.text) <= 0.2


def test_a_small_file_that_holds_hours_is_refused(client: openai.OpenAI) -> None:
    data = subprocess.run(
        ["sox", "-n", "-r", "48000", "-t", "flac", "-", "trim", "0", "1600"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    assert len(data) < 2**20
    with pytest.raises(openai.APIStatusError, match="longer than 25 minutes") as refused:
        client.audio.transcriptions.create(model="whisper-1", file=("a.flac", data))
    assert refused.value.status_code == 413


def test_speed_changes_the_length(client: openai.OpenAI) -> None:
    lengths = [
        len(
            client.audio.speech.create(
                model="tts-1", voice="alloy", input=TWENTY, response_format="pcm", speed=speed
            ).read()
        )
        for speed in (0.5, 1, 2)
    ]
    assert lengths == sorted(lengths, reverse=True)


def test_the_models_are_listed(client: openai.OpenAI) -> None:
    assert {model.id for model in client.models.list()} >= {"whisper-1", "tts-1"}
    assert client.models.retrieve("whisper-1").id == "whisper-1"


def test_errors_have_the_classes_that_the_client_expects(client: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError) as broken:
        client.audio.transcriptions.create(model="whisper-1", file=("a.wav", b"not audio"))
    assert (broken.value.code, broken.value.param) == ("invalid_audio", "file")
    with pytest.raises(openai.BadRequestError) as language:
        client.audio.transcriptions.create(model="whisper-1", file=ENGLISH, language="xx")
    assert language.value.code == "unsupported_language"
    with pytest.raises(openai.BadRequestError):
        client.audio.speech.create(model="tts-1", voice="alloy", input="")
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("no-such-model")
    with pytest.raises(openai.APIStatusError) as large:
        client.audio.transcriptions.create(model="whisper-1", file=("a.wav", bytes(26 * 2**20)))
    assert large.value.status_code == 413


def test_without_a_speech_model_the_error_says_how_to_get_one(bare: Launched) -> None:
    client = openai.OpenAI(api_key="none", base_url=f"http://127.0.0.1:{bare.port}/v1", max_retries=0)
    with pytest.raises(openai.InternalServerError, match="models pull whisper:base-q8") as missing:
        client.audio.transcriptions.create(model="whisper-1", file=ENGLISH)
    assert missing.value.code == "model_missing"


def test_the_client_retries_when_the_engine_is_not_there_yet(client: openai.OpenAI, engine: object) -> None:
    attempts = []

    class FailingOnce(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            attempts.append(request.url.path)
            if len(attempts) == 1:
                raise httpx.ConnectError("not there yet", request=request)
            return super().handle_request(request)

    patient = openai.OpenAI(
        api_key="none",
        base_url="http://localhost/v1",
        max_retries=1,
        http_client=httpx.Client(transport=FailingOnce(uds=str(engine))),
    )
    assert patient.models.list().data
    assert len(attempts) == 2
