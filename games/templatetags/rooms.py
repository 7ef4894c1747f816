"""Links into live rooms: for students whose class is in one, and for instructors on pages with
something to show."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.urls import reverse

from games.people.models import User
from games.questions.question import QuestionLike
from games.teach.classes.access import may_make_classes
from games.teach.live.rooms.lists import rooms_to_join

register = template.Library()


@register.inclusion_tag("teach/live/go_in.html", takes_context=True)
def room_to_go_into(context: Context) -> dict[str, Any]:
    """Links to the open rooms of the classes in which the user is a student."""
    user = context["user"]
    return {"rooms": rooms_to_join(user) if isinstance(user, User) else []}


@register.simple_tag
def wall_of(item: QuestionLike) -> str:
    """The address that opens a room on the board of a question."""
    asked = {
        "ruleset": item.ruleset,
        "position": item.position,
        "convention": item.convention,
        "turn": item.to_move,
    }
    known = {name: value for name, value in asked.items() if value}
    return f"{reverse('live:open')}?{urlencode(known)}"


@register.inclusion_tag("teach/live/show_in_room.html", takes_context=True)
def show_in_room(context: Context, **what: Any) -> dict[str, str]:
    """A link that shows *what* in a room; empty for students and visitors."""
    user = context.get("user")
    if user is None or not user.is_authenticated or not may_make_classes(user):
        return {"url": ""}
    asked = {name: value for name, value in what.items() if value}
    return {"url": f"{reverse('live:open')}?{urlencode(asked)}"}
