"""The settings of the server: threads, since requests mostly wait for the database."""

from __future__ import annotations

import gc
import os
import resource
import signal
from fcntl import LOCK_EX, LOCK_NB, lockf
from tempfile import TemporaryFile
from typing import Any

workers = int(os.environ.get("WORKERS") or 2)
threads = 4
timeout = 30
# On a restart, running requests may finish, but not for longer than people wait.
graceful_timeout = 15
# Longer than proxies keep a connection (60 to 120 seconds), so that none is reused while it closes.
keepalive = 130
# Replace workers now and then, not all at once, to free memory that they have accumulated.
max_requests = 10_000
max_requests_jitter = 1_000
preload_app = True
accesslog: str | None = None
errorlog = "-"
if os.environ.get("LOG_FORMAT") == "json":  # gunicorn's own messages, too
    logconfig_dict = {
        "formatters": {"json": {"()": "games.web.watch.logs.JsonLines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {"gunicorn.error": {"handlers": ["console"], "propagate": False}},
    }
# Nobody controls the server from outside, and a user without a home has no place for the socket.
control_socket_disable = True
# Only PROXIES in the settings decides whose word about the client we trust.
forwarded_allow_ips = ""


_leaving = TemporaryFile()  # noqa: SIM115 - as long as the process
"""Locked by the worker that makes room for a new one, so that never two leave at once."""


def limit_memory() -> None:
    """Limit the process to MEMORY megabytes, so that a request that needs more fails alone."""
    most = int(os.environ.get("MEMORY") or 1024) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def collect_less() -> None:
    """Collect cyclic garbage less often, and never check objects that stay as long as the process.

    A page of a large class creates some hundred thousand objects, none of them in a cycle, and the
    collector took a third of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def when_ready(server: Any) -> None:
    """Freeze objects before the workers fork, so that they share them."""
    collect_less()


def post_fork(server: Any, worker: Any) -> None:
    """Set the memory limit of each worker."""
    limit_memory()


def post_request(worker: Any, req: Any, environ: Any, resp: Any) -> None:
    """Replace a worker whose memory is used up: it takes no more connections, answers those that it
    has, and ends, as after SIGTERM. Another one that is used up as well goes on until then."""
    from games.web.watch import watching  # noqa: PLC0415 - only after Django is set up

    if worker.alive and watching.is_used_up():
        try:
            lockf(_leaving, LOCK_EX | LOCK_NB)
        except OSError:
            return
        worker.log.warning("Worker %s holds %s MB: a new one begins.", worker, watching.resident())
        os.kill(os.getpid(), signal.SIGTERM)
