"""The key decoder under libFuzzer and the address sanitizer: ten million inputs."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 10_000_000


def test_ten_million_inputs_break_none_of_the_decoder_s_promises(tmp_path: Path) -> None:
    toolchain = subprocess.run([ROOT / "scripts/toolchain.sh"], check=True, stdout=subprocess.PIPE, text=True)
    swift = toolchain.stdout.strip()
    subprocess.run([swift, "build", "-c", "release", "--scratch-path", ".build/fuzz", "--product", "fuzz-key-decoder"],
                   cwd=ROOT, env=os.environ | {"VOICE_TRANSLATOR_FUZZ": "1"}, check=True)
    # The sequences that mean something, from which libFuzzer makes more.
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    seeds = ["\x1b[32;1:3u", "\x1b[200~x\x1b[201~", "\x1b[<0;1;1M", "\x1b[M   ", "\x1bP1+r\x1b\\", "\x1b]11;?\x07",
             "\x1b[32;57;32;1;0;1_", "\x1b[[A", "\x1bOA", "é€😀", "\x1b[?31u\x1b[?62;c"]
    for index, seed in enumerate(seeds):
        (corpus / str(index)).write_bytes(seed.encode())
    done = subprocess.run([ROOT / ".build/fuzz/release/fuzz-key-decoder", f"-runs={RUNS}", "-max_len=96",
                           f"-artifact_prefix={tmp_path}/", corpus], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    assert f"Done {RUNS} runs" in done.stderr
