"""Limits on computing time, enforced from outside so that no computation can forget them.

Budgets stop computations that check them; this module stops the others. At most :data:`THINKERS`
requests of a process compute at once, and only one of an account or address that has computed much
lately. A watching thread stops a request whose processor time is used up while the solver computes
(``docs/decisions/0009-a-second-fence.md``).
"""

from __future__ import annotations

import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from ctypes import c_ulong, py_object, pythonapi
from threading import Condition, Event, Lock, Thread, get_ident
from types import FrameType
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve

from games.web.errors import ShareIsUsedError, ThinkingTooLongError, TooManyThinkersError
from games.web.limits import client_address

THINKERS = 3
"""How many threads of a process may compute at once; the fourth serves quick requests."""
PATIENCE = 0.5
"""Seconds that a request waits for a seat. At most one request of a process waits, so that all the
others are answered at once. Nearly every page thinks for less than half a second."""
PATIENCE_WITH_FORMS = 3.0
"""The same for a form: a person has to send it again after a refusal, and may not notice. Three
pages of the dearest kind end in that time."""

QUICK = 0.1
"""Seconds of processor time of each request that count for nobody. Nearly every page is quicker, so
a school that shares one address never notices the next two limits."""
ORDINARY = 0.03
"""The same for an account or address that has computed :data:`MUCH`: nearly every page thinks for
20 ms. With the tenth, whoever asks for nothing but quick quotients would compute all the time."""
MUCH = 1.0
"""Seconds beyond that which one account or address may compute before it has only one seat in each
process, and only its forms wait for another: three pages of the dearest kind."""
SHARE = 10.0
"""The same before only what is quick is computed for it: a sixth of a processor, since so much is
forgotten in a minute. A person who opens the dearest pages one after the other needs less."""
ALL = 15.0
"""The same before nothing is computed for it. Beyond SHARE, what is quick counts as well, so that
one thread does not compute all the time: each step of a quick page would wait for it."""
MINUTE = 60.0
MOST_COUNTED = 1_000
"""The most accounts and addresses that are counted, which takes 0.3 MB. Each has computed for more
than :data:`QUICK`, so a process meets no more of them in a minute and a half."""

LIMIT = 5.0
"""Seconds of processor time after which a computation is stopped. A budget allows a tenth."""
ADMIN_LIMIT = 60.0
"""The same in the admin, where a whole file of steps is checked at once. It counts for nobody."""
TICK = 0.1
"""Seconds between two checks of the computing threads."""
NEVER_STOPPED = {"solver.pool"}
"""Modules of the solver in which nothing is stopped: the sum of what is kept must stay right."""
AGAIN = 0.5
"""Seconds until a computation that did not stop is stopped again."""

Handler = Callable[[HttpRequest], HttpResponseBase]
Frames = dict[int, FrameType]


class Spell:
    """The work of one request on its thread, stopped with *error* when *clock* reaches *ends*.
    *who* has a seat for it; empty if nobody has."""

    __slots__ = ("begun", "clock", "ends", "error", "request", "who")

    def __init__(self, request: HttpRequest, limit: float) -> None:
        # If a thread's own clock cannot be read from outside, use the system's clock.
        own = getattr(time, "pthread_getcpuclockid", None)
        self.clock = own(get_ident()) if own else time.CLOCK_MONOTONIC
        self.begun = time.clock_gettime(self.clock)
        self.ends = self.begun + limit
        self.error: type[Exception] = ThinkingTooLongError
        self.request = request
        self.who = ""

    @property
    def used(self) -> float:
        """Seconds of processor time so far; 0 if the thread has ended."""
        try:
            return time.clock_gettime(self.clock) - self.begun
        except OSError:
            return 0.0


