"""The OpenAPI document, and schemathesis as the judge of whether the engine keeps to it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from launch import Launched
from voice_translator_engine.app import ROUTES
from voice_translator_engine.openapi import document

CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def test_every_route_is_described() -> None:
    described = {
        path: {method.upper() for method in operations} for path, operations in document()["paths"].items()
    }
    assert described.pop("/v1/models/{model}") == {"GET"}
    assert described == {path: set(methods) for path, (methods, _) in ROUTES.items()}


def test_the_engine_keeps_to_its_description(tmp_path: Path) -> None:
    with Launched() as engine:
        engine.wait_ready()
        done = subprocess.run(
            [
                str(Path(sys.executable).parent / "st"),
                "run",
                f"http://127.0.0.1:{engine.port}/openapi.json",
                "--max-examples",
                "10",
                "--phases",
                "coverage,fuzzing",
                "--checks",
                CHECKS,
                "--generation-deterministic",
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout
        assert engine.ask("GET", "/healthz")[2]["status"] == "ready"
