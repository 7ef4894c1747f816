"""Connections to the cache that give up for a while when it hangs.

Without the cache the database answers, so a cache that hangs must not cost each request its whole
patience. One that is dead refuses at once and costs nothing.
"""

from __future__ import annotations

import time
from typing import Any

from redis.connection import Connection, SSLConnection
from redis.exceptions import ConnectionError, TimeoutError

PATIENCE = 0.3
"""Seconds that we wait for the cache. In one network, an answer takes a thousandth of that."""
PAUSE = 10.0
"""Seconds without asking a cache that has hung: one request in ten seconds waits for it."""


class Breaker:
    """When the cache of this process may be asked again."""

    def __init__(self) -> None:
        self.closed_until = 0.0

    def check(self) -> None:
        """Raise an error while the cache is not asked."""
        if time.monotonic() < self.closed_until:
            raise ConnectionError("The cache hung a moment ago.")

    def trip(self) -> None:
        self.closed_until = time.monotonic() + PAUSE


BREAKER = Breaker()


class Guarded:
    """A connection that asks the breaker before it connects, sends or reads."""

    def connect(self) -> None:
        BREAKER.check()
        self._guard("connect")

    def send_packed_command(self, *arguments: Any, **more: Any) -> Any:
        BREAKER.check()
        return self._guard("send_packed_command", *arguments, **more)

    def read_response(self, *arguments: Any, **more: Any) -> Any:
        return self._guard("read_response", *arguments, **more)

    def _guard(self, name: str, *arguments: Any, **more: Any) -> Any:
        try:
            return getattr(super(), name)(*arguments, **more)
        except TimeoutError:
            BREAKER.trip()
            raise


class GuardedConnection(Guarded, Connection):
    """Over plain TCP."""


class GuardedSSLConnection(Guarded, SSLConnection):
    """Over TLS, for an address that begins with rediss."""


def connection_class(url: str) -> type[Connection]:
    """The class of connections to this address."""
    return GuardedSSLConnection if url.startswith("rediss:") else GuardedConnection
