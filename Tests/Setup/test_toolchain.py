"""scripts/toolchain.sh: which Swift it takes, and what it says where there is none."""

from __future__ import annotations

import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts/toolchain.sh"


def fake_swift(path: Path, version: str) -> Path:
    """A program that answers --version as the toolchain does."""
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho 'Swift version {version} (swift-{version}-RELEASE)'\n")
    path.chmod(0o755)
    return path


def find(path: str, places: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Runs the script where only `path` and `places` can hold a Swift."""
    environment = {"PATH": f"{path}:/usr/bin:/bin", "SWIFT_PLACES": places}
    return subprocess.run(["/bin/sh", str(SCRIPT), *options], env=environment, capture_output=True, text=True,
                          timeout=30)


def test_the_swift_on_path_is_taken_if_it_is_new_enough(tmp_path: Path) -> None:
    swift = fake_swift(tmp_path / "on-path/swift", "6.3.1")
    assert find(str(swift.parent), "").stdout.strip() == str(swift)


def test_an_old_swift_on_path_does_not_hide_a_new_one_elsewhere(tmp_path: Path) -> None:
    old = fake_swift(tmp_path / "on-path/swift", "5.10")
    new = fake_swift(tmp_path / "usual/swift", "6.2")
    assert find(str(old.parent), str(new)).stdout.strip() == str(new)


def test_a_major_version_above_counts_as_newer(tmp_path: Path) -> None:
    assert find(str(fake_swift(tmp_path / "next/swift", "7.0").parent), "").returncode == 0


def test_without_one_it_says_how_to_get_it(tmp_path: Path) -> None:
    old = fake_swift(tmp_path / "on-path/swift", "6.1.2")
    run = find(str(old.parent), "")
    assert run.returncode == 1 and run.stdout == ""
    assert f"{old} is version 6.1" in run.stderr and "6.2 or newer" in run.stderr and "swiftly" in run.stderr


def test_one_whose_libraries_are_not_installed_yet_is_present_and_its_reason_is_said(tmp_path: Path) -> None:
    swift = fake_swift(tmp_path / "on-path/swift", "6.2")
    swift.write_text("#!/bin/sh\necho 'libncurses.so.6: cannot open shared object file' >&2\nexit 127\n")
    assert find(str(swift.parent), "", "--present").stdout.strip() == str(swift)
    run = find(str(swift.parent), "")
    assert run.returncode == 1
    assert f"{swift} does not run: libncurses.so.6: cannot open shared object file" in run.stderr


def test_an_old_one_is_not_present(tmp_path: Path) -> None:
    assert find(str(fake_swift(tmp_path / "on-path/swift", "5.10").parent), "", "--present").returncode == 1
