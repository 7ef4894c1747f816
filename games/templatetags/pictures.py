"""Small pictures of positions, and the pieces of large ones."""

from __future__ import annotations

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from games.boards.looks.look import Look
from games.boards.scene_view import GroupView
from games.boards.thumbnails import drawn

register = template.Library()
GONE = ' class="gone"'


@register.simple_tag
def thumbnail(ruleset: str, position: str) -> SafeString:
    """A picture of a position, with its words."""
    return drawn(ruleset, position, speaks=True)


@register.simple_tag
def silent_thumbnail(ruleset: str, position: str) -> SafeString:
    """The picture alone, for use beside a text that names the position."""
    return drawn(ruleset, position, speaks=False)


@register.simple_tag
def pieces_of(group: GroupView, look: Look) -> SafeString:
    """The pieces of a group of a scene, built in one go: the printed sheet of a film has ten
    thousand."""
    drawn = f'><svg viewBox="{look.box}"><use href="#piece-{look.key}"/></svg></i>'
    return SafeString(
        "".join(
            [
                f'<i id="{escape(piece.id)}"{GONE if piece.gone else ""}{drawn}'
                for piece in group.pieces
            ]
        )
    )
