"""What pages of a class show to whoever looks around in the one of the tour."""

from __future__ import annotations

from django import template

from games.site.tour import Stop, stops

register = template.Library()


@register.simple_tag
def tour_stops() -> list[Stop]:
    """The way through the class of the tour."""
    return stops()
