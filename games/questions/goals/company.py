"""Test a claim about two positions by adding rows to both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import OneOf, Own, Problem, position_of, text
from games.questions.goals.build import BOUNDS, LARGEST
from games.questions.goals.goal import Fields, Goal, once_known, share, varied
from games.questions.guessers import Guesser
from games.questions.question import Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import (
    InvalidInputError,
    Outcome,
    Player,
    Position,
    SolverError,
    companies,
    format_position,
    is_at_least,
    never_apart,
    never_worse,
    parse_position,
)
from solver import answer as solve
from solver.teaching import OUTCOME_WORDS, position_words

NOTHING = "none"
"""The answer that no company breaks the claim."""
MAX_COMPANY = 12
"""The number of pieces up to which the solver looks for a company that breaks a claim."""


MAX_OTHER = 8
"""The number of pieces of a random position in a variant's comparison."""
HOLDS = 0.5
"""The chance that the claim of a variant is true."""


def company(value: Any) -> str:
    """An answer. A content file may write a single row as a number."""
    return text(str(value) if type(value) is int else value)


class CompanyClaim:
    """A claim about the position of a *task* with any company. In this class: the other position
    with the same company has the same winner."""

    def __init__(self, task: QuestionBoard) -> None:
        self.task = task
        self.one = rows_of(task.exercise.position)
        self.other = rows_of(task.extra.get("other", "0"))

    @cached_property
    def holds(self) -> bool:
        """Whether the claim holds with every company of any size. Raises
        :class:`~solver.NotCoveredError` if no theory can decide."""
        return never_apart(self.task.question, self.other)

    @property
    def words(self) -> str:
        """The claim as a sentence."""
        both = f"{company_label(self.one)} and {company_label(self.other)}"
        return f"Claim: whatever is added to both, {both} have the same winner."

    def breaks(self, company: Position) -> bool:
        one, other = self.outcomes(company)
        return one is not other

    def outcomes(self, company: Position) -> tuple[Outcome, Outcome]:
        one, other = (self.outcome(rows, company) for rows in (self.one, self.other))
        return one, other

    def outcome(self, rows: Position, company: Position) -> Outcome:
        """The outcome of *rows* together with *company*."""
        rules, convention = self.task.ruleset, self.task.convention.value
        return solve(ask_within_limits(rules, tuple(sorted(rows + company)), convention)).outcome

    def about(self, company: Position) -> str:
        """The outcomes with this company, in words."""
        one, other = self.outcomes(company)
        shown = (
            f"With {company_label(self.one)}: {OUTCOME_WORDS[one]}. "
            f"With {company_label(self.other)}: {OUTCOME_WORDS[other]}."
        )
        return f"{shown} {self.verdict(one, other)}"

    def verdict(self, one: Outcome, other: Outcome) -> str:
        return "That's the same for both." if one is other else "That tells them apart."


class AtLeast(CompanyClaim):
    """The claim that Left does at least as well with the first position as with the other."""

    @property
    def words(self) -> str:
        one, other = company_label(self.one), company_label(self.other)
        added = "Claim: whatever is added to both"
        return f"{added}, Left does at least as well with {one} as with {other}."

    @cached_property
    def holds(self) -> bool:
        return never_worse(self.task.question, self.other)

    def breaks(self, company: Position) -> bool:
        return not is_at_least(*self.outcomes(company))

    def verdict(self, one: Outcome, other: Outcome) -> str:
        if one is other:
            return "For Left there's no difference."
        kept = is_at_least(one, other)
        return f"For Left the first is {'better' if kept else 'not at least as good'}."


class SquareFirst(CompanyClaim):
    """The claim that Left, if she can win, wins by taking the single square (Corollary 2)."""

    holds = True
    words = "Claim: wherever Left can win by starting, she wins by taking the single square."

    def breaks(self, company: Position) -> bool:
        with_it, without = self.outcomes(company)
        return with_it.wins(Player.LEFT) and without.wins(Player.RIGHT)

    def about(self, company: Position) -> str:
        board = company_label(tuple(sorted(self.one + company)))
        with_it, without = self.outcomes(company)
        if not with_it.wins(Player.LEFT):
            return f"On {board} Left cannot win if she starts, so that tests nothing."
        if without.wins(Player.RIGHT):
            return f"On {board} Left can win, but not by taking the square."
        return f"On {board} Left can win if she starts, and taking the square does it."


CLAIMS: dict[str, type[CompanyClaim]] = {
    "same": CompanyClaim,
    "at-least": AtLeast,
    "square-first": SquareFirst,
}
CLAIM_WORDS = {
    "same": "both have the same winner, whatever is added to them",
    "at-least": "the first is at least as good for Left",
    "square-first": "if Left can win with a single square on the board, taking it wins",
}


