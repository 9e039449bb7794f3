"""scripts/skips.py: skipped tests have to be those of SKIPS.md."""

from __future__ import annotations

from pathlib import Path

import pytest
import skips

PAGE = """| SYSTEM | TEST | REASON |
| --- | --- | --- |
| `ubuntu-*` | `test_sound.test_echo` | no such filter |
| `ubuntu-*` | ``AudioTests.`a tone is heard`()`` | no such device |
"""
RESULT = """<testsuites><testsuite><testcase classname="test_sound" name="test_echo"><skipped/></testcase>
<testcase classname="AudioTests" name="`a tone is heard`()"><skipped/></testcase></testsuite></testsuites>"""


@pytest.mark.parametrize("system, page, result, status", [
    ("ubuntu-24.04-x86_64", PAGE, RESULT, 0),
    ("debian-12-x86_64", PAGE, RESULT, 1),
    ("ubuntu-24.04-x86_64", PAGE, RESULT.replace("<skipped/>", ""), 1),
    ("debian-12-x86_64", PAGE, RESULT.replace("<skipped/>", ""), 0),
])
def test_the_skipped_tests_must_be_the_listed_ones(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, page: str, result: str, status: int) -> None:
    (tmp_path / "SKIPS.md").write_text(page)
    (tmp_path / "swift.xml").write_text(result)
    monkeypatch.setattr(skips, "this_system", lambda: system)
    assert skips.main(tmp_path / "SKIPS.md", tmp_path) == status


def test_nothing_may_be_skipped_on_debian_12() -> None:
    page = Path(__file__).resolve().parent.parent / "SKIPS.md"
    assert skips.listed(page.read_text(), "debian-12-x86_64") == set()
