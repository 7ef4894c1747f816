"""Parts of pages that are the same for everybody, rendered once in each process.

The key of a cached part is a digest of all values that it shows. So nothing has to be invalidated:
if a lesson is published, even in another process, the values change, and so does the key. The parts
share the room of the solver's tables (``solver/pool.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any

from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from solver import POOL, Pool, Ruleset

PART = "part"
"""The first word of the keys of parts."""


class Parts:
    """Parts as HTML, in the shared pool or one of their own. Threads share them."""

    def __init__(self, pool: Pool = POOL) -> None:
        self.pool = pool
        self.rendered = 0
        """How many parts were rendered because they were not in the pool."""

    def get(self, template_name: str, shown: dict[str, object]) -> SafeString:
        """The part, from the pool if possible; raises :class:`TypeError` for a stored row."""
        owners: list[object] = []
        told = repr(content_of(shown, owners))
        key = PART, template_name, blake2b(told.encode(), digest_size=20).digest()

        def make() -> tuple[SafeString, list[object]]:
            self.rendered += 1
            return render(template_name, shown), owners

        return self.pool.get(key, make)[0]

    def clear(self) -> None:
        self.pool.forget(PART)


def content_of(shown: object, owners: list[object]) -> list[object]:
    """All of *shown* that is compared, as plain words and numbers in one row: each value with its
    kind, and a collection's kind and size before its members. An object that is equal only to
    itself stands under its number, and goes to *owners*, so that no other gets this number."""
    told: list[object] = []
    waiting = [shown]
    while waiting:
        value = waiting.pop()
        kind: Any = type(value)
        if kind in _PLAIN or isinstance(value, Enum):
            told += kind.__name__, value
            continue
        if isinstance(value, Ruleset):
            told += "rules", value.key
            continue
        members: Sequence[object]
        if (part_key := getattr(value, "part_key", None)) is not None:
            members = (part_key,)
        elif isinstance(value, tuple | list):
            members = value
        elif isinstance(value, dict):
            members = [one for pair in value.items() for one in pair]
        elif isinstance(value, frozenset):
            members = sorted(repr(content_of(one, owners)) for one in value)
        elif (compared := _compared(kind)) is not None:
            members = compared(value)
        else:
            owners.append(value)
            told += kind.__name__, id(value)
            continue
        told += kind.__name__, len(members)
        waiting.extend(reversed(members))
    return told


_PLAIN = frozenset({str, SafeString, int, bool, float, type(None), date})


@cache
def _compared(kind: Any) -> Callable[[object], Sequence[object]] | None:
    """What takes the fields by which objects of a dataclass are compared; None for anything
    else."""
    return None if kind.__eq__ is object.__eq__ else _fields(kind)


@cache
def _fields(kind: Any) -> Callable[[object], Sequence[object]] | None:
    """The same, also for dataclasses whose objects are equal only to themselves."""
    if not is_dataclass(kind):
        return None
    names = [field.name for field in fields(kind) if field.compare]
    if len(names) > 1:
        return attrgetter(*names)  # much quicker than one by one: a board has hundreds
    return lambda value: [getattr(value, name) for name in names]


def render(template_name: str, shown: dict[str, object]) -> SafeString:
    """Render the part as HTML."""
    if holds_row(tuple(shown.values())):
        raise TypeError(f"{template_name} is given a stored row: name what is shown of it.")
    return render_to_string(template_name, shown)


PARTS = Parts()


def part(template_name: str, **shown: object) -> SafeString:
    """Render a template that sees only *shown*: neither the user nor the token of a form.

    The values in *shown* are compared by content. A stored row compares only by its key, so it
    raises :class:`TypeError`.
    """
    return PARTS.get(template_name, shown)


def holds_row(value: object) -> bool:
    """Whether the parts of *value* that are compared contain a stored row."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        kind: Any = type(part)
        if isinstance(part, Model):
            return True
        if isinstance(part, tuple | list | frozenset):
            waiting.extend(part)
        elif hasattr(part, "part_key"):
            continue  # it is compared by that key alone
        elif (compared := _fields(kind)) is not None:
            waiting.extend(compared(part))
    return False