class Company(Goal):
    key = "company"
    label = "test a claim by adding rows"
    question = "Can you break it?"
    for_puzzles = False
    has_turn = False
    draws_rows = True
    tries_first = 3
    extras: ClassVar = {
        "claim": OneOf("Claim", choices=CLAIM_WORDS),
        "other": position_of("The other position", "0 means nothing."),
        "rows": BOUNDS,
        "largest": LARGEST,
    }
    answers: ClassVar = {
        "answer": Own("Answer key", reader=company, said=f"a position, or {NOTHING}", speaks=True)
    }

    def parts(self, task: QuestionBoard) -> list[tuple[Thumbnail, str]]:
        """The positions in the claim, as pictures and in words."""
        claim = self.claim(task)
        both = (claim.one,) if isinstance(claim, SquareFirst) else (claim.one, claim.other)
        return [(thumbnail(task.ruleset, rows), company_label(rows)) for rows in both]

    def posed(self, task: QuestionBoard) -> str:
        claim = self.claim(task)
        return f"{claim.words} Can you break it?"

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A variant with other positions. The claim is true in half of them, and an empty company
        never breaks it."""
        asked = Question.of(task.exercise)
        wanted = chance.random() < HOLDS
        others = list(companies(MAX_OTHER, 3, MAX_OTHER))
        for other in chance.sample(others, len(others)):
            place = varied(asked.position, chance)
            if rows_of(place) == other:
                continue
            extra = asked.extra
            if "other" in extra:
                extra = extra | {"other": format_position(other)}
            one = replace(asked, position=place, extra=extra)
            try:
                claim = self.claim(type(task)(one))
                if claim.holds is wanted and not claim.breaks(()):
                    return one
            except SolverError:
                continue
        return asked

    def claim(self, task: QuestionBoard) -> CompanyClaim:
        return CLAIMS[task.extra.get("claim", "same")](task)

    def solution(self, task: QuestionBoard) -> Any:
        """``none`` if nothing breaks the claim, otherwise the smallest company that does."""
        claim = self.claim(task)
        if claim.holds:
            return NOTHING
        (_, rows), largest = task.build_bounds
        found = next(filter(claim.breaks, companies(MAX_COMPANY, rows, largest)), None)
        return None if found is None else format_position(found)

    def right(self, task: QuestionBoard) -> str:
        return str(self.solution(task))

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return "0" if self.claim(task).holds else NOTHING

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        claim = self.claim(task)
        if answer == NOTHING:
            return Verdict(
                correct=claim.holds,
                words="Right." if claim.holds else "Not quite.",
                answered="You said: nothing breaks it.",
                truth="Nothing breaks it." if claim.holds else "Something breaks it: keep trying.",
            )
        company = self.checked(task, rows_of(answer))
        is_broken = claim.breaks(company)
        added = f"With {company_label(company)} added" if company else "Alone"
        return Verdict(
            correct=is_broken,
            words="That breaks it." if is_broken else "It holds there.",
            answered=f"You tried {company_label(company)}. {claim.about(company)}",
            truth=f"{added}. {claim.about(company)}",
        )

    def checked(self, task: QuestionBoard, company: Position) -> Position:
        """The company. Raises :class:`InvalidInputError` if it exceeds the bounds."""
        (_, most), largest = task.build_bounds
        if len(company) > most or max(company, default=0) > largest:
            written = format_position(company)
            raise InvalidInputError.of("a company", written, f"use {task.build_limits}")
        return company

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        beside = [size.strip() for size in post.getlist("row") if size.strip()]
        if post.get("none") and beside:
            both = (
                "You added something and also said that nothing breaks it. Choose one of the two."
            )
            raise InvalidInputError(both, value="none")
        if post.get("none"):
            return NOTHING
        if "row" not in post:
            raise InvalidInputError(
                "Add something to both, or say that nothing breaks it.", value=""
            )
        return "+".join(beside) or "0"

    def tries(self, answer: str) -> bool:
        return answer != NOTHING

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"none": ["1"]} if answer == NOTHING else {"row": answer.split("+")}

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return (
            "Nothing breaks it"
            if answer == NOTHING
            else f"With {company_label(rows_of(answer))} added"
        )

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser says that nothing breaks the claim, or tries one random company."""
        claim = self.claim(task)
        if guesser.says_none or claim.holds:
            return Fraction(guesser.says_none and claim.holds)
        return once_known(task, _breaking)

    def contradiction(self, task: QuestionBoard) -> str | None:
        try:
            solution = self.solution(task)
        except SolverError as error:
            return Problem(str(error), "position")
        if solution is None:
            return Problem(f"no company of up to {MAX_COMPANY} pieces shows it", "rows")
        return None

    def wrong_solution(self, task: QuestionBoard, written: Any) -> str:
        if written and written != NOTHING and self.grade(task, str(written)).correct:
            return ""
        return super().wrong_solution(task, written)


def _breaking(task: QuestionBoard) -> Fraction:
    """The share of all companies that break the claim."""
    (_, rows), largest = task.build_bounds
    tried = list(companies(rows * largest, rows, largest))
    return share(sum(map(CLAIMS[task.extra.get("claim", "same")](task).breaks, tried)), len(tried))


def rows_of(written: str) -> Position:
    """A position in ascending order, without empty rows."""
    return tuple(sorted(size for size in parse_position(written) if size))


def company_label(rows: Sequence[int]) -> str:
    """The rows in words: ``1 + 4``, or ``nothing``."""
    return position_words(rows, "nothing")
