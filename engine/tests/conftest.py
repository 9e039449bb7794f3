"""Running engines for the tests, and speech to send to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import openai
import pytest
from launch import Launched

SPEECH = Path(__file__).resolve().parents[2] / "Tests/Speech"


@pytest.fixture(scope="session")
def launched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Launched]:
    """An engine on a Unix socket, with the models of `VOICE_TRANSLATOR_MODELS`, by default the user's."""
    with Launched(socket_path=tmp_path_factory.mktemp("engine", numbered=True) / "engine.sock") as engine:
        yield engine


@pytest.fixture(scope="session")
def engine(launched: Launched) -> Path:
    """That engine's socket."""
    return launched.path


@pytest.fixture(scope="session")
def client(engine: Path) -> openai.OpenAI:
    """The official client, at that engine."""
    return openai.OpenAI(
        api_key="none",
        base_url="http://localhost/v1",
        max_retries=0,
        http_client=httpx.Client(transport=httpx.HTTPTransport(uds=str(engine)), timeout=60),
    )


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Launched]:
    """An engine on loopback TCP without any models."""
    with Launched(models=str(tmp_path)) as engine:
        yield engine
