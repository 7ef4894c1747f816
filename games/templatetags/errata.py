"""The refuted claims of the sources about a position, for templates."""

from __future__ import annotations

from django import template

from games.explore.theory.errata_views import Dispute, disputes
from solver import Inquiry

register = template.Library()


@register.simple_tag
def refuted(question: Inquiry) -> tuple[Dispute, ...]:
    """The claims about this position that play refutes."""
    return disputes(question)
