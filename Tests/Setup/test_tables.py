"""scripts/tables.py: the figures on the pages are those that were measured."""

from __future__ import annotations

import json
from pathlib import Path

import tables

RESULT = {"name": "stages", "date": "2026-01-31", "columns": ["stage", "ms"], "rows": [["recognise", 255]],
          "machine": {"processor": "A processor", "cores": 2, "memory_gb": 7.8, "system": "Debian", "kernel": "6.1"}}
PAGE = "Before.\n\n<!-- bench stages -->\nold\n<!-- end bench -->\n\nAfter.\n"


def project(folder: Path) -> Path:
    """A project with one page and one result; gives the page."""
    (folder / "Benchmarks/results").mkdir(parents=True)
    (folder / "Benchmarks/results/stages.json").write_text(json.dumps(RESULT))
    (folder / "README.md").write_text(PAGE)
    return folder / "README.md"


def test_the_pages_of_this_project_show_the_results_as_measured() -> None:
    assert tables.main(check=True) == 0


def test_a_table_replaces_what_stood_between_the_markers(tmp_path: Path) -> None:
    page = project(tmp_path)
    assert tables.main(check=False, root=tmp_path) == 0
    text = page.read_text()
    assert "| recognise | 255 |" in text and "A processor, 2 cores" in text and "old" not in text
    assert text.startswith("Before.\n") and text.endswith("\nAfter.\n")


def test_a_page_that_differs_from_the_results_is_found_and_left_alone(tmp_path: Path) -> None:
    page = project(tmp_path)
    assert tables.main(check=True, root=tmp_path) == 1
    assert page.read_text() == PAGE
    tables.main(check=False, root=tmp_path)
    assert tables.main(check=True, root=tmp_path) == 0


def test_a_table_of_a_result_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    page = project(tmp_path)
    (tmp_path / "Benchmarks/results/stages.json").unlink()
    assert tables.main(check=True, root=tmp_path) == 1
    assert page.read_text() == PAGE
