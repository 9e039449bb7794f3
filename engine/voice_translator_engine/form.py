"""Form bodies, kept in memory: nothing from a request is written to disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from .errors import EngineError


@dataclass
class Form:
    """Text fields (each with all its values) and files by field name."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """A field's last value."""
        return self.fields.get(name, [default])[-1]


def parse(content_type: str, body: bytes | bytearray) -> Form:
    """Reads `multipart/form-data` or a URL-encoded form. Raises `EngineError`."""
    media_type, options = parse_options_header(content_type)
    if media_type == b"application/x-www-form-urlencoded":
        return Form(parse_qs(body.decode(errors="replace"), keep_blank_values=True))
    if media_type != b"multipart/form-data" or b"boundary" not in options:
        raise EngineError("The body must be multipart/form-data.", status=415, code="unsupported_media_type")
    form = Form()
    header, headers, content = [bytearray(), bytearray()], {}, bytearray()

    def header_end() -> None:
        headers[bytes(header[0]).lower()] = bytes(header[1])
        header[0], header[1] = bytearray(), bytearray()

    def part_end() -> None:
        _, disposition = parse_options_header(headers.get(b"content-disposition", b""))
        name = disposition.get(b"name", b"").decode(errors="replace")
        if b"filename" in disposition:
            form.files[name] = bytes(content)
        else:
            form.fields.setdefault(name, []).append(content.decode(errors="replace"))
        headers.clear()
        content.clear()

    def part_data(data: bytes, start: int, end: int) -> None:
        content.extend(data[start:end])

    parser = MultipartParser(
        options[b"boundary"],
        {
            "on_header_field": lambda data, start, end: header[0].extend(data[start:end]),
            "on_header_value": lambda data, start, end: header[1].extend(data[start:end]),
            "on_header_end": header_end,
            "on_part_data": part_data,
            "on_part_end": part_end,
        },
    )
    try:
        parser.write(body)
        parser.finalize()
    except FormParserError as error:
        raise EngineError(f"The form can't be read: {error}.") from error
    return form
