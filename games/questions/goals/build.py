"""Build a position that has a property."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.boards import Board
from games.boards.bounds import MAX_ROWS, ask_within_limits
from games.boards.lenses import explain
from games.content.compound import Pair
from games.content.controls import YesNo
from games.content.shapes import KIND, Flag, Keys, Many, OneOf, Own, Problem, Whole, position_of
from games.questions.goals.goal import LONGER, Fields, Goal, once_known, share, varied
from games.questions.goals.lines_of_play import contradicting
from games.questions.guessers import Guesser
from games.questions.question import Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import (
    Inquiry,
    InvalidInputError,
    NotCoveredError,
    Outcome,
    Position,
    Profile,
    distinguish,
    format_position,
    nim_value,
    parse_position,
    profile,
)
from solver import answer as solve
from solver.teaching import OUTCOME_WORDS, convention_words, counted, joined, position_words

PROPERTIES = Keys(
    "Required properties",
    shapes={
        "outcome": OneOf("Who wins", choices=OUTCOME_WORDS),
        "kinds": Many("its kinds", each=KIND, most=MAX_ROWS, noun="Kind"),
        "nim_sum": Whole("nim-sum", speaks=True),
        "conventions_differ": Own(
            "the last-one rule changes the winner",
            reader=Flag(),
            widget=lambda place: YesNo(),
            said=Flag().accepts,
        ),
        "same_as": position_of("the same as"),
    },
)
"""The properties that a position may have to have."""


MAX_LONGER = 3
"""The greatest number of rows for which variants allow longer rows. With more rows there would be
too many positions to try."""


def bounds(value: Any) -> list[int]:
    """The least and the greatest number of rows to build."""
    numbers = Many(each=Whole(), most=2)(value)
    if len(numbers) != 2 or not 1 <= numbers[0] <= numbers[1] <= MAX_ROWS:
        raise ValueError(f"two numbers are expected, such as [1, 4], and at most {MAX_ROWS}")
    return numbers


BOUNDS = Own(
    "How many rows",
    reader=bounds,
    widget=lambda place: Pair("fewest", "most"),
    said="two whole numbers, such as [1, 4]",
)
LARGEST = Whole("Longest row")


class Build(Goal):
    key = "build"
    label = "build a position"
    question = "Build a position."
    for_puzzles = False
    has_turn = False
    has_position = False
    draws_rows = True
    extras: ClassVar = {
        "rows": BOUNDS,
        "largest": LARGEST,
        "goal": PROPERTIES,
        "forbid": Many(
            "Excluded positions", "Separate them with commas: 1+1, 2+2.", each=position_of()
        ),
    }
    answers: ClassVar = {"answer": position_of("Answer key", speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        """The author's example, or else the smallest position that fits."""
        example = getattr(task.exercise, "answer", None)
        return str(example or next(filter(None, map(partial(_if_fits, task), _allowed(task))), ""))

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        """The smallest allowed position without the property."""
        built = (format_position(rows) for rows in _allowed(task) if not _if_fits(task, rows))
        return next(built, "") or self.right(task)

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        rows = tuple(sorted(size for size in parse_position(answer) if size))
        position = format_position(rows)
        _check_bounds(task, rows, position)
        facts = profile(ask_within_limits(task.ruleset.key, rows, task.convention.value))
        wanted = task.extra.get("goal", {})
        explained = explain(facts.question, facts.analysis, task.theories)
        missing = [text for text, holds in _properties(facts, wanted) if not holds]
        return Verdict(
            correct=not missing,
            words="Right." if not missing else "Not yet.",
            answered=" ".join([f"You built {position.replace('+', ' + ')}.", *missing]),
            truth=" ".join(missing) or "That position fits.",
            refutation=_counterexample(facts, wanted) if missing else "",
            reasons=tuple(step.text for step in explained.steps),
        )

    def posed(self, task: QuestionBoard) -> str:
        return f"Build a position {joined(_wanted_words(task))}."

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A task whose answer is not the author's example. With few rows, they may be longer and
        have another nim-sum."""
        extra = dict(task.exercise.extra)
        example = getattr(task.exercise, "answer", None)
        extra["forbid"] = [*extra.get("forbid", []), *([str(example)] if example else [])]
        (_, most), largest = task.build_bounds
        extra["largest"] = largest + (chance.randint(0, LONGER) if most <= MAX_LONGER else 0)
        goal = extra.get("goal", {})
        if goal.get("nim_sum", 0) > 1:
            extra["goal"] = goal | {"nim_sum": chance.randint(2, largest)}
        if "same_as" in goal:
            other = varied(goal["same_as"], chance)
            extra["goal"] = goal | {"same_as": other}
            extra["forbid"].append(other)
        return replace(Question.of(task.exercise), extra=extra)

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        sizes = [size.strip() for size in post.getlist("row")]
        return "+".join(size for size in sizes if size)

    def laid(self, answer: str) -> str:
        return answer

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"row": answer.split("+")}

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser builds a random allowed position."""
        return once_known(task, _fitting)

    def contradiction(self, task: QuestionBoard) -> str | None:
        return None

    def wrong_solution(self, task: QuestionBoard, written: Any) -> str:
        if not task.extra.get("goal"):
            return Problem("goal is missing", "goal")
        if not written:
            return Problem("give one position that has what is asked for", "answer", named=True)
        verdict = self.grade(task, str(written))
        if verdict.correct:
            return ""
        return Problem(f"{written} is wrong. {verdict.truth}", "answer", named=True)