class Fence:
    """Middleware that limits the computing time of every view."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            spell = _spells.pop(get_ident(), None)
            if spell is not None and spell.who:
                _seats.give_back(spell.who)
                if not is_in_admin(request):
                    _shares.count(spell.who, spell.used - free(spell))

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        """Start the clock just before the view. Any error after this point gets an error page."""
        limit = ADMIN_LIMIT if is_in_admin(request) else LIMIT
        _spells[get_ident()] = Spell(request, limit)
        _watcher.look_on()


def free(spell: Spell) -> float:
    """Seconds of a spell that do not count."""
    if spell.error is not ThinkingTooLongError:  # beyond its share
        return 0.0
    return QUICK if _shares.counted(spell.who) < MUCH else ORDINARY


def is_in_admin(request: HttpRequest) -> bool:
    match = request.resolver_match
    return match is not None and match.app_name == "admin"


def take_a_seat() -> None:
    """Take a seat, the right to compute, and hold it until the request is answered.

    Raises :class:`TooManyThinkersError` if there is none. A request inside a transaction needs
    none, since a thread with a seat may be waiting for the database. Somebody who has used up
    their share may still compute what is quick.
    """
    spell = _spells.get(get_ident())
    if spell is None or spell.who or connection.in_atomic_block:
        return
    who = name_of(spell.request)
    counted = 0.0 if is_in_admin(spell.request) else _shares.counted(who)
    patience, only_one = terms(who, counted, is_form=spell.request.method == "POST")
    if counted >= ALL or not _seats.take(who, patience, only_one=only_one):
        if spell.request.resolver_match is not None:
            _refused.add(spell.request.resolver_match.route)
        raise TooManyThinkersError if counted < SHARE else ShareIsUsedError
    spell.who = who
    if counted >= SHARE:
        spell.error, spell.ends = ShareIsUsedError, time.clock_gettime(spell.clock) + QUICK


def refuse_early(request: HttpRequest) -> None:
    """Refuse a stranger who asks for a page that thinks and is sure to get no seat. If sixty such
    requests come at once, the others at the site must not wait while each is turned into a page.

    Raises :class:`TooManyThinkersError` as :func:`take_a_seat` does.
    """
    if not _refused or may_be_known(request):
        return
    who = address_of(request)
    counted = _shares.counted(who)
    if counted < ALL and not (counted >= MUCH and _seats.has(who)):
        return
    try:
        thinks = resolve(request.path_info).route in _refused
    except Resolver404:
        return
    if thinks:
        raise TooManyThinkersError if counted < SHARE else ShareIsUsedError


def terms(who: str, counted: float, *, is_form: bool) -> tuple[float, bool]:
    """How long a request of *who* waits for a seat, and whether it may have only one.

    A form is not refused because another request of the same person computes now: their answer
    would be lost. What it computes is counted, so many dear forms soon have one seat as well.
    """
    has_much, is_busy = counted >= MUCH, computes_now(who)
    if is_form:
        return PATIENCE if has_much or is_busy else PATIENCE_WITH_FORMS, has_much
    return 0.0 if has_much or is_busy else PATIENCE, has_much or is_busy


def computes_now(who: str) -> bool:
    """Whether a request of *who* computes at this moment and is not quick any more. Nothing of it
    has been counted yet, and thirty more may have come."""
    return any(spell.who == who and spell.used > QUICK for spell in _spells.copy().values())


def name_of(request: HttpRequest) -> str:
    """Whose share a request uses: the account's, and without one, that of the address."""
    if may_be_known(request) and request.user.is_authenticated:
        return f"account {request.user.pk}"
    return address_of(request)


def may_be_known(request: HttpRequest) -> bool:
    """Whether the request has a session or, from a program, a token."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers


def address_of(request: HttpRequest) -> str:
    return f"address {client_address(request)}"


# --- seats and shares ----------------------------------------------------------------------------


class Seats:
    """The seats of a process, and who has them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._taken: Counter[str] = Counter()
        self._changed = Condition()
        self._is_awaited = False

    def take(self, who: str, patience: float = 0.0, *, only_one: bool = False) -> bool:
        """Give *who* a seat, perhaps *only_one*, and return whether they have it. If there is none,
        wait for as long as *patience* says, unless somebody waits already."""

        def is_free() -> bool:
            is_allowed = not (only_one and self._taken[who])
            return is_allowed and self._taken.total() < self.number

        with self._changed:
            if not is_free():
                if self._is_awaited or not patience:
                    return False
                self._is_awaited = True
                try:
                    if not self._changed.wait_for(is_free, patience):
                        return False
                finally:
                    self._is_awaited = False
            self._taken[who] += 1
            return True

    def has(self, who: str) -> bool:
        return self._taken[who] > 0

    def give_back(self, who: str) -> None:
        with self._changed:
            self._taken[who] -= 1
            self._taken += Counter()  # only those who still have one
            self._changed.notify_all()


class UsedShares:
    """The seconds that accounts and addresses have computed lately. What was counted fades: SHARE
    seconds are forgotten in a minute."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        """For each of them, when all will be forgotten."""
        self._lock = Lock()

    def count(self, who: str, seconds: float) -> None:
        if seconds <= 0:
            return
        now = time.monotonic()
        with self._lock:
            if who not in self._until and len(self._until) >= MOST_COUNTED:
                latest = sorted(self._until.items(), key=lambda item: item[1])[MOST_COUNTED // 2 :]
                self._until = dict(latest)
            until = max(now, self._until.get(who, 0)) + seconds * MINUTE / SHARE
            self._until[who] = min(until, now + 2 * MINUTE)

    def counted(self, who: str) -> float:
        """The seconds that are not forgotten yet."""
        left = self._until.get(who, 0.0) - time.monotonic()
        return max(0.0, left) * SHARE / MINUTE


_seats = Seats(THINKERS)
_shares = UsedShares()
_spells: dict[int, Spell] = {}
_refused: set[str] = set()
"""The routes of pages that somebody got no seat for; the site has few routes."""


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
    endable = (
        frozenset(name for name in list(sys.modules) if name.startswith("solver.")) - NEVER_STOPPED
    )
    ending = map(
        pythonapi.PyThreadState_SetAsyncExc,
        (c_ulong(thread),),
        (py_object(spell.error),),
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
