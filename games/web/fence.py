"""Limits on computing time, enforced from outside so that no computation can forget them.

Budgets stop computations that check them; this module stops the others. At most :data:`THINKERS`
requests of a process compute at once, and a watching thread stops a request whose processor time is
used up while the solver computes (``docs/decisions/0009-a-second-fence.md``).
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from ctypes import c_ulong, py_object, pythonapi
from threading import BoundedSemaphore, Event, Lock, Thread, get_ident
from types import FrameType
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponseBase

from games.web.refusals import ThinkingTooLongError, TooManyThinkersError

THINKERS = 3
"""How many threads of a process may compute at once; the others serve quick requests."""
PATIENCE = 2.0
"""Seconds that a request waits for one of them to finish."""

LIMIT = 5.0
"""Seconds of processor time after which a computation is stopped. A budget allows a tenth."""
ADMIN_LIMIT = 60.0
"""The same in the admin, where a whole file of steps is checked at once."""
TICK = 0.1
"""Seconds between two checks of the computing threads."""
AGAIN = 0.5
"""Seconds until a computation that did not stop is stopped again."""

Handler = Callable[[HttpRequest], HttpResponseBase]
Frames = dict[int, FrameType]

_seats = BoundedSemaphore(THINKERS)
_spells: dict[int, Spell] = {}


class Spell:
    """The work of one request on its thread; it is stopped when *clock* reaches *ends*."""

    __slots__ = ("clock", "ends", "has_seat")

    def __init__(self, limit: float) -> None:
        # If a thread's own clock cannot be read from outside, use the system's clock.
        own = getattr(time, "pthread_getcpuclockid", None)
        self.clock = own(get_ident()) if own else time.CLOCK_MONOTONIC
        self.ends = time.clock_gettime(self.clock) + limit
        self.has_seat = False


class Fence:
    """Middleware that limits the computing time of every view."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            spell = _spells.pop(get_ident(), None)
            if spell is not None and spell.has_seat:
                _seats.release()

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Start the clock just before the view. Any error after this point gets an error page."""
        match = request.resolver_match
        in_admin = match is not None and match.app_name == "admin"
        _spells[get_ident()] = Spell(ADMIN_LIMIT if in_admin else LIMIT)
        _watcher.look_on()


def take_a_seat() -> None:
    """Wait for a seat, the right to compute, and hold it until the request is answered.

    Raises :class:`TooManyThinkersError` if no seat becomes free. A request inside a transaction
    does not wait, since a thread with a seat may be waiting for the database.
    """
    spell = _spells.get(get_ident())
    if spell is None or spell.has_seat or connection.in_atomic_block:
        return
    if not _seats.acquire(timeout=PATIENCE):
        raise TooManyThinkersError
    spell.has_seat = True


# --- watching ------------------------------------------------------------------------------------


class Watcher:
    """A thread that watches the other threads while any of them works."""

    def __init__(self) -> None:
        self.thread: Thread | None = None
        self._is_needed = Event()
        self._starting = Lock()

    def look_on(self) -> None:
        """Make sure that the thread runs: a forked process does not inherit it."""
        if self.thread is None or not self.thread.is_alive():
            with self._starting:
                if self.thread is None or not self.thread.is_alive():
                    self.thread = Thread(target=self._watch, name="fence", daemon=True)
                    self.thread.start()
        if not self._is_needed.is_set():
            self._is_needed.set()

    def _watch(self) -> None:
        while True:
            self._is_needed.wait()
            time.sleep(TICK)
            # copy() is one step; list(items()) makes new tuples, and another thread may run then.
            for thread, spell in _spells.copy().items():
                end_if_late(thread, spell)
            self._is_needed.clear()
            if _spells:
                self._is_needed.set()


_watcher = Watcher()


def end_if_late(thread: int, spell: Spell) -> None:
    """Stop the computation of *thread* if its *spell* is over and it is inside the solver."""
    try:
        now = time.clock_gettime(spell.clock)
    except OSError:  # the thread has ended
        return
    if now < spell.ends:
        return
    endable = frozenset(name for name in list(sys.modules) if name.startswith("solver."))
    ending = map(
        pythonapi.PyThreadState_SetAsyncExc,
        (c_ulong(thread),),
        (py_object(ThinkingTooLongError),),
    )
    collects = gc.isenabled()
    gc.disable()
    try:
        if _end(thread, spell, iter(sys._current_frames, None), endable, ending):
            spell.ends = now + AGAIN
    finally:
        if collects:
            gc.enable()


def _end(
    thread: int,
    spell: Spell,
    looks: Iterator[Frames],
    endable: Iterable[str],
    ending: Iterable[int],
) -> bool:
    """Raise in *thread* if it works on *spell* and is in one of the *endable* modules.

    After it has looked, this function calls nothing, so the interpreter cannot switch to another
    thread: the thread stays in the frame that we saw until the error is set, and the error is
    raised there. Looping over an iterator and unpacking another are not calls.
    """
    for frames in looks:
        if (
            thread in frames
            and thread in _spells
            and _spells[thread] is spell
            and frames[thread].f_globals["__name__"] in endable
        ):
            return [*ending] == [1]
        return False
    return False
