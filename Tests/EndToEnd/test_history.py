"""`voice-translator history` and `stats` on a history that was imported, killed, filled up and damaged."""

from __future__ import annotations

import json
import random
import re
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from schemas import checked

EVIL = "\x1b]52;c;ZXZpbA==\x07pwn\x1b[31m\x9b2J\u202eright\x1b]8;;http://x\x1b\\\x85"


def utterance(number: int, text: str, translation: str, second: int = 0) -> dict:
    """One utterance in the form of an export."""
    at = f"2026-01-31T13:{second // 60:02}:{second % 60:02}.000Z"
    return {"number": number, "began": at, "ended": at.replace(".000Z", ".900Z"), "language": "en", "detected": False,
            "text": text, "confidence": 0.9, "corrections": [], "latency_ms": {"recognize": 250, "total": 310},
            "translations": [{"language": "es", "text": translation, "route": ["en-es neural"], "rough": False}]}


def document(*conversations: list[dict], first: int = 1, year: int = 2026) -> dict:
    """An export with these conversations."""
    return {"format": "voice-translator-history", "version": 1, "conversations": [
        {"id": number, "uuid": f"00000000-0000-4000-8000-{number:012}", "began": f"{year}-01-31T13:00:00.000Z",
         "ended": f"{year}-01-31T14:00:00.000Z", "backend": "engine", "utterances": utterances}
        for number, utterances in enumerate(conversations, first)]}


TWO = document([utterance(1, "Where is the station?", "¿Dónde está la estación?"),
                utterance(2, "Over *there*.", "Por allí.", second=65)], [utterance(1, "Good evening.", "Buenas noches.")])


@pytest.fixture
def history(binary: Path, engine_env: dict[str, str]):
    """Runs `voice-translator history` in a private home; with `TZ` unset times are those of UTC."""
    def run(*words: str, stdin: object = None, command: str = "history", check: int = 0) -> subprocess.CompletedProcess:
        text = stdin if isinstance(stdin, str) or stdin is None else json.dumps(stdin)
        done = subprocess.run([binary, command, *words], env=engine_env | {"TZ": "UTC"}, input=text or "", check=False,
                              capture_output=True, text=True, timeout=60)
        assert done.returncode == check, done.stderr
        return done
    return run


@pytest.fixture
def database(home: Path) -> Path:
    """Where the history is."""
    return home / "data/voice-translator/history.sqlite"


def test_a_history_is_imported_listed_searched_shown_and_forgotten(history, database: Path) -> None:
    assert history("import", "-", stdin=TWO).stdout == "2 of 2 conversations are new.\n"
    assert history("import", "-", stdin=TWO).stdout == "0 of 2 conversations are new.\n"
    rows = [line.split("\t") for line in history("list").stdout.splitlines()]
    assert sorted(row[0] for row in rows) == ["1", "2"] and rows[0][1] == "2026-01-31 13:00"
    found = history("search", "ESTACION").stdout.split("\t")
    assert found[0] == "1" and "Where is the station?" in found
    shown = history("show", "1").stdout
    assert "13:01  English: Over *there*." in shown and "Spanish: Por allí." in shown
    history("forget", "1")
    assert "no conversation 1" in history("show", "1", check=1).stderr
    assert history("search", "station").stdout == ""
    assert b"station" not in b"".join(path.read_bytes() for path in database.parent.glob("history.sqlite*"))
    history("forget", "--all")
    assert history("list").stdout == ""


def test_each_json_is_as_its_schema_says(history) -> None:
    history("import", "-", stdin=TWO)
    assert len(checked(history("list", "--json").stdout, "history-list")) == 2
    (hit,) = checked(history("search", "noches", "--json").stdout, "history-search")
    assert hit["utterance"]["text"] == "Good evening."
    shown = checked(history("show", "1", "--json").stdout, "history-show")
    assert [entry["text"] for entry in shown["utterances"]] == ["Where is the station?", "Over *there*."]
    exported = checked(history("export", "--format", "json").stdout, "history-export")
    assert exported == TWO
    stats = checked(history("--json", command="stats").stdout, "stats")
    assert (stats["conversations"], stats["utterances"], stats["latency_ms"]["recognize"]["median"]) == (2, 3, 250)
    assert stats["pairs"] == [{"from": "en", "to": "es", "utterances": 3}]
    assert "en → es" in history(command="stats").stdout


