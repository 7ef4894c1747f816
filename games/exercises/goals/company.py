"""Try to break a claim about two positions by what is put beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from django.http import QueryDict
from django.utils.functional import cached_property

from games.boards.limits import ask_within_limits
from games.boards.thumbnails import Thumbnail, thumbnail
from games.content.shapes import Problem, one_of, position, text, whole
from games.exercises.asked import Asked
from games.exercises.goals.asking import LESSONS_ONLY, Asking, Fields, once_known, share, varied
from games.exercises.goals.build import bounds
from games.exercises.verdicts import Verdict
from solver import (
    OUTCOME_WORDS,
    InvalidInputError,
    Outcome,
    Player,
    Position,
    Profile,
    SolverError,
    companies,
    format_position,
    is_at_least,
    never_apart,
    never_worse,
    parse_position,
    position_words,
)
from solver import answer as solve

if TYPE_CHECKING:
    from games.exercises.guessing import Guesser
    from games.exercises.tasks import Task

NOTHING = "none"
"""The answer that no company breaks the claim."""
MAX_COMPANY = 12
"""How many pieces of company are tried in search of one that breaks a claim."""


MAX_OTHER = 8
"""How many pieces a position has that is compared with another one by lot."""
HOLDS = 0.5
"""How often a claim of fresh numbers holds."""


def company(value: Any) -> str:
    """An answer; a single row may be written as a bare number."""
    return text(str(value) if type(value) is int else value)


class CompanyClaim:
    """A claim about the position of a *task* beside any company; here, that it is won and lost
    like the other position."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.one = rows_of(task.exercise.position)
        self.other = rows_of(task.extra.get("other", "0"))

    @cached_property
    def holds(self) -> bool:
        """Whether no company at all breaks it, of any size; raises
        :class:`~solver.NotCoveredError` where no theory can tell."""
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
        """The outcome of *rows* with *company* beside them."""
        rules, convention = self.task.ruleset, self.task.convention.value
        return solve(ask_within_limits(rules, tuple(sorted(rows + company)), convention)).outcome

    def about(self, company: Position) -> str:
        """What a company shows."""
        one, other = self.outcomes(company)
        shown = (
            f"With {company_label(self.one)}: {OUTCOME_WORDS[one]}. "
            f"With {company_label(self.other)}: {OUTCOME_WORDS[other]}."
        )
        return f"{shown} {self.verdict(one, other)}"

    def verdict(self, one: Outcome, other: Outcome) -> str:
        return "That's the same for both." if one is other else "That tells them apart."


class AtLeast(CompanyClaim):
    """That Left is at least as well off with the first position as with the other."""

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
    """That Left, where she can win beside a single square, wins by taking it (Corollary 2)."""

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


class Company(Asking):
    key = "company"
    label = "test a claim by adding rows"
    question = "Can you break it?"
    for_puzzles = False
    has_turn = False
    draws_rows = True
    extras: ClassVar = {
        "claim": one_of(*CLAIMS),
        "other": position,
        "rows": bounds,
        "largest": whole,
    }
    extras_help = "claim: same; other: 1+1; rows: [1, 4]; largest: 8"
    answers: ClassVar = {"answer": company}

    def parts(self, task: Task) -> list[tuple[Thumbnail, str]]:
        """The positions it is about, as pictures and in words."""
        claim = self.claim(task)
        both = (claim.one,) if isinstance(claim, SquareFirst) else (claim.one, claim.other)
        return [(thumbnail(task.ruleset, rows), company_label(rows)) for rows in both]

    def posed(self, task: Task) -> str:
        claim = self.claim(task)
        return f"{claim.words} Can you break it?"

    def fresh(self, task: Task, chance: Random) -> Asked:
        """Other positions, of which one half keeps to the claim; nothing beside them is never what
        breaks it."""
        asked = Asked.of(task.exercise)
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

    def claim(self, task: Task) -> CompanyClaim:
        return CLAIMS[task.extra.get("claim", "same")](task)

    def solution(self, task: Task) -> Any:
        """``none`` where nothing breaks the claim, else the smallest company that does."""
        claim = self.claim(task)
        if claim.holds:
            return NOTHING
        (_, rows), largest = task.build_bounds
        found = next(filter(claim.breaks, companies(MAX_COMPANY, rows, largest)), None)
        return None if found is None else format_position(found)

    def right(self, task: Task) -> str:
        return str(self.solution(task))

    def wrong(self, task: Task, chance: Random) -> str:
        return "0" if self.claim(task).holds else NOTHING

    def grade(self, task: Task, answer: str) -> Verdict:
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

    def checked(self, task: Task, company: Position) -> Position:
        """Raises :class:`InvalidInputError` for a company that does not keep to the bounds."""
        (_, most), largest = task.build_bounds
        if len(company) > most or max(company, default=0) > largest:
            written = format_position(company)
            raise InvalidInputError.of("a company", written, f"use {task.build_limits}")
        return company

    def read(self, task: Task, post: QueryDict) -> str:
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

    def fields(self, task: Task, answer: str) -> Fields:
        return {"none": ["1"]} if answer == NOTHING else {"row": answer.split("+")}

    def answer_label(self, task: Task, answer: str) -> str:
        return (
            "Nothing breaks it"
            if answer == NOTHING
            else f"With {company_label(rows_of(answer))} added"
        )

    def hints(self, task: Task, tiers: int) -> list[str]:
        return []  # those of its lesson are all there are

    def guessed(self, task: Task, guesser: Guesser) -> Fraction:
        """They say that nothing breaks it, or try one company by lot."""
        claim = self.claim(task)
        if guesser.says_none or claim.holds:
            return Fraction(guesser.says_none and claim.holds)
        return once_known(task, _breaking)

    def no_puzzle(self, facts: Profile) -> str | None:
        return LESSONS_ONLY

    def contradiction(self, task: Task) -> str | None:
        try:
            solution = self.solution(task)
        except SolverError as error:
            return Problem(str(error), "position")
        if solution is None:
            return Problem(f"no company of up to {MAX_COMPANY} pieces shows it", "rows")
        return None

    def wrong_solution(self, task: Task, written: Any) -> str:
        if written and written != NOTHING and self.grade(task, str(written)).correct:
            return ""
        return super().wrong_solution(task, written)


def _breaking(task: Task) -> Fraction:
    """The share of all companies that break the claim."""
    (_, rows), largest = task.build_bounds
    tried = list(companies(rows * largest, rows, largest))
    return share(sum(map(CLAIMS[task.extra.get("claim", "same")](task).breaks, tried)), len(tried))


def rows_of(written: str) -> Position:
    """A position, ascending, without empty rows."""
    return tuple(sorted(size for size in parse_position(written) if size))


def company_label(rows: Sequence[int]) -> str:
    """``1 + 4``, and ``nothing``."""
    return position_words(rows, "nothing")
