"""Mistaken judgements: what a wrong answer to "who wins?" or "which case?" gives away.

They share their identifiers with the habits of play where the mistake is the same, but not their
names: a move can show a habit, and one wrong answer of two may be a guess.
"""

from __future__ import annotations

from ..conventions import Convention, Outcome
from ..profiles import Profile
from ..words import habits as words
from .misconceptions import FLIP_EVERYTHING, NORMAL_HABIT, Misconception

NORMAL_JUDGEMENT = Misconception(NORMAL_HABIT.key, *words.NORMAL_JUDGEMENT)
FLIPPED_JUDGEMENT = Misconception(FLIP_EVERYTHING.key, *words.FLIPPED_JUDGEMENT)
PLAYS_ON_LOST = Misconception("plays-on-lost", *words.PLAYS_ON_LOST)
FORGETS_THE_PARTIZAN = Misconception("forgets-the-partizan", *words.FORGETS_THE_PARTIZAN)
WRONG_CASE = Misconception("wrong-case", *words.WRONG_CASE)
GIVES_AWAY_PARITY = Misconception("gives-away-parity", *words.GIVES_AWAY_PARITY)

MISJUDGEMENTS = (
    NORMAL_JUDGEMENT,
    FLIPPED_JUDGEMENT,
    FORGETS_THE_PARTIZAN,
    PLAYS_ON_LOST,
    GIVES_AWAY_PARITY,
    WRONG_CASE,
)


def misjudged_outcome(facts: Profile, named: Outcome) -> tuple[Misconception, ...]:
    """What the outcome somebody named wrongly gives away, the most particular first.

    Empty where *named* is right.

    >>> from solver import Outcome, ask, profile
    >>> [habit.key for habit in misjudged_outcome(profile(ask("nim", "1")), Outcome.N)]
    ['normal-habit', 'plays-on-lost']
    """
    question, true = facts.question, facts.outcome
    if named is true:
        return ()
    habits = []
    if question.convention is Convention.MISERE:
        normal = facts.other.outcome
        if named is normal:
            habits.append(NORMAL_JUDGEMENT)
        elif normal is true:
            habits.append(FLIPPED_JUDGEMENT)
    one_sided = (Outcome.L, Outcome.R)
    if question.ruleset.partizan and true in one_sided and named not in one_sided:
        habits.append(FORGETS_THE_PARTIZAN)
    return (*habits, PLAYS_ON_LOST)


def misjudged_case(true: int, named: int) -> tuple[Misconception, ...]:
    """What a wrongly named case of R1 gives away (0 stands for "lost").

    >>> [habit.key for habit in misjudged_case(3, 2)]
    ['gives-away-parity', 'wrong-case']
    """
    if named == true:
        return ()
    parity = {true, named} == {2, 3}
    return (GIVES_AWAY_PARITY, WRONG_CASE) if parity else (WRONG_CASE,)
