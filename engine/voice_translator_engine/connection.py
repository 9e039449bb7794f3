"""uvicorn's HTTP connection, except that an upload which nobody wants any more doesn't go on for ever."""

from __future__ import annotations

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

LINGER_S = 1.0
"""How long the rest of an answered request is read and dropped. Closing at once could take the answer from a
client that is still sending (RFC 9112, section 9.6)."""


class BoundedConnection(H11Protocol):
    """A connection that is closed when its request was answered long ago and still arrives."""

    def on_response_complete(self) -> None:
        """Called by uvicorn at the end of a response."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.loop.call_later(LINGER_S, self._close_if_sending, self.cycle)

    def _close_if_sending(self, answered: RequestResponseCycle) -> None:
        if self.cycle is answered and self.conn.their_state is h11.SEND_BODY:
            self.transport.close()
