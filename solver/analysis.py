"""Choose a theory for a position and let it answer."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from .budget import STEPS, Allowed, Budget
from .conventions import Convention, Player
from .errors import BudgetExceededError, InvalidInputError, NotCoveredError
from .explanation import Analysis
from .rulesets.keys import get_ruleset
from .rulesets.rules import Ruleset
from .theories import THEORIES
from .theories.exhaustive import SMALL
from .theories.solved import solved
from .theory import Inquiry, Theory
from .words import joined
from .words import unreadable as words

SEARCH = "exhaustive"
FINDING = 200_000
"""Steps that finding out about a game may take before search has tried with half of what is left.
As many as the small search had; 0.115, whose period is proved at row 228, takes a third of them."""


def analyse(
    ruleset: str | Ruleset,
    position: str | int | Iterable[int],
    convention: str | Convention = Convention.MISERE,
    to_move: str | Player | None = None,
    *,
    theory: str | None = None,
    budget: Allowed = None,
) -> Analysis:
    """Say who wins, by which moves, and why.

    Without *theory* the first one that covers the position answers, the simplest before the
    deepest. *budget* bounds what an answer may cost, in positions.

    Raises :class:`InvalidInputError` for what cannot be read, :class:`NotCoveredError` when
    *theory* does not cover the position, :class:`BudgetExceededError` when it would cost too much.

    >>> analyse("nim", "1+3+5+7", "misere").outcome.value
    'P'
    """
    return answer(ask(ruleset, position, convention, to_move, budget=budget), theory=theory)


def answer(question: Inquiry, *, theory: str | None = None) -> Analysis:
    """Answer a question that is already read; raises as :func:`analyse` does.

    A theory that was not asked for may spend half of what is left, so that something is left
    for the next, and for the caller that uses the answer. A theory that would first have to find
    out much about the game waits until search has tried with :data:`SMALL`. If search answers, that
    theory may take half as long as search did, to explain better; else search explains. If it
    does not, that theory has :data:`FINDING`, then search its half, and only where neither does
    that theory goes on from where it was. Search does not begin with its half where a board of half
    the size shows that this is too little.

    >>> answer(ask("kayles", "5+4+1")).theory
    'misere-quotient'
    """
    if theory is not None:
        lens = get_theory(theory)
        why = lens.refusal(question)
        if why:
            raise NotCoveredError(why, value=theory)
        return lens.analyse(question)
    passed: BudgetExceededError | None = None
    put_off: list[Theory] = []
    for lens in covering(question):
        purse = question.within(2)
        if not lens.is_at_hand(question):
            if found := _small(question, lens):
                return found
            if not lens.is_sure_to_end(question):
                purse = replace(purse, budget=purse.budget.most(FINDING))
                put_off.append(lens)
        try:
            if lens.key == SEARCH and not lens.may_reach(purse):
                question.budget.refuse()
            return lens.analyse(purse)
        except BudgetExceededError as error:
            passed = error
    for lens in put_off:
        if lens.may_reach(question):
            with suppress(BudgetExceededError):
                return lens.analyse(question.within(2))
    assert passed is not None  # search covers everything, so something was tried
    raise passed


def _small(question: Inquiry, lens: Theory) -> Analysis | None:
    """The answer of a search with a small purse, as *lens* explains it if that costs half as
    much; None where the purse does not do."""
    if max(question.position, default=0) > SMALL:
        return None  # hardly one line of play would fit in
    spent = question.budget.spent
    steps = min(SMALL * STEPS, question.budget.remaining // 2)
    try:
        found = get_theory(SEARCH).analyse(replace(question, budget=question.budget.most(steps)))
    except BudgetExceededError:
        return None
    steps = (question.budget.spent - spent) // 2
    with suppress(BudgetExceededError):
        return lens.analyse(replace(question, budget=question.budget.most(steps)))
    return found


def ask(
    ruleset: str | Ruleset,
    position: str | int | Iterable[int],
    convention: str | Convention = Convention.MISERE,
    to_move: str | Player | None = None,
    *,
    budget: Allowed = None,
) -> Inquiry:
    """Read the parts of a question; raises :class:`InvalidInputError` for what cannot be read.

    >>> ask("kayles", "5+4", "normal").position
    (5, 4)
    """
    rules = get_ruleset(ruleset)
    return Inquiry(
        rules,
        rules.read_position(position),
        Convention.parse(convention),
        Player.parse(to_move),
        Budget.of(budget),
    )


def covering(question: Inquiry) -> Iterable[Theory]:
    """The theories that cover *question*, the preferred one first. Where a rule for rows of every
    length explains best, which stands with search, no other one is tried."""
    rule = solved(question)
    if rule and rule.is_theory:
        return [get_theory(SEARCH)]
    return (lens for lens in THEORIES if lens.refusal(question) is None)


def get_theory(key: str) -> Theory:
    """The theory called *key*; raises :class:`InvalidInputError` if there is none.

    >>> get_theory("r1").name
    'R1 kinds'
    """
    for lens in THEORIES:
        if lens.key == key:
            return lens
    known = joined([lens.key for lens in THEORIES], "or")
    raise InvalidInputError.because(words.THEORY, key, known=known)