def _forbidden(task: QuestionBoard) -> set[tuple[int, ...]]:
    return {tuple(sorted(parse_position(text))) for text in task.extra.get("forbid", [])}


def _allowed(task: QuestionBoard) -> Iterator[Position]:
    """All allowed positions, those with the fewest rows first."""
    (fewest, most), largest = task.build_bounds
    forbidden = _forbidden(task)
    for number in range(fewest, most + 1):
        for rows in combinations_with_replacement(range(1, largest + 1), number):
            if rows not in forbidden:
                yield rows


def _fitting(task: QuestionBoard) -> Fraction:
    """The share of the allowed positions that fit."""
    built = list(_allowed(task))
    return share(sum(bool(_if_fits(task, rows)) for rows in built), len(built))


def _if_fits(task: QuestionBoard, rows: Position) -> str:
    """A position in written form if it has the property; otherwise empty."""
    question = ask_within_limits(task.ruleset, rows, task.convention.value, budget=task.budget)
    wanted = task.extra.get("goal", {})
    solved = other = solve(question)
    if "conventions_differ" in wanted:
        other = solve(replace(question, convention=question.convention.other))
    facts = Profile(question, solved, other, ())
    return format_position(rows) if all(holds for _, holds in _properties(facts, wanted)) else ""


def _check_bounds(task: QuestionBoard, rows: tuple[int, ...], position: str) -> None:
    """Raise :class:`InvalidInputError` for a position outside the bounds or a forbidden one."""
    (fewest, most), largest = task.build_bounds
    word = task.ruleset.component_word
    wrong = ""
    if len(rows) < fewest or len(rows) > most:
        wrong = f"That is {counted(len(rows), word)}"
    elif max(rows) > largest:
        wrong = f"A {word} of {max(rows)} is too long"
    if wrong:
        raise InvalidInputError(f"{wrong}; use {task.build_limits}.", value=position)
    if rows in _forbidden(task):
        met = position_words(rows)
        raise InvalidInputError(
            f"You've seen {met} already. Build a different one.", value=position
        )


def _properties(facts: Profile, wanted: Mapping[str, Any]) -> list[tuple[str, bool]]:
    """For each wanted property: what to say if it does not hold, and whether it holds."""
    question = facts.question
    held: list[tuple[str, bool]] = []
    if "outcome" in wanted:
        wins = f"{OUTCOME_WORDS[facts.outcome]} when {convention_words(question.convention)}"
        held.append((f"There {wins}.", facts.outcome.value == wanted["outcome"]))
    if "kinds" in wanted:
        kinds = sorted(kind.value for kind in facts.kinds)
        held.append((f"Its kinds are: {', '.join(kinds)}.", kinds == sorted(wanted["kinds"])))
    if "nim_sum" in wanted:
        total = 0
        for size in question.position:
            total ^= nim_value(question.ruleset, size, question.budget)
        held.append((f"Its nim-sum is {total}.", total == wanted["nim_sum"]))
    if "conventions_differ" in wanted:
        differ = facts.outcomes_differ
        results = "different results" if differ else "the same result"
        held.append(
            (
                f"It has {results} whether the last one wins or loses.",
                differ == wanted["conventions_differ"],
            )
        )
    if "same_as" in wanted:
        apart = _difference(question, wanted["same_as"])
        held.append((apart, not apart))
    return held


def _difference(question: Inquiry, other: str) -> str:
    """What distinguishes the position from *other*, with the winner on each board; empty if nothing
    does. Raises :class:`NotCoveredError` if no theory can decide."""
    one, two = question.position, parse_position(other)
    found = distinguish(question.ruleset, one, two, question.convention, question.budget)
    if found.company is None:
        if not found.is_proved:
            raise NotCoveredError(f"No theory tells whether {format_position(one)} is the same.")
        return ""
    lead = (
        f"Add {position_words(found.company)} to both"
        if found.company
        else "Even alone they differ"
    )
    boards = (tuple(sorted(rows + found.company)) for rows in (one, two))
    winners = [
        f"from {position_words(board, 'nothing')} "
        f"{OUTCOME_WORDS[solve(replace(question, position=board)).outcome]}"
        for board in boards
    ]
    return f"{lead}: {joined(winners)}."


def _wanted_words(task: QuestionBoard) -> list[str]:
    """The wanted properties, as phrases after ``a position``."""
    wanted, words = task.extra.get("goal", {}), []
    if "outcome" in wanted:
        words.append(f"where {OUTCOME_WORDS[Outcome(wanted['outcome'])]}")
    if "kinds" in wanted:
        words.append(f"whose rows are of these kinds: {', '.join(wanted['kinds'])}")
    if "nim_sum" in wanted:
        words.append(f"whose nim-sum is {wanted['nim_sum']}")
    if "conventions_differ" in wanted:
        result = "different results" if wanted["conventions_differ"] else "the same result"
        words.append(f"that has {result} in normal and misère play")
    if "same_as" in wanted:
        same = position_words(parse_position(wanted["same_as"]))
        words.append(f"that is the same as {same}, whatever is added to both")
    return words


def _counterexample(facts: Profile, wanted: Mapping[str, Any]) -> str:
    """A line of play that shows the winner on the built position, if another player should win."""
    question = facts.question
    if wanted.get("outcome", facts.outcome.value) == facts.outcome.value:
        return ""
    line = contradicting(
        question, Board.of(question.ruleset, question.position), Outcome(wanted["outcome"])
    )
    return line.words if line else ""