def test_stats_tell_how_fast_each_backend_is_for_each_pair(history, home: Path) -> None:
    """Turns leave their milestones; median and 90th percentile are told. A damaged line is left out."""
    state = home / "state/voice-translator"
    state.mkdir(parents=True, mode=0o700)
    lines = [{"backend": backend, "from": "en", "to": ["es"], "released_s": 10.5, "milestones_ms": {
        "pressed": -2000, "released": 0, "final_text": total / 2, "first_translated_word": total / 2,
        "translation": total / 2, "first_sample_out": total, "end": 3000}}
        for backend, totals in {"cloud": range(100, 1100, 100), "engine": [50]}.items() for total in totals]
    (state / "timings.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n{half a li")
    speed = checked(history("--json", command="stats").stdout, "stats")["speed"]
    assert [(row["backend"], row["turns"], row["total"]) for row in speed] == [
        ("cloud", 10, {"median": 500, "p90": 900}), ("engine", 1, {"median": 50, "p90": 50})]
    assert speed[0]["heard"] == {"median": 250, "p90": 450}
    assert "cloud  en → es  10 turns: first sound 500 ms (p90 900)" in history(command="stats").stdout


def test_an_export_reads_in_every_form(history, tmp_path: Path) -> None:
    history("import", "-", stdin=TWO)
    markdown = history("export").stdout
    assert markdown.count("# Conversation of") == 2 and r"Over \*there\*." in markdown and "> **Spanish**:" in markdown
    assert history("export", "--format", "txt", "2").stdout.splitlines()[1] == "13:00  English: Good evening."
    subtitles = history("export", "--format", "srt", "1").stdout
    assert subtitles.startswith("1\n00:00:00,000 --> 00:00:00,900\nWhere is the station?\n¿Dónde está la estación?\n\n2\n00:01:05,000")
    for form in ("srt", "vtt"):
        path = tmp_path / f"talk.{form}"
        path.write_text(history("export", "--format", form, "1").stdout)
        read = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-f", "srt", "-"], capture_output=True, text=True,
                              check=True)
        assert "Over *there*." in read.stdout and read.stderr == ""
    assert "holds one conversation" in history("export", "--format", "srt", check=2).stderr
    assert "md, txt, srt, vtt or json" in history("export", "--format", "pdf", check=2).stderr


def test_no_escape_sequence_of_an_import_reaches_the_terminal(history) -> None:
    evil = document([utterance(1, EVIL, EVIL)])
    evil["conversations"][0]["backend"] = EVIL
    evil["conversations"][0]["utterances"][0]["translations"][0]["route"] = [EVIL]
    history("import", "-", stdin=evil)
    printed = [history(*words) for words in (
        ("list",), ("search", "pwn"), ("show", "1"), ("export",), ("export", "--format", "txt"),
        ("export", "--format", "srt"), ("export", "--format", "vtt"), ("list", "--json"), ("search", "pwn", "--json"),
        ("show", "1", "--json"), ("export", "--format", "json"))]
    printed.append(history("import", "-", stdin='{"format":"\\u001b]0;x\\u0007\\u009bm","version":1}', check=1))
    for done in printed:
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", done.stdout + done.stderr), repr(done)
    assert all("pwn" in done.stdout for done in printed[:-1])
    # Data stays data: what is exported as JSON is what was imported.
    assert json.loads(printed[-2].stdout) == evil


