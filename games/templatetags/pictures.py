"""Small pictures of positions."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.boards.thumbnails import drawn

register = template.Library()


@register.simple_tag
def thumbnail(ruleset: str, position: str) -> SafeString:
    """A picture of a position, with its words."""
    return drawn(ruleset, position, speaks=True)


@register.simple_tag
def silent_thumbnail(ruleset: str, position: str) -> SafeString:
    """The picture alone, for use beside a text that names the position."""
    return drawn(ruleset, position, speaks=False)
