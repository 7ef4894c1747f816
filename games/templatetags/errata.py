"""What the sources say of a position, for a template."""

from __future__ import annotations

from django import template

from games.explore.disputes import Dispute, disputes
from solver import Question

register = template.Library()


@register.simple_tag
def refuted(question: Question) -> tuple[Dispute, ...]:
    """Every claim about this position that play refutes."""
    return disputes(question)
