"""Parts of pages that are the same for everybody, rendered once in each process.

A part is kept under all that it is given to show, so that nothing has to be told when something
changes: a lesson that is published, in another process too, brings other words, and those are
another part.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from threading import Lock

from django import template
from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.web.static_files import modules, sheets

register = template.Library()

MAX_CACHED_CHARACTERS = 16_000_000
"""How many characters stay in all; the parts that were shown longest ago go first."""


class Parts:
    """Parts as HTML, at most *room* characters in all. Threads share them."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.rendered = 0
        """How many parts were rendered because they were not here."""
        self._lock = Lock()
        self._parts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._size = 0

    def get(self, template_name: str, shown: dict[str, object]) -> SafeString:
        """The part, rendered if it is not here; raises :class:`TypeError` for a stored row."""
        key = (template_name, tuple(shown.items()), tuple(map(type, shown.values())))
        with self._lock:
            if key in self._parts:
                self._parts.move_to_end(key)
                return self._parts[key]
        part = render(template_name, shown)
        with self._lock:
            self.rendered += 1
            self._size += len(part) - len(self._parts.get(key, ""))
            self._parts[key] = part
            while self._size > self.room:
                self._size -= len(self._parts.popitem(last=False)[1])
        return part

    def clear(self) -> None:
        with self._lock:
            self._parts.clear()
            self._size = 0


def render(template_name: str, shown: dict[str, object]) -> SafeString:
    """The part as HTML, made anew."""
    if holds_row(tuple(shown.values())):
        raise TypeError(f"{template_name} is given a stored row: name what is shown of it.")
    return render_to_string(template_name, shown)


PARTS = Parts(MAX_CACHED_CHARACTERS)


@register.simple_tag
def part(template_name: str, **shown: object) -> SafeString:
    """A template that sees nothing but what is *shown*: no user, no token of a form.

    What is shown is compared by what it holds. A stored row does not do that, it is told by its
    key: :class:`TypeError`.
    """
    return PARTS.get(template_name, shown)


@register.simple_tag
def sheets_of_every_page() -> list[str]:
    """The style sheets that every page asks for, by their names among the static files."""
    return sheets()


@register.simple_tag
def imported_by(module: str) -> list[str]:
    """The modules that a module among the static files imports, so that a page asks for all of
    them at once and not for one after the other."""
    return modules(module)


def holds_row(value: object) -> bool:
    """Whether a stored row is in what is compared of *value*."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Model):
            return True
        if isinstance(part, tuple | frozenset):
            waiting.extend(part)
        elif is_dataclass(part):
            waiting += [getattr(part, field.name) for field in fields(part) if field.compare]
    return False
