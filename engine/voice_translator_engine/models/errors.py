"""What can go wrong with a model, in the user's terms."""

from __future__ import annotations


class ModelError(Exception):
    """A model that can't be had or isn't right. `code` is a stable word for programs; the message is one
    sentence that says what and where, `remedy` one that says what to do."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(f"{message} {remedy}")
        self.code, self.message, self.remedy = code, message, remedy
