"""A cache that hangs: one request waits for it, and the others go to the database."""

import socket

import pytest
from django_redis.cache import RedisCache
from redis.backoff import NoBackoff
from redis.retry import Retry

from games.web import breaker
from games.web.breaker import BREAKER, GuardedSSLConnection, connection_class


@pytest.fixture
def hung():
    """A server that takes every connection and answers nothing; and its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(1)
        yield server, f"redis://127.0.0.1:{server.getsockname()[1]}/0"
    BREAKER.closed_until = 0.0


@pytest.fixture
def now(monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(breaker.time, "monotonic", lambda: clock[0])
    return clock


def cache_at(address):
    return RedisCache(
        address,
        {
            "OPTIONS": {
                "IGNORE_EXCEPTIONS": True,
                "SOCKET_CONNECT_TIMEOUT": 0.2,
                "SOCKET_TIMEOUT": 0.2,
                "CONNECTION_POOL_KWARGS": {
                    "connection_class": connection_class(address),
                    "retry": Retry(NoBackoff(), 0),
                },
            }
        },
    )


def knocks(server):
    """How many connections wait at the server."""
    number = 0
    try:
        while True:
            server.accept()[0].close()
            number += 1
    except TimeoutError:
        return number


def test_a_cache_that_hangs_is_asked_once_and_again_after_a_pause(hung, now):
    server, address = hung
    cache = cache_at(address)
    for _ in range(20):
        assert cache.get("session", "from the database") == "from the database"
    assert knocks(server) == 1
    now[0] += breaker.PAUSE - 0.1
    cache.get("session")
    assert knocks(server) == 0
    now[0] += 0.2
    cache.get("session")
    assert knocks(server) == 1


def test_a_cache_that_is_dead_refuses_at_once_and_is_back_at_once(hung, now):
    server, address = hung
    server.close()
    assert cache_at(address).get("session", "else") == "else"
    BREAKER.check()  # it may be asked at once


def test_addresses_with_tls_are_guarded_too():
    assert connection_class("rediss://cache:6379/0") is GuardedSSLConnection
