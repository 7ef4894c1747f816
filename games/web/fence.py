"""The fence around thinking that no computation can forget: its end comes from outside.

A budget ends what asks it. This ends what does not. At most :data:`THINKERS` requests of a process
think at once, and a request that has used up its processor time while the solver computes is ended
there by a watching thread (``docs/decisions/0009-a-second-fence.md``).
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
"""How many of a process's threads may think at once; the others serve what needs no thinking."""
PATIENCE = 2.0
"""For how many seconds a request waits until one of them has finished."""

LIMIT = 5.0
"""After how many seconds of its thread's processor thinking is ended. A budget allows a tenth."""
ADMIN_LIMIT = 60.0
"""The same in the admin, where a whole file of steps is checked at once."""
TICK = 0.1
"""How many seconds pass between two looks at those who think."""
AGAIN = 0.5
"""After how many seconds it is ended once more, where the first time was not heard."""

Handler = Callable[[HttpRequest], HttpResponseBase]
Frames = dict[int, FrameType]

_seats = BoundedSemaphore(THINKERS)
_spells: dict[int, Spell] = {}


class Spell:
    """The work of one request on its thread, to be ended at *ends* of the thread's *clock*."""

    __slots__ = ("clock", "ends", "has_seat")

    def __init__(self, limit: float) -> None:
        # Where a thread's own clock cannot be read from outside, that of everybody has to do.
        own = getattr(time, "pthread_getcpuclockid", None)
        self.clock = own(get_ident()) if own else time.CLOCK_MONOTONIC
        self.ends = time.clock_gettime(self.clock) + limit
        self.has_seat = False


class Fence:
    """Let no view think for ever."""

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
        """The view begins. What goes wrong from here on is answered by a page."""
        match = request.resolver_match
        in_admin = match is not None and match.app_name == "admin"
        _spells[get_ident()] = Spell(ADMIN_LIMIT if in_admin else LIMIT)
        _watcher.look_on()


def take_a_seat() -> None:
    """Wait for one of the seats of those who think, and hold it until the request is answered.

    Raises :class:`TooManyThinkersError` where none gets free. A request that holds the database
    waits for nobody, since somebody on a seat may be waiting for the database.
    """
    spell = _spells.get(get_ident())
    if spell is None or spell.has_seat or connection.in_atomic_block:
        return
    if not _seats.acquire(timeout=PATIENCE):
        raise TooManyThinkersError
    spell.has_seat = True


# --- watching ------------------------------------------------------------------------------------


class Watcher:
    """A thread that looks after the others as long as one of them works."""

    def __init__(self) -> None:
        self.thread: Thread | None = None
        self._is_needed = Event()
        self._starting = Lock()

    def look_on(self) -> None:
        """See to it that somebody watches. A forked process has no such thread any more."""
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
            for thread, spell in list(_spells.items()):
                end_if_late(thread, spell)
            self._is_needed.clear()
            if _spells:
                self._is_needed.set()


_watcher = Watcher()


def end_if_late(thread: int, spell: Spell) -> None:
    """End the thinking of *thread* if its *spell* is over and the solver computes in it."""
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

    From the look on this function calls nothing, so that the interpreter passes to no other
    thread: where the thread is seen, there it stands until the error is set, and there it is
    raised. A loop over an iterator and the unpacking of another are no calls.
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
