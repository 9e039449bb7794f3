"""The vendors' own clients, each asking a scripted service: `vendor_clients.py VENDOR URL WAV` prints as JSON what the
client understood. Run in Tests/.venv-clients."""

from __future__ import annotations

import json
import sys
from pathlib import Path

KEY = "sk-canary-4711"


def openai(url: str, wav: Path) -> dict[str, str]:
    """Every route of OpenAI's that is scripted."""
    from openai import OpenAI

    client = OpenAI(base_url=f"{url}/v1", api_key=KEY, max_retries=0)
    ask = [{"role": "user", "content": "hello"}]
    with wav.open("rb") as file:
        heard = client.audio.transcriptions.create(model="gpt-4o-transcribe", file=file, language="en").text
    with wav.open("rb") as file:
        fused = client.audio.translations.create(model="whisper-1", file=file).text
    stream = client.chat.completions.create(model="m", messages=ask, stream=True)
    chat = "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)
    spoken = client.chat.completions.create(model="m", messages=ask, modalities=["text", "audio"],
                                            audio={"voice": "alloy", "format": "mp3"})
    speech = client.audio.speech.create(model="tts-1", voice="alloy", input="hello").read()
    return {"heard": heard, "fused": fused, "chat": chat, "whole": spoken.choices[0].message.audio.transcript,
            "responses": client.responses.create(model="m", input="hello").output_text, "speech": str(len(speech))}


def deepl(url: str, _: Path) -> dict[str, str]:
    """Translation and a glossary."""
    import deepl as client

    translator = client.Translator(KEY, server_url=url)
    glossary = translator.create_glossary("voice-translator", "EN", "ES", {"train station": "estación de tren"})
    text = translator.translate_text("hello", source_lang="EN", target_lang="ES", glossary=glossary.glossary_id).text
    return {"translated": text, "glossary": glossary.glossary_id}


def elevenlabs(url: str, wav: Path) -> dict[str, str]:
    """Recognition and streamed speech."""
    from elevenlabs.client import ElevenLabs

    client = ElevenLabs(api_key=KEY, base_url=url)
    with wav.open("rb") as file:
        heard = client.speech_to_text.convert(model_id="scribe_v1", file=file)
    speech = b"".join(client.text_to_speech.stream("voice-1", text="hello", output_format="mp3_44100_64"))
    return {"heard": heard.text, "language": heard.language_code, "speech": str(len(speech))}


def deepgram(url: str, wav: Path) -> dict[str, str]:
    """Recognition of a recording."""
    from deepgram import DeepgramClient
    from deepgram.environment import DeepgramClientEnvironment

    place = {name: url for name in DeepgramClientEnvironment.__init__.__annotations__ if name != "return"}
    client = DeepgramClient(api_key=KEY, environment=DeepgramClientEnvironment(**place))
    answer = client.listen.v1.media.transcribe_file(request=wav.read_bytes(), model="nova-3", language="en")
    return {"heard": answer.results.channels[0].alternatives[0].transcript}


def libretranslate(url: str, _: Path) -> dict[str, str]:
    """Translation, and the list of languages."""
    from libretranslatepy import LibreTranslateAPI

    client = LibreTranslateAPI(f"{url}/", api_key=KEY)
    return {"languages": " ".join(language["code"] for language in client.languages()),
            "translated": client.translate("hello", "en", "es")}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](sys.argv[2], Path(sys.argv[3]))))
