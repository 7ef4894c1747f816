"""Mark the losing positions on a map; the solver tests both halves of the claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.games import game_of
from games.content.shapes import Content, Keys, Problem, Whole
from games.questions.goals.goal import Fields, Goal
from games.questions.guessers import Guesser
from games.questions.proofs.lost_maps import LostMap, lost_map, placed_in_words, value_of
from games.questions.proofs.proof import proof_of, smallest
from games.questions.question import Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import InvalidInputError, Place, Territory, Within
from solver.teaching import counted, elided, joined, plural

NONE = "none"
"""The stored form of an answer without marks."""
MAX_CELLS = 130
"""The greatest number of places on a map."""
MAX_NAMED = 12


def _check_bounds(bounds: Content) -> None:
    if set(bounds) not in ({"rows", "largest"}, {"total"}):
        raise ValueError("write rows and largest, such as {rows: 2, largest: 7}, or {total: 6}")


WITHIN = Keys(
    "How far to test it",
    "The number of rows and the longest row, or the total number of pieces.",
    shapes={
        "rows": Whole("rows"),
        "largest": Whole("longest"),
        "total": Whole("or pieces in total"),
    },
    check=_check_bounds,
)
"""The bounds of a test: ``{rows: 2, largest: 7}`` or ``{total: 6}``."""


def other_bounds(bounds: Content, chance: Random) -> Content:
    """Bounds that are one smaller, the same, or one larger."""
    name = "total" if "total" in bounds else "largest"
    return bounds | {name: max(3, bounds[name] + chance.choice([-1, 0, 1]))}


def within_in_words(task: QuestionBoard) -> str:
    """The bounds of a claim in words: ``up to 2 rows of up to 7``."""
    bounds, row = task.extra["within"], task.ruleset.component_word
    piece = game_of(task.ruleset).piece
    if "total" in bounds:
        return f"up to {counted(bounds['total'], piece, plural(piece))} in all"
    if bounds["rows"] == 1:
        return f"one {row} of up to {bounds['largest']}"
    return f"up to {bounds['rows']} {row}s of up to {bounds['largest']}"


def territory_of(task: QuestionBoard) -> Territory:
    """The positions of a claim. Raises :class:`InvalidInputError` if the bounds are missing."""
    bounds = task.extra.get("within")
    if not bounds:
        raise InvalidInputError("Say how far it is tested: within is missing.", value="")
    return Territory(task.ruleset, task.convention, Within(**bounds), task.budget)


class LostSet(Goal):
    key = "lost-set"
    label = "mark the losing positions"
    question = "Mark every position in which the player to move loses."
    for_puzzles = False
    has_turn = False
    has_position = False
    extras: ClassVar = {"within": WITHIN}

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A variant with other bounds and, if there is a maximum take, another one."""
        asked, extra = Question.of(task.exercise), dict(task.exercise.extra)
        extra["within"] = other_bounds(extra["within"], chance)
        family, _, most = asked.ruleset.partition(":")
        if family == "subtraction" and most.isdigit():
            asked = replace(asked, ruleset=f"{family}:{max(2, int(most) + chance.choice([-1, 1]))}")
        return replace(asked, extra=extra)

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        return _answer(value_of(place) for place in territory_of(task).lost() if place[0])

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        """All losing positions but one; if there are none, the first place."""
        right = self.right(task)
        if right == NONE:
            return next(value_of(place) for place in territory_of(task).places if place[0])
        return _answer(right.split(";")[:-1])

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        territory = territory_of(task)
        marked = _marked(territory, answer)
        ended = not territory.convention.stuck_player_wins
        test = territory.test(
            lambda position, player: (position, player) in marked if position else ended
        )
        return Verdict(
            correct=test.holds,
            words="Both checks pass." if test.holds else "Not yet.",
            answered=f"You marked: {_listed(marked)}.",
            truth=f"No position with {within_in_words(task)} breaks it.",
            refutation=smallest(test),
            proof=proof_of(territory, test, lost_map(territory, answer.split(";"))),
        )

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        marked = post.getlist("marks")
        if not marked and "none" not in post:
            raise InvalidInputError("Mark the losing positions.", value="")
        if marked and "none" in post:
            both = "You marked positions and also said that there are none. Choose one of the two."
            raise InvalidInputError(both, value=NONE)
        return _answer(set(marked))

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"none": ["1"]} if answer == NONE else {"marks": answer.split(";")}

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return _listed(_marked(territory_of(task), answer))

    def parts(self, task: QuestionBoard) -> list[LostMap]:
        return [lost_map(territory_of(task))]

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser says that there are none, or marks a random set of places, at least one."""
        lost = self.right(task)
        if guesser.says_none or lost == NONE:
            return Fraction(guesser.says_none and lost == NONE)
        places = sum(bool(place[0]) for place in territory_of(task).places)
        return Fraction(1, 2**places - 1)

    def contradiction(self, task: QuestionBoard) -> str | None:
        if "within" not in task.extra:
            return Problem("within is missing", "within")
        size = lost_map(territory_of(task)).size
        if size > MAX_CELLS:
            wrong = f"the map has {size} places; at most {MAX_CELLS} can be marked"
            return Problem(wrong, "within", named=True)
        return None


def _answer(values: Iterable[str]) -> str:
    """The stored form of an answer; equal marks give equal text."""
    return ";".join(sorted(values, key=lambda value: (len(value), value))) or NONE


def _marked(territory: Territory, answer: str) -> list[Place]:
    """The marked places. Raises :class:`InvalidInputError` for a place that is not on the map."""
    known = {value_of(place): place for place in territory.places if place[0]}
    values = [] if answer == NONE else answer.split(";")
    for value in values:
        if value not in known:
            raise InvalidInputError.of("a place of the map", value, "mark losing positions")
    return [place for value, place in known.items() if value in values]


def _listed(places: Iterable[Place]) -> str:
    """The places in words."""
    return joined(elided([placed_in_words(p) for p in places], "place", MAX_NAMED)) or "none"
