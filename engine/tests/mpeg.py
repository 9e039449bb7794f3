"""MPEG audio frame headers (ISO/IEC 11172-3, 13818-3 and the 2.5 extension), to check streams."""

from __future__ import annotations

from dataclasses import dataclass

RATES = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}
KILOBITS = {3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)}
LOW_KILOBITS = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)


@dataclass(frozen=True)
class Frame:
    """One layer III frame: samples per channel, and their rate in Hz."""

    samples: int
    rate: int


def frames(data: bytes) -> list[Frame]:
    """All frames of a stream that must consist of frames and nothing else."""
    found, offset = [], 0
    while offset < len(data):
        head = data[offset : offset + 4]
        assert head[0] == 0xFF and head[1] & 0xE6 == 0xE2, (
            f"no layer III frame at byte {offset} of {len(data)}"
        )
        version, index = head[1] >> 3 & 3, head[2] >> 4
        rate = RATES[version][head[2] >> 2 & 3]
        kilobits = KILOBITS.get(version, LOW_KILOBITS)[index]
        samples = 1152 if version == 3 else 576
        offset += samples // 8 * kilobits * 1000 // rate + (head[2] >> 1 & 1)
        found.append(Frame(samples, rate))
    assert offset == len(data), "the last frame is cut short"
    return found
