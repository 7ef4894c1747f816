"""What a process remembers of games that anybody may name: never more than so many bytes in all.

Everybody shares one pool. When it is full, what was unused for longest goes first, so its room is
with what people ask for at the moment. Tables that grow are weighed again after they were used.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import partial, update_wrapper
from sys import getsizeof
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any, Generic, ParamSpec, TypeVar

ROOM = 80_000_000
"""Bytes of the shared pool. The whole course, its puzzles and a day of classes fill about 20 MB; a
worker begins with 90 MB and makes room for another at 350 MB (``games/web/watch/watching.py``)."""
LOOKED_AT = 12
"""How many members of a large collection are weighed; the others count as much."""
ENTRY = 400
"""Bytes that an entry takes beside its key and its value: its places in the tables."""
SMALL = 257
"""Whole numbers below this one are shared by everything in a process."""

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")
Key = tuple[str | int | bytes | None, ...]

_SHARED = (type, FunctionType, ModuleType, Enum)
"""What stays anyway."""


def weight(value: object) -> int:
    """About how many bytes *value* takes with everything in it.

    >>> weight(["x" * 1000, "y" * 1000]) > 2 * weight("z" * 900)
    True
    """
    total, seen = 0.0, set[int]()
    waiting = [(value, 1.0)]
    while waiting:
        part, times = waiting.pop()
        if id(part) in seen or isinstance(part, _SHARED):
            continue
        seen.add(id(part))
        if isinstance(part, int) and part < SMALL:
            continue
        own = getattr(part, "__dict__", None)
        total += times * (getsizeof(part) + (getsizeof(own) if own else 0))
        waiting += [(one, times * many) for one, many in _inside(part)]
    return int(total)


def _inside(part: object) -> Iterator[tuple[object, float]]:
    """What is in *part*, and for how many each of it stands. Each look at a table is one step,
    since another thread may make it grow."""
    members: Sequence[object] = ()
    if isinstance(part, dict):
        members = tuple(dict(part).items())
    elif isinstance(part, set | frozenset | deque):
        members = list(part)
    elif isinstance(part, list | tuple):
        members = part
    looked_at = members[:: max(1, len(members) // LOOKED_AT)]
    for one in looked_at:
        yield one, len(members) / len(looked_at)
    for kind in type(part).__mro__:
        for name in vars(kind).get("__slots__", ()):
            yield getattr(part, name, None), 1.0
    for value in list(getattr(part, "__dict__", {}).values()):
        yield value, 1.0


class Pool:
    """Values by key, at most *room* bytes in all. Threads share them."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.size = 0
        self.made = 0
        """How many values were made because they were not in the pool."""
        self._kept: OrderedDict[Key, tuple[Any, int]] = OrderedDict()
        self._growing: set[Key] = set()
        self._lock = Lock()

    def get(self, key: Key, make: Callable[[], Answer], *, grows: bool = False) -> Answer:
        """The value for *key*, made if need be. One that *grows* is weighed after each use."""
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
                if grows:
                    self._growing.add(key)
                answer: Answer = kept[0]
                return answer
        made = make()
        weighs = weight(made) + weight(key) + ENTRY
        with self._lock:
            self.made += 1
            self._weigh()
            self._drop(key)
            self._kept[key] = made, weighs
            self.size += weighs
            if grows:
                self._growing.add(key)
            while self.size > self.room and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))
        return made

    def _weigh(self) -> None:
        """Weigh again what was used since the last time, until it has not grown any more."""
        for key in list(self._growing):
            value, before = self._kept[key]
            now = weight(value) + weight(key) + ENTRY
            if now == before:
                self._growing.discard(key)
            self._kept[key] = value, now
            self.size += now - before

    def _drop(self, key: Key) -> None:
        _, weighs = self._kept.pop(key, (None, 0))
        self.size -= weighs
        self._growing.discard(key)

    def forget(self, first: str) -> None:
        """Forget every value whose key begins so."""
        with self._lock:
            for key in [key for key in self._kept if key[0] == first]:
                self._drop(key)


POOL = Pool(ROOM)


class Pooled(Generic[Asked, Answer]):
    """A function whose answers are in the pool."""

    def __init__(
        self, make: Callable[Asked, Answer], named: Callable[Asked, Key], *, grows: bool
    ) -> None:
        self.make, self.named, self.grows = make, named, grows
        self.first = f"{make.__module__}.{make.__qualname__}"
        update_wrapper(self, make)

    def __call__(self, *asked: Asked.args, **named: Asked.kwargs) -> Answer:
        key = (self.first, *self.named(*asked, **named))
        return POOL.get(key, partial(self.make, *asked, **named), grows=self.grows)

    def cache_clear(self) -> None:
        """Forget every answer."""
        POOL.forget(self.first)


def pooled(
    named: Callable[Asked, Key], *, grows: bool = False
) -> Callable[[Callable[Asked, Answer]], Pooled[Asked, Answer]]:
    """Keep the answers of a function in the shared pool, under the words and numbers that *named*
    makes of what it is asked. They must say everything that the answer depends on, and hold no
    object: a key lives as long as its answer. Say that an answer *grows* if it changes later.

    >>> @pooled(lambda word: (word,))
    ... def letters(word):
    ...     return sorted(word)
    >>> letters("mex") is letters("mex")
    True
    """
    return lambda make: Pooled(make, named, grows=grows)
