"""Films: an analysis told frame by frame on the board, one scene for each sentence.

One file a theory. A film is made when it is asked for; :func:`~solver.analysis.analyse` alone
does not pay for it. It ends with the board after the move and why that is lost, or, where the
player to move loses, with an answer to every sort of move.
"""

from __future__ import annotations

from dataclasses import replace

from solver.analysis import answer
from solver.errors import BudgetExceededError
from solver.explanation import Analysis
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
