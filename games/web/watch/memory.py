"""The memory of this process, and whether a new one should take its place.

Everything that a process remembers has a bound, but memory that was used for many small things is
never given back as a whole. So a worker that has grown large finishes what it does, and a new one
begins (``config/gunicorn.py``). The same happens after one request has found no memory left.
"""

from __future__ import annotations

import os
from pathlib import Path

LARGE = 350
"""Megabytes at which a worker makes room for a new one. It begins with 90, ordinary use adds 50,
what it remembers of games and parts of pages 100 at most, four requests at once some 20 each."""

_STATM = Path("/proc/self/statm")
_has_failed = False


def resident() -> int:
    """The megabytes that this process holds in memory; 0 on a system that does not tell."""
    try:
        pages = int(_STATM.read_bytes().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20


def is_used_up() -> bool:
    """Whether a new process should take the place of this one."""
    return _has_failed or resident() >= LARGE


def note(error: BaseException | None) -> None:
    """Remember that a request failed for want of memory, if that is the *error*."""
    global _has_failed  # noqa: PLW0603
    _has_failed = _has_failed or isinstance(error, MemoryError)
