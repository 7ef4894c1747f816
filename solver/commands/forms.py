"""``python -m solver form``, ``compare`` and ``census``: games written as forms."""

from __future__ import annotations

from collections.abc import Iterator

from ..budget import Budget
from ..errors import BudgetExceededError
from ..research.form_census import FormCensus, form_census
from ..research.form_reading import read_form
from ..research.game_forms import MisereForm
from ..research.telling_apart import FormComparison, compare_forms, outcomes_beside, reduced_form
from ..research.universes import HasInverse, Invertibility, Universe, invertibility
from ..words import counted, joined
from ..words import forms as words
from .output import json_line

COMPANIES = ("0", "*", "*2", "1", "-1", "2", "-2")
"""The games beside which outcomes are printed."""


def run_form(text: str, *, as_json: bool, budget: int) -> None:
    """Print what a form is: its outcomes, its universes, its reduced forms and its inverses."""
    form = read_form(text)
    beside = dict(zip(COMPANIES, outcomes_beside(form, COMPANIES, budget), strict=True))
    told = [
        (each, _reduced(form, each.universe, budget))
        for each in invertibility(form, budget=Budget(budget))
    ]
    if as_json:
        universes = [
            {
                "universe": each.universe.value,
                "inside": each.answer is not HasInverse.OUTSIDE,
                "reduced": reduced and reduced.text,
                "inverse": each.answer.value,
                "why": each.why,
            }
            for each, reduced in told
        ]
        facts = {
            "form": form.text,
            "outcome": form.outcome.value,
            "birthday": form.birthday,
            "moves": form.size,
            "p_free": form.is_p_free,
            "beside": {company: outcome.value for company, outcome in beside.items()},
        }
        print(json_line(facts | {"universes": universes}))
        return
    moves, positions = counted(form.birthday, "move"), counted(len(form.followers), "position")
    print(
        words.ALONE.format(form=form, outcome=form.outcome.value, moves=moves, positions=positions)
    )
    print(words.FREE if form.is_p_free else words.NOT_FREE)
    outcomes = joined(outcome.value for outcome in beside.values())
    print(words.BESIDE.format(companies=joined(COMPANIES), outcomes=outcomes))
    for each, reduced in told:
        print(_line(each, reduced or words.UNKNOWN))


def _reduced(form: MisereForm, universe: Universe, budget: int) -> MisereForm | None:
    try:
        return reduced_form(form, universe, budget)
    except BudgetExceededError:
        return None


def _line(told: Invertibility, reduced: MisereForm | str) -> str:
    return f"{told.universe.value:<12} {told.answer.value:<8} {reduced!s:<12} {told.why}"


def run_compare(one: str, other: str, *, as_json: bool, budget: int) -> None:
    """Print how two forms compare in each universe, and what tells them apart."""
    forms = read_form(one), read_form(other)
    found = compare_forms(*forms, Budget(budget))
    if as_json:
        data = {"one": forms[0].text, "other": forms[1].text}
        print(json_line(data | {"universes": [each.as_json() for each in found]}))
    else:
        print("\n".join(line for each in found for line in _lines(each, *forms)))


def _lines(found: FormComparison, one: MisereForm, other: MisereForm) -> Iterator[str]:
    relation = found.relation.value
    yield f"{found.universe.value:<12} {relation:<2}  {words.RELATIONS[relation]}"
    if found.not_at_least:
        yield f"  {found.not_at_least.said(one, other)}"
    if found.not_at_most:
        yield f"  {found.not_at_most.said(other, one)}"


def run_census(*, day: int, sample: int, seed: int, as_json: bool, budget: int) -> None:
    """Print how many games of each universe are born by a day."""
    for universe in Universe:
        found = form_census(universe, day, sample, seed, budget)
        print(json_line(found.as_json()) if as_json else _counted(found))


def _counted(found: FormCensus) -> str:
    outcomes = ", ".join(f"{outcome} {number}" for outcome, number in found.outcomes.items())
    return words.CENSUS.format(
        universe=found.universe,
        day=found.day,
        forms=found.forms,
        sort=words.SORTS[found.is_sample],
        classes=found.classes,
        invertible=found.invertible,
        p_free=found.p_free,
        outcomes=outcomes,
    )
