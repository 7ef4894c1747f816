"""Positions drawn small, wherever a page speaks of them."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.boards.thumbnails import thumbnail as picture_of

register = template.Library()

KEPT = 2_000
"""How many pictures stay drawn; the same few hundred positions come back on every list."""


@register.simple_tag
def thumbnail(ruleset: str, position: str) -> SafeString:
    """A position as a picture with its words."""
    return drawn(ruleset, position, speaks=True)


@register.simple_tag
def silent_thumbnail(ruleset: str, position: str) -> SafeString:
    """The same beside a text that says the position already."""
    return drawn(ruleset, position, speaks=False)


@lru_cache(maxsize=KEPT)
def drawn(ruleset: str, position: str, *, speaks: bool) -> SafeString:
    """The picture as HTML. It depends on nothing but what is asked."""
    context = {"thumbnail": picture_of(ruleset, position), "speaks": speaks}
    return render_to_string("components/thumbnail.html", context)
