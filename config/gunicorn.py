"""How the server runs: threads, because requests wait for the database more than for the solver."""

from __future__ import annotations

threads = 4
timeout = 30
preload_app = True
accesslog = None
errorlog = "-"