@pytest.mark.parametrize(("words", "stdin", "status", "message"), [
    (("show", "x"), "", 2, "no conversation's number"), (("show", "7"), "", 1, "no conversation 7"),
    (("forget",), "", 2, "--all alone"), (("forget", "--all", "1"), "", 2, "--all alone"),
    (("forget", "7"), "", 1, "no conversation 7"), (("list", "--all"), "", 2, "--all belongs to"),
    (("serch", "x"), "", 2, "Did you mean 'search'?"), (("import", "/nowhere"), "", 1, "No such file"),
    (("import", "-"), "hello", 1, "it is no JSON"), (("import", "-"), '{"format":"x","version":1}', 1, "its format is"),
], ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_what_is_wrong_is_named(history, words: tuple[str, ...], stdin: str, status: int, message: str) -> None:
    done = history(*words, stdin=stdin, check=status)
    assert message in done.stderr and done.stdout == "" and done.stderr.count("\n") == 1


def test_killed_at_any_moment_a_history_has_all_of_an_import_or_nothing(binary: Path, engine_env, history,
                                                                       database: Path, tmp_path: Path) -> None:
    random.seed(7)
    expected = 0
    for round_ in range(25):
        path = tmp_path / "more.json"
        path.write_text(json.dumps(document([utterance(n, f"word {n} " * 20, f"palabra {n}") for n in range(1, 400)],
                                            first=round_ + 1)))
        importing = subprocess.Popen([binary, "history", "import", path], env=engine_env, stdout=subprocess.DEVNULL)
        time.sleep(random.uniform(0, 0.15))
        importing.send_signal(signal.SIGKILL)
        importing.wait()
        counts = [row["utterances"] for row in json.loads(history("list", "--json").stdout)]
        assert set(counts) <= {399} and len(counts) in (expected, expected + 1)
        expected = len(counts)
    with sqlite3.connect(database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.execute("INSERT INTO utterance_words (utterance_words) VALUES ('integrity-check')")


def test_two_programs_import_at_once(binary: Path, engine_env, history, tmp_path: Path) -> None:
    running = []
    for number in (1, 2):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(document(*([utterance(1, "a", "b")] for _ in range(300)), first=number * 1000)))
        running.append(subprocess.Popen([binary, "history", "import", path], env=engine_env, stdout=subprocess.DEVNULL))
    assert [process.wait(60) for process in running] == [0, 0]
    assert len(json.loads(history("list", "--json").stdout)) == 600


def test_a_full_disk_is_named_and_what_was_there_stays(binary: Path, engine_env, history, home: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.json"
    more.write_text(json.dumps(document([utterance(n, "word " * 200, "palabra") for n in range(1, 500)], first=9)))
    data = home / "data"
    data.mkdir()
    script = (f'echo \'{json.dumps(TWO)}\' | "{binary}" history import - && "{binary}" history import "{more}"; '
              f'status=$?; "{binary}" history list; exit $status')
    # Where no disk can be mounted, files that may not grow stand for it; SQLite has other words for that.
    apart = ["unshare", "--map-root-user", "--mount"]
    if subprocess.run([*apart, "true"], check=False, capture_output=True).returncode == 0:
        command, words = [*apart, "sh", "-c", f'mount -t tmpfs -o size=300k none "{data}" && {script}'], "disk is full"
    else:
        command, words = ["sh", "-c", f"trap '' XFSZ; ulimit -f 600; {script}"], "can't be used"
    done = subprocess.run(command, env=engine_env, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and words in done.stderr
    assert "Where is the station?" in done.stdout and "Good evening." in done.stdout


def test_a_damaged_history_is_set_aside_and_a_new_one_is_begun(history, database: Path) -> None:
    history("import", "-", stdin=TWO)
    database.write_bytes(b"this was a database once" * 100)
    done = history("list")
    assert done.stdout == "" and "set aside as" in done.stderr
    (aside,) = database.parent.glob("history.sqlite.damaged-*")
    assert aside.read_bytes().startswith(b"this was a database once")
    history("import", "-", stdin=TWO)
    assert len(history("list").stdout.splitlines()) == 2


def test_a_newer_history_is_refused_and_left_alone(history, database: Path) -> None:
    history("import", "-", stdin=TWO)
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = database.read_bytes()
    done = history("list", check=1)
    assert "newer version" in done.stderr and "nothing is changed" in done.stderr and done.stdout == ""
    assert database.read_bytes() == before


def test_only_the_owner_may_read_it(history, database: Path) -> None:
    history("import", "-", stdin=TWO)
    assert database.parent.stat().st_mode & 0o777 == 0o700
    for path in database.parent.glob("history.sqlite*"):
        assert path.stat().st_mode & 0o777 == 0o600
