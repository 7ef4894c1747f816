"""Parts of pages that are the same for everybody, rendered once in each process.

The key of a cached part consists of all values that it shows. So nothing has to be invalidated: if
a lesson is published, even in another process, the values change, and so does the key.
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

from games.web.static_files import modules, parts_of

register = template.Library()

MAX_CACHED_CHARACTERS = 16_000_000
"""The most characters in the cache; the parts that were unused for longest go first."""


class Parts:
    """Parts as HTML, at most *room* characters in all. Threads share them."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.rendered = 0
        """How many parts were rendered because they were not in the cache."""
        self._lock = Lock()
        self._parts: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._size = 0

    def get(self, template_name: str, shown: dict[str, object]) -> SafeString:
        """The part, from the cache if possible; raises :class:`TypeError` for a stored row."""
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
    """Render the part as HTML."""
    if holds_row(tuple(shown.values())):
        raise TypeError(f"{template_name} is given a stored row: name what is shown of it.")
    return render_to_string(template_name, shown)


PARTS = Parts(MAX_CACHED_CHARACTERS)


@register.simple_tag
def part(template_name: str, **shown: object) -> SafeString:
    """Render a template that sees only *shown*: neither the user nor the token of a form.

    The values in *shown* are compared by content. A stored row compares only by its key, so it
    raises :class:`TypeError`.
    """
    return PARTS.get(template_name, shown)


@register.simple_tag
def sheets_of(sheet: str) -> list[str]:
    """The style sheets to link for *sheet*, which imports others; just one once collected."""
    return parts_of(sheet)


@register.simple_tag
def imported_by(module: str) -> list[str]:
    """The modules that a module imports, so that a page can request all of them at once."""
    return modules(module)


def holds_row(value: object) -> bool:
    """Whether the parts of *value* that are compared contain a stored row."""
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
