"""Which of the five places of the site a page belongs to."""

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
}
"""The place of every page of an area."""

PAGES = {
    "site:teach": "teach",
    "site:tour": "teach",
    "site:first": "teach",
    "site:classroom": "teach",
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
"""Pages that are not where their area is: what a student does is learning."""


@register.simple_tag(takes_context=True)
def place(context: Context) -> str:
    """The place of the page: ``play``, ``learn``, ``puzzles``, ``explore``, ``teach``, or nothing.

    The page of a class is where its reader is: students have their *membership* on it.
    """
    match = getattr(context.get("request"), "resolver_match", None)
    if match is None:
        return ""
    if context.get("membership"):
        return "learn"
    return PAGES.get(match.view_name) or AREAS.get(match.app_name, "")
