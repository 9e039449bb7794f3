#!/usr/bin/env python3
"""Compares the tests that were skipped with those that may be: `skips.py Tests/SKIPS.md RESULTS`.

RESULTS holds JUnit XML files. SKIPS.md holds table rows `| SYSTEM | TEST | REASON |`, where SYSTEM is a shell
pattern over `ID-VERSION-PROCESSOR`, such as `debian-12-x86_64`. Exit status 1 if the two sets differ.
"""

from __future__ import annotations

import platform
import sys
from fnmatch import fnmatchcase
from pathlib import Path
from xml.etree import ElementTree


def this_system() -> str:
    """The running system as `debian-12-x86_64`."""
    release = platform.freedesktop_os_release()
    return f"{release.get('ID', 'linux')}-{release.get('VERSION_ID', 'rolling')}-{platform.machine()}"


def listed(page: str, system: str) -> set[str]:
    """The tests that may be skipped on `system`, from the text of SKIPS.md."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in page.replace("`", "").splitlines() if line.startswith("|")]
    return {row[1] for row in rows[2:] if fnmatchcase(system, row[0])}


def skipped(results: Path) -> set[str]:
    """The tests that the JUnit XML files in `results` call skipped, each as `CLASS.NAME` without backticks."""
    names = set()
    for path in sorted(results.glob("*.xml")):
        for case in ElementTree.parse(path).iter("testcase"):
            if case.find("skipped") is not None:
                names.add(f"{case.get('classname')}.{case.get('name')}".replace("`", ""))
    return names


def main(page: Path, results: Path) -> int:
    """Prints the differences; gives the exit status."""
    system = this_system()
    expected, found = listed(page.read_text(), system), skipped(results)
    for name in sorted(found - expected):
        print(f"{name} was skipped, but {page} does not list it for {system}.")
    for name in sorted(expected - found):
        print(f"{name} is listed in {page} for {system}, but it ran.")
    print(f"Skipped tests on {system}: {len(found)}, {'as' if found == expected else 'NOT as'} listed")
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
