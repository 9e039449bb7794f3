"""The schemas of what the program prints as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

SCHEMAS = json.loads((Path(__file__).resolve().parent.parent.parent / "schemas/output.schema.json").read_text())


def checked(text: str, name: str):
    """The JSON value of `text`, which must be as the definition `name` says."""
    value = json.loads(text)
    jsonschema.validate(value, SCHEMAS | {"$ref": f"#/$defs/{name}"})
    return value
