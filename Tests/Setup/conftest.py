"""What the tests of the set-up share."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_debian import FakeDebian


@pytest.fixture
def debian(tmp_path: Path) -> FakeDebian:
    """A fake Debian, as root, where the packages `alpha`, `beta` and `gamma` can be installed."""
    machine = FakeDebian(tmp_path)
    machine.write("known", "alpha", "beta", "gamma")
    return machine
