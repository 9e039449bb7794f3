"""Hosted services as the tests script them: the answers of each, in its vendor's own shape.

One scripted server plays them all, because their paths differ. What is scripted here is checked first with the vendor's
own client (test_vendor_clients.py) where there is one, and then stands in for the service."""

from __future__ import annotations

import base64
import json
import wave
from collections.abc import Callable
from io import BytesIO

from scripted_server import Reply, Request, events

HEARD = "Where is the nearest train station?"
TRANSLATION = "¿Dónde está la estación de tren más cercana?"

Answers = dict[tuple[str, str], Callable[[Request], Reply]]


def reply(value: object) -> Reply:
    """A JSON answer."""
    return Reply(json.dumps(value, ensure_ascii=False).encode())




def openai(mp3: bytes) -> Answers:
    """OpenAI: transcriptions, translations, chat completions, responses, speech."""

    def chat(request: Request) -> Reply:
        if "modalities" in request.json:
            audio = {"id": "audio_1", "data": base64.b64encode(mp3).decode(), "expires_at": 0, "transcript": TRANSLATION}
            message = {"role": "assistant", "content": None, "refusal": None, "audio": audio}
            return reply({"id": "c", "object": "chat.completion", "created": 0, "model": "m",
                          "choices": [{"index": 0, "finish_reason": "stop", "message": message}]})
        if not request.json.get("stream"):
            message = {"role": "assistant", "content": TRANSLATION, "refusal": None}
            return reply({"id": "c", "object": "chat.completion", "created": 0, "model": "m",
                          "choices": [{"index": 0, "finish_reason": "stop", "message": message}]})
        frame = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "m"}
        pieces = [TRANSLATION[:8], TRANSLATION[8:]]
        return events(
            frame | {"choices": [{"index": 0, "delta": {"role": "assistant", "content": None}, "finish_reason": None}]},
            *(frame | {"choices": [{"index": 0, "delta": {"content": piece}, "finish_reason": None}]} for piece in pieces),
            frame | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]},
            frame | {"choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}})

    def responses(_: Request) -> Reply:
        content = [{"type": "output_text", "text": TRANSLATION, "annotations": []}]
        return reply({"id": "r", "object": "response", "created_at": 0, "model": "m", "status": "completed",
                      "output": [{"id": "m", "type": "message", "role": "assistant", "status": "completed",
                                  "content": content}]})

    return {
        ("POST", "/v1/audio/transcriptions"): lambda _: reply({"text": HEARD}),
        ("POST", "/v1/audio/translations"): lambda _: reply({"text": HEARD}),
        ("POST", "/v1/chat/completions"): chat,
        ("POST", "/v1/responses"): responses,
        ("POST", "/v1/audio/speech"): lambda _: Reply(iter([mp3[:500], mp3[500:]]), "audio/mpeg"),
    }


def deepgram() -> Answers:
    """Deepgram, pre-recorded."""
    best = {"transcript": HEARD, "confidence": 0.98, "words": []}
    metadata = {"transaction_key": "t", "request_id": "6f2c0dbd-0000-4000-8000-000000000000", "sha256": "0",
                "created": "2026-01-01T00:00:00.000Z", "duration": 2.0, "channels": 1, "models": [], "model_info": {}}
    return {("POST", "/v1/listen"): lambda _: reply(
        {"metadata": metadata, "results": {"channels": [{"alternatives": [best], "detected_language": "en"}]}})}


def elevenlabs(mp3: bytes) -> Answers:
    """ElevenLabs: recognition, and speech as a stream."""
    return {
        ("POST", "/v1/speech-to-text"): lambda _: reply(
            {"language_code": "eng", "language_probability": 0.99, "text": HEARD, "words": []}),
        ("POST", "/v1/text-to-speech/voice-1/stream"): lambda _: Reply(iter([mp3[:500], mp3[500:]]), "audio/mpeg"),
    }


def deepl() -> Answers:
    """DeepL: translations and glossaries."""
    return {
        ("POST", "/v2/translate"): lambda _: reply(
            {"translations": [{"detected_source_language": "EN", "text": TRANSLATION, "billed_characters": 35}]}),
        ("POST", "/v2/glossaries"): lambda _: reply(
            {"glossary_id": "def3a26b-3e84-45b3-84ae-0c0aaf3525f7", "ready": True, "name": "voice-translator",
             "source_lang": "en", "target_lang": "es", "creation_time": "2026-01-01T00:00:00.000Z", "entry_count": 1}),
    }


def azure(mp3: bytes) -> Answers:
    """Azure Speech."""
    best = {"Confidence": 0.97, "Lexical": HEARD.lower(), "Display": HEARD}
    return {
        ("POST", "/speech/recognition/conversation/cognitiveservices/v1"): lambda _: reply(
            {"RecognitionStatus": "Success", "Offset": 0, "Duration": 20000000, "NBest": [best]}),
        ("POST", "/cognitiveservices/v1"): lambda _: Reply(mp3, "audio/mpeg"),
    }


def google(mp3: bytes) -> Answers:
    """Google Cloud: recognition, translation, speech."""
    return {
        ("POST", "/v1/speech:recognize"): lambda _: reply(
            {"results": [{"alternatives": [{"transcript": HEARD, "confidence": 0.9}], "languageCode": "en-us"}]}),
        ("POST", "/language/translate/v2"): lambda _: reply({"data": {"translations": [{"translatedText": TRANSLATION}]}}),
        ("POST", "/v1/text:synthesize"): lambda _: reply({"audioContent": base64.b64encode(mp3).decode()}),
    }


def selfhosted(wav: bytes) -> Answers:
    """Servers that people run themselves: whisper.cpp, Ollama, LibreTranslate, Apertium, Piper, OpenTTS."""
    lines = [{"message": {"role": "assistant", "content": piece}, "done": False} for piece in (TRANSLATION[:5], TRANSLATION[5:])]
    ndjson = [json.dumps(line).encode() + b"\n" for line in lines + [{"done": True, "done_reason": "stop"}]]
    return {
        ("POST", "/inference"): lambda _: Reply(json.dumps({"text": f" {HEARD}\n"}).encode(), "application/json"),
        ("POST", "/api/chat"): lambda _: Reply(iter(ndjson), "application/x-ndjson"),
        ("GET", "/languages"): lambda _: reply([{"code": "en", "name": "English", "targets": ["en", "es"]},
                                                {"code": "es", "name": "Spanish", "targets": ["en", "es"]}]),
        ("GET", "/listPairs"): lambda _: reply({"responseData": [{"sourceLanguage": "eng", "targetLanguage": "spa"}],
                                                "responseDetails": None, "responseStatus": 200}),
        # Apertium's form names a pair; LibreTranslate takes a form or JSON.
        ("POST", "/translate"): lambda request: reply(
            {"responseData": {"translatedText": TRANSLATION}, "responseDetails": None, "responseStatus": 200}
            if b"langpair" in request.body else {"translatedText": TRANSLATION}),
        ("POST", "/synthesize"): lambda _: Reply(wav, "text/html; charset=utf-8"),
        ("GET", "/api/voices"): lambda _: reply({"espeak:es": {"id": "es", "language": "es"}, "espeak:en": {"language": "en"}}),
        ("GET", "/api/tts"): lambda _: Reply(wav, "audio/wav"),
    }


def every(mp3: bytes, wav: bytes) -> Answers:
    """All of them."""
    return (openai(mp3) | deepgram() | elevenlabs(mp3) | deepl() | azure(mp3) | google(mp3) | selfhosted(wav))


def samples(body: bytes) -> bytes:
    """The samples of a WAVE file."""
    with wave.open(BytesIO(body)) as file:
        return file.readframes(1 << 30)
