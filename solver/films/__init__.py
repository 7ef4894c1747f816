"""Films: an analysis told frame by frame on the board, one scene for each sentence.

One file a theory. A film is made when it is asked for; :func:`~solver.analysis.analyse` alone
does not pay for it. It ends with the board after the move and why that is lost, or, where the
player to move loses, with an answer to every sort of move.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

from solver.analysis import answer, get_theory
from solver.conventions import Convention
from solver.errors import BudgetExceededError
from solver.explanation import Analysis
from solver.genus import bearing, bearings, small_part
from solver.scenes import can_be_drawn
from solver.theory import Inquiry

from .below import BELOW, BelowFilm, look
from .exhaustive import ExhaustiveFilm
from .frames import Film
from .misere_quotient import QuotientFilm
from .nim_sum import NimSumFilm
from .r1 import R1Film
from .reduction import ReductionFilm
from .safe_harbors import SafeHarborsFilm

FILMS: dict[str, type[Film]] = {
    "nim-sum": NimSumFilm,
    "safe-harbors": SafeHarborsFilm,
    "r1": R1Film,
    "misere-quotient": QuotientFilm,
    "reduction": ReductionFilm,
    "exhaustive": ExhaustiveFilm,
    BELOW: BelowFilm,
}
"""How each theory is filmed, by its key, and the level below them."""


def film(question: Inquiry, *, theory: str | None = None) -> Analysis:
    """The analysis of *question* with a scene beside every sentence; *theory* may be
    :data:`~solver.films.below.BELOW`.

    Raises as :func:`~solver.analysis.answer` does. A position that is too large to be drawn is
    answered in sentences alone; where the budget of the question is spent before the film is
    made, the sentences stand beside the board as it is.

    >>> from solver import ask
    >>> [step.scene.position for step in film(ask("nim", "1+2")).steps]
    [(1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (1,)]
    """
    analysis = look(question) if theory == BELOW else answer(question, theory=theory)
    if not can_be_drawn(question.position):
        return analysis
    reel = FILMS[analysis.theory](question, analysis)
    try:
        steps = tuple(reel.frames())
    except BudgetExceededError:
        steps = tuple(reel.stills())
    return replace(analysis, steps=steps)


def answer_as_data(question: Inquiry, *, theory: str | None = None) -> dict[str, Any]:
    """The answer as plain data: the contract of the command line, and of the API of a site.

    Of a misère position it also says what that is in the literature. Raises as
    :func:`~solver.analysis.answer` does.

    >>> from solver import ask
    >>> data = answer_as_data(ask("nim", "1+2"))
    >>> data["outcome"], data["preferred"], data["genus"]
    ('N', '2>0', '3^3')
    """
    if theory is not None:
        get_theory(theory)  # pages have lenses that are no theories
    data = film(question, theory=theory).as_json()
    if question.convention is Convention.MISERE and not question.ruleset.partizan:
        budget = small_part(question.budget)
        told = bearings(question.ruleset, question.position, budget)
        for facts, one in zip(data["components"], told, strict=True):
            facts.update(one.as_json() if one else {})
        with suppress(BudgetExceededError):
            data |= bearing(question.ruleset, question.position, budget).as_json()
    return data
