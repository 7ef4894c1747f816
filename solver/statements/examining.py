"""What becomes of a conjecture: broken, proved for ever, or right as far as it was looked at."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from solver.errors import BudgetExceededError
from solver.statements.conjectures import Place

from .certificates import Certificate, certify
from .conjecture import Conjecture, Survey

MAX_SURVEYED = 240
"""In positions of how many pieces a breach is looked for at most."""


@dataclass(frozen=True)
class Examination:
    """The *certificate* of a conjecture that is right for ever, or what a *survey* of the small
    positions found. *is_smallest* is whether its breach is the smallest there is; otherwise it
    was found by a proof that failed, beyond what was surveyed."""

    survey: Survey
    certificate: Certificate | None = None
    is_smallest: bool = True


def examine(conjecture: Conjecture) -> Examination:
    """Look for a proof with half of the budget, then for a breach among small positions.

    >>> from solver import Budget, Convention, get_ruleset, read_formula
    >>> rules = get_ruleset("subtraction:3")
    >>> is_lost = read_formula("a mod 4 = 0", rules)
    >>> finding = examine(Conjecture(is_lost, rules, Convention.NORMAL, Budget()))
    >>> finding.certificate is not None
    True
    """
    found: Certificate | Place | None = None
    budget = conjecture.budget
    with suppress(BudgetExceededError):
        found = certify(conjecture, budget.part(2))
    if isinstance(found, Certificate):
        return Examination(Survey(None, None, 0), found)
    survey = conjecture.survey(budget.part(2), MAX_SURVEYED)
    if found and not survey.first:
        with suppress(BudgetExceededError):
            breach = conjecture.breach_below(found)
            is_inside = conjecture.claim(*breach.place)
            inside, back = (breach, None) if is_inside else (None, breach)
            beyond = Survey(inside, back, survey.positions, survey.total)
            return Examination(beyond, None, False)
    return Examination(survey)
