"""Looking at a models directory that changes meanwhile."""

from __future__ import annotations

from pathlib import Path

from voice_translator_engine.engine import contents, find_whisper


def test_a_file_that_goes_while_it_is_looked_at_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "whisper").mkdir()
    (tmp_path / "whisper/gone.bin").symlink_to(tmp_path / "nowhere")
    (tmp_path / "whisper/base.bin").write_bytes(b"")
    assert {Path(path).name for path, _ in contents([tmp_path], "whisper")} == {"base.bin"}


def test_the_largest_speech_model_wins(tmp_path: Path) -> None:
    assert find_whisper([tmp_path]) is None
    for directory, name in (("a", "base-q8_0.bin"), ("b", "small-q5_1.bin"), ("b", "tiny.bin")):
        (tmp_path / directory / "whisper").mkdir(parents=True, exist_ok=True)
        (tmp_path / directory / "whisper" / name).touch()
    assert find_whisper([tmp_path / "a", tmp_path / "b"]).name == "small-q5_1.bin"
