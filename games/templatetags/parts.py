"""Parts of pages that are the same for everybody, rendered once in each process.

A part is kept under all that it is given to show, so that nothing has to be told when something
changes: a lesson that is published, in another process too, brings other words, and those are
another part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from django import template
from django.db.models import Model
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.web.static_files import modules

register = template.Library()

KEPT = 2_000
"""How many parts stay; the same few hundred pictures, boards and stations come back again."""


@register.simple_tag
def part(template_name: str, **shown: object) -> SafeString:
    """A template that sees nothing but what is *shown*: no user, no token of a form.

    What is shown is compared by what it holds. A stored row does not do that, it is told by its
    key: :class:`TypeError`.
    """
    return kept(template_name, **shown)


@register.simple_tag
def imported_by(module: str) -> list[str]:
    """The modules that a module among the static files imports, so that a page asks for all of
    them at once and not for one after the other."""
    return modules(module)


@lru_cache(maxsize=KEPT, typed=True)
def kept(template_name: str, **shown: object) -> SafeString:
    """The part as HTML."""
    for value in shown.values():
        if any(isinstance(one, Model) for one in held(value)):
            raise TypeError(f"{template_name} is given a stored row: name what is shown of it.")
    return render_to_string(template_name, shown)


def held(value: object) -> Iterator[object]:
    """Everything in *value* that counts when it is compared."""
    yield value
    if isinstance(value, tuple | frozenset):
        for one in value:
            yield from held(one)
    elif is_dataclass(value):
        for field in fields(value):
            if field.compare:
                yield from held(getattr(value, field.name))
