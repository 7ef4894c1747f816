"""The place in the navigation, one of five, to which a page belongs."""

from __future__ import annotations

from django import template
from django.template import Context

register = template.Library()

AREAS = {
    "play": "play",
    "lessons": "learn",
    "puzzles": "puzzles",
    "explore": "explore",
    "lab": "explore",
    "classes": "teach",
    "assignments": "teach",
    "plans": "teach",
    "live": "teach",
    "tournaments": "teach",
    "teach": "teach",
}
"""The place of the pages of each area."""

PAGES = {
    **dict.fromkeys(
        (
            "classes:join",
            "classes:join-class",
            "classes:offer",
            "classes:leave",
            "assignments:index",
            "assignments:assignment",
            "assignments:start",
            "assignments:hand-in",
            "assignments:item",
            "assignments:answer",
            "assignments:hint",
            "assignments:play",
            "live:code",
            "live:room",
            "live:back",
        ),
        "learn",
    ),
}
"""Pages whose place differs from that of their area: the pages of students belong to learning."""


@register.simple_tag(takes_context=True)
def place(context: Context) -> str:
    """The place of the page: ``play``, ``learn``, ``puzzles``, ``explore``, ``teach``, or an empty
    text.

    The page of a class depends on its reader: for students, the context has a *membership*.
    """
    match = getattr(context.get("request"), "resolver_match", None)
    if match is None:
        return ""
    if context.get("membership"):
        return "learn"
    return PAGES.get(match.view_name) or AREAS.get(match.app_name, "")
