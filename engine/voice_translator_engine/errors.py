"""What can go wrong in a request, in the caller's terms."""

from __future__ import annotations


class EngineError(Exception):
    """A request that can't be answered.

    `status` is the HTTP status, `code` a stable word for programs, `stage` recognise, translate or speak
    where one applies, `retry_after_s` set where trying again makes sense, `allow` the method that a route
    takes.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int = 400,
        code: str = "invalid_request",
        stage: str | None = None,
        param: str | None = None,
        retry_after_s: float | None = None,
        allow: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message, self.status, self.code, self.stage = message, status, code, stage
        self.param, self.retry_after_s, self.allow = param, retry_after_s, allow

    def openai_body(self) -> dict:
        """The body of OpenAI's error responses."""
        kind = "invalid_request_error" if self.status < 500 else "server_error"
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}


def model_missing(stage: str, what: str, remedy: str) -> EngineError:
    """A stage without its model."""
    return EngineError(f"{what} isn't installed. {remedy}", status=503, code="model_missing", stage=stage)


def unsupported_language(stage: str, message: str) -> EngineError:
    """A language or pair that a stage can't do."""
    return EngineError(message, code="unsupported_language", stage=stage)
