"""Sound: processor time and wake-ups while idle, recording and playing, beside arecord, aplay and mpg123, and how fast
a key press, the first byte of speech and a stop take effect; on the tests' virtual sound card."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "Tests/EndToEnd"), str(ROOT / "Tests/Rigs"), str(ROOT / "Benchmarks/Sound")]
import speaker_latency  # noqa: E402
from conftest import AudioRig  # noqa: E402
from program import start, wait_ready  # noqa: E402

BINARY = Path(os.environ.get("VOICE_TRANSLATOR_BINARY", ROOT / ".build/release/voice-translator"))
WINDOW = 10.0
TICKS = os.sysconf("SC_CLK_TCK")


def usage(pid: int) -> tuple[float, int]:
    """Processor seconds and voluntary context switches of a process, all threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    switches = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        lines = (task / "status").read_text().splitlines()
        switches += sum(int(line.split()[1]) for line in lines if line.startswith("voluntary"))
    return (int(fields[11]) + int(fields[12])) / TICKS, switches


def measure(pid: int) -> list[float]:
    """Percent of a core, and wake-ups a second, over the window."""
    before = usage(pid)
    time.sleep(WINDOW)
    after = usage(pid)
    return [round((after[0] - before[0]) / WINDOW * 100, 2), round((after[1] - before[1]) / WINDOW, 1)]


def measure_program(command: list[str], env: dict[str, str], wait: float = 1.0) -> list[float]:
    """The same of a program that runs for longer than the window."""
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(wait)
    try:
        return measure(process.pid)
    finally:
        process.kill()
        process.wait()


def player() -> Path:
    """The program that plays on demand, built."""
    swift = subprocess.run([ROOT / "scripts/toolchain.sh"], check=True, capture_output=True, text=True).stdout.strip()
    build = [swift, "build", "-c", "release", "--product", "SoundBenchmark"]
    subprocess.run(build, cwd=ROOT, check=True, stdout=sys.stderr)
    return ROOT / ".build/release/SoundBenchmark"


def main() -> None:
    """Prints the rows."""
    with tempfile.TemporaryDirectory(prefix="vt-") as folder:
        home = Path(folder)
        rig = AudioRig(home / "card")
        models = Path.home() / ".local/share/voice-translator/models"
        base = os.environ | {
            "HOME": folder, "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
            "XDG_DATA_HOME": folder + "/data", "XDG_RUNTIME_DIR": folder, "LANG": "C.UTF-8",
            "VOICE_TRANSLATOR_ENGINE_MODELS": os.environ.get("VOICE_TRANSLATOR_MODELS", str(models))}
        unsent = home / "state/voice-translator/unsent"
        unsent.mkdir(parents=True, mode=0o700)
        sound = unsent / "20260131-140259-1-1.wav"
        subprocess.run(["sox", "-q", "-n", "-r", "16000", "-c", "1", "-b", "16", sound, "synth", "30", "sine", "300"],
                       check=True)
        mp3 = home / "sound.mp3"
        subprocess.run(["lame", "--quiet", sound, mp3], check=True)
        rows: list[list[object]] = []
        for card in ("PulseAudio", "ALSA"):
            if card == "PulseAudio":
                rig("start")
            env = base | (rig.environment() if card == "PulseAudio" else rig.environment("rigmic16"))
            presses = []
            with start(BINARY, env, "en", "es") as terminal:
                wait_ready(terminal, 60)
                time.sleep(8)
                rows.append([f"idle, microphone warm, {card}", *measure(terminal.proc.pid), "", ""])
                for _ in range(5):
                    pressed = time.monotonic()
                    terminal.press("space")
                    terminal.wait_for(r"REC", 5)
                    presses.append((time.monotonic() - pressed) * 1000)
                    terminal.tap("Escape")
                    terminal.release("space")
                    time.sleep(0.8)
                terminal.press("space")
                terminal.wait_for(r"REC", 5)
                ours = measure(terminal.proc.pid)
                terminal.tap("Escape")
                terminal.release("space")
                terminal.tap("q")
                terminal.wait_exit(10)
            record = ["arecord", "-q", "-f", "S16_LE", "-r", "16000", "-c", "1", "-t", "raw", "/dev/null"]
            rows.append([f"recording, {card} (arecord)", *ours, *measure_program(record, env)])
            play = [str(BINARY), "unsent", "play", sound.stem]
            rows.append([f"playing a WAV, {card} (aplay)", *measure_program(play, env),
                         *measure_program(["aplay", "-q", str(sound)], env)])
            rows.append([f"key press to REC on the screen, median ms, {card}", round(statistics.median(presses), 1), "",
                         "", ""])
            if card == "PulseAudio":
                for name, mine, other in speaker_latency.rows(player(), mp3, env):
                    rows.append([f"{name} (mpg123)", mine, "", other, ""])
                rig("stop")
        print(json.dumps({"columns": ["what", "% of a core (or ms)", "wake-ups/s", "other: % of a core (or ms)",
                                      "other: wake-ups/s"], "rows": rows}))


if __name__ == "__main__":
    main()
