"""How the server runs: threads, because requests wait for the database more than for the solver."""

from __future__ import annotations

import gc
import os
import resource
from typing import Any

workers = int(os.environ.get("WORKERS") or 2)
threads = 4
timeout = 30
# A machine that is restarted lets running requests end, but not for longer than people wait.
graceful_timeout = 15
# Longer than proxies keep a connection (60 to 120 seconds), so that none is reused while it closes.
keepalive = 130
# A worker is replaced now and then, not all at once, whatever memory it may have gathered.
max_requests = 10_000
max_requests_jitter = 1_000
preload_app = True
accesslog = None
errorlog = "-"
if os.environ.get("LOG_FORMAT") == "json":  # what the server itself says, too
    logconfig_dict = {
        "formatters": {"json": {"()": "games.web.logs.JsonLines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {"gunicorn.error": {"handlers": ["console"], "propagate": False}},
    }
# Nobody steers the server from outside, and a user without a home has no place for the socket.
control_socket_disable = True
# Whom to believe about the client is decided in one place, by PROXIES in the settings.
forwarded_allow_ips = ""


def limit_memory() -> None:
    """Let what asks for more than MEMORY megabytes fail alone, not the whole machine."""
    most = int(os.environ.get("MEMORY") or 1024) * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def collect_less() -> None:
    """Look for garbage in cycles more rarely, and never in what stays as long as the process.

    A page of a large class makes some hundred thousand objects, and none of them in a cycle: a
    third of its time went into looking.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def when_ready(server: Any) -> None:
    """Before the workers part, so that they share what is frozen."""
    collect_less()


def post_fork(server: Any, worker: Any) -> None:
    """Every worker has its own bound."""
    limit_memory()
