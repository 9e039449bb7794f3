"""Piper's process: `ENVIRONMENT/bin/python speaking.py`. It needs nothing of the engine's own packages.

A request is a line of JSON, {"model": PATH, "text", "speed"}. The answer is a line of JSON, {"rate",
"samples"}, and that many signed 16-bit little-endian samples after it, or {"error"}. The end of standard
input ends the process.
"""

from __future__ import annotations

import json
import sys
from collections import OrderedDict

from piper import PiperVoice, SynthesisConfig

KEPT = 2
"""Voices that stay loaded: those of a conversation's two sides."""


def spoken(voice: PiperVoice, text: str, speed: float) -> bytes:
    """A text's samples. `speed` 1 is the voice's own."""
    scale = voice.config.length_scale / speed
    return b"".join(
        chunk.audio_int16_bytes for chunk in voice.synthesize(text, SynthesisConfig(length_scale=scale))
    )


def main() -> None:
    """Answers until the input ends."""
    voices: OrderedDict[str, PiperVoice] = OrderedDict()
    answers = sys.stdout.buffer
    for line in sys.stdin.buffer:
        request = json.loads(line)
        model = request["model"]
        try:
            if model not in voices:
                voices[model] = PiperVoice.load(model)
            voices.move_to_end(model)
            while len(voices) > KEPT:
                voices.popitem(last=False)
            data = spoken(voices[model], request["text"], request["speed"])
            answers.write(
                json.dumps({"rate": voices[model].config.sample_rate, "samples": len(data) // 2}).encode()
            )
            answers.write(b"\n" + data)
        except (
            Exception
        ) as error:  # Whatever a voice's files do to the library, the next request is answered.
            answers.write(json.dumps({"error": f"{type(error).__name__}: {error}"}).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
