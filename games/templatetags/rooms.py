"""The room that somebody's class is in, for the pages where they begin."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from games.live.rooms import rooms_to_join
from games.people.models import User

register = template.Library()


@register.inclusion_tag("live/go_in.html", takes_context=True)
def room_to_go_into(context: Context) -> dict[str, Any]:
    """The way into the open rooms of the classes in which whoever asks learns: one touch."""
    user = context["user"]
    return {"rooms": rooms_to_join(user) if isinstance(user, User) else []}
