"""Links into the lab: published rules, experiments, and offers of long computations."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from games.explore.lab.claims.published_rules import RuleLens, example_of, fitting
from games.explore.lab.requesting import KIND, study_of
from games.explore.lab.subjects import subject
from games.explore.maps.game_maps import MapView
from games.explore.studies import Study
from games.web.background.jobs import has_worker
from solver import PUBLISHED, Inquiry, Ruleset, format_position

register = template.Library()

LONGEST = 100
"""The longest row in the offer of kinds."""

BREAKING = "where-r1-breaks"
"""The lesson on what breaks the conditions of R1."""
LETTERS = "perfect-kayles"
"""The lesson on the letters of Kayles."""


def _offer(context: Context, says: str, **fields: str) -> dict[str, Any]:
    study = study_of(subject(fields))
    answer = study.result if study and study.what == Study.What.POSITION else None
    offer = {
        "says": says,
        "fields": fields,
        "study": study,
        "answer": answer,
        "has_worker": has_worker(KIND),
    }
    return {"offer": offer, "csrf_token": context.get("csrf_token")}


@register.simple_tag
def fitting_rules(question: Inquiry) -> list[RuleLens]:
    """The published rules that apply to this game, each with its page for this position."""
    return fitting(question)


@register.simple_tag
def experiment_of(lesson_slug: str) -> tuple[str, str] | None:
    """The title and address of an experiment that continues a lesson."""
    if lesson_slug == BREAKING:
        return "Break a condition yourself", f"{reverse('lab:conditions')}#break"
    if lesson_slug == LETTERS:
        return "The letters of every row", reverse("lab:quotient", args=["kayles"])
    rule = next((rule for rule in PUBLISHED if rule.lesson == lesson_slug), None)
    return (f"{rule.name}, on any position", example_of(rule)) if rule else None


@register.inclusion_tag("explore/lab/offer.html", takes_context=True)
def offer_position(context: Context, question: Inquiry) -> dict[str, Any]:
    """Offer to compute who wins a position that is too large for a page."""
    return _offer(
        context,
        "An exact answer takes",
        what="position",
        ruleset=question.ruleset.key,
        position=format_position(question.position),
        convention=question.convention.value,
        turn=question.to_move.value if question.to_move else "",
    )


@register.inclusion_tag("explore/lab/offer.html", takes_context=True)
def offer_quotient(context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Offer to compute the quotient of a game beyond what a page knows."""
    return _offer(
        context, "The quotient of longer rows takes", what="quotient", ruleset=ruleset.key
    )


@register.inclusion_tag("explore/lab/offer.html", takes_context=True)
def offer_kinds(context: Context, ruleset: Ruleset) -> dict[str, Any]:
    """Offer to compute the kinds of longer rows than a page shows."""
    return _offer(
        context,
        "The kinds of longer rows take",
        what="kinds",
        ruleset=ruleset.key,
        size=str(LONGEST),
    )


@register.inclusion_tag("explore/lab/offer.html", takes_context=True)
def offer_map(context: Context, chart: MapView) -> dict[str, Any]:
    """Offer to compute the map of a game that a page cannot decide completely."""
    return _offer(
        context,
        "Deciding more of it takes",
        what="map",
        ruleset=chart.ruleset.key,
        size=str(chart.size),
        third=str(chart.third or ""),
    )
