"""Draws the waterfalls: `picture.py FILE.png` reads `[[title, [[stage, begin, end], …]], …]` from standard input."""

from __future__ import annotations

import json
import sys

from PIL import Image, ImageDraw

LEFT, RIGHT, ROW, BAR, HEAD, WIDTH = 170, 110, 18, 12, 28, 1000
COLOURS = {"detection": "#888888", "hangover": "#b07aa1", "upload tail": "#4e79a7", "recognition": "#59a14f",
           "first token": "#f28e2b", "first sentence": "#edc948", "first MP3 byte": "#e15759", "player start": "#76b7b2"}


def main(path: str) -> None:
    """Writes the picture; all charts have the same scale, so that they can be compared."""
    charts = json.load(sys.stdin)
    low = min(0.0, *(stage[1] for _, stages in charts for stage in stages))
    high = max(stage[2] for _, stages in charts for stage in stages)
    height = sum(HEAD + ROW * len(stages) for _, stages in charts) + 30
    image = Image.new("RGB", (WIDTH, height), "white")
    draw = ImageDraw.Draw(image)

    def x(at: float) -> float:
        return LEFT + (at - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    y = 0
    for title, stages in charts:
        draw.text((8, y + 10), title, fill="black")
        y += HEAD
        for name, begin, end in stages:
            draw.text((16, y), name, fill="#333333")
            draw.rectangle((x(begin), y + 1, max(x(begin) + 1, x(end)), y + BAR), fill=COLOURS.get(name, "#9c755f"))
            draw.text((x(end) + 4, y), f"{begin:.0f} … {end:.0f}", fill="#333333")
            y += ROW
    draw.line((x(0), 0, x(0), y), fill="black")
    draw.text((x(0) + 4, y + 6), "key up (0 ms)", fill="black")
    image.save(path, optimize=True)


if __name__ == "__main__":
    main(sys.argv[1])
