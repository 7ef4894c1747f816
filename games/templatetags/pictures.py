"""Small pictures of positions."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.boards.thumbnails import thumbnail as picture_of
from games.templatetags.parts import part

register = template.Library()


@register.simple_tag
def thumbnail(ruleset: str, position: str) -> SafeString:
    """A picture of a position, with its words."""
    return drawn(ruleset, position, speaks=True)


@register.simple_tag
def silent_thumbnail(ruleset: str, position: str) -> SafeString:
    """The picture alone, for use beside a text that names the position."""
    return drawn(ruleset, position, speaks=False)


def drawn(ruleset: str, position: str, *, speaks: bool) -> SafeString:
    """The picture as HTML."""
    picture = picture_of(ruleset, position)
    return part("components/thumbnail.html", thumbnail=picture, speaks=speaks)
