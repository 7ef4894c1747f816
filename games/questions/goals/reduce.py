"""Reduce strips of partizan Kayles to squares and dominoes."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.games import IN_STRIPS
from games.content.shapes import Flag, Many, Whole
from games.questions.frames import Told
from games.questions.goals.goal import COROLLARY_4, COROLLARY_5, THEOREM_1, Fields, Goal
from games.questions.goals.lines_of_play import contradicting
from games.questions.guessers import Guesser
from games.questions.question import QuestionBoard, QuestionLike
from games.questions.verdicts import Verdict
from solver import InvalidInputError, Profile, ask
from solver import answer as solve
from solver.teaching import OUTCOME_WORDS, counted, joined, uncapitalised

NUMBERS = ("squares", "dominoes")
MAX_TILES = 60
"""The greatest number of squares or dominoes in an answer for which we work out who would win."""


class Reduce(Goal):
    key = "reduce"
    label = "count squares and dominoes"
    question = "How many squares and dominoes does it come to?"
    line_words = ("reduce",)
    asks_both = True
    has_turn = False
    draws_rows = True
    secret = frozenset({Told.TILES})
    has_siblings = True
    extras: ClassVar = {"cancel": Flag("Cancel", "A square and a domino cancel each other.")}
    answers: ClassVar = {"answer": Many(each=Whole(), most=2, speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        """The numbers of squares and dominoes; with ``cancel``, after S1 + S2 = 0."""
        rows = solve(task.question, theory="reduction").components
        squares, dominoes = (sum(int(row[name]) for row in rows) for name in ("s1", "s2"))
        gone = min(squares, dominoes) if task.extra.get("cancel") else 0
        return [squares - gone, dominoes - gone]

    def right(self, task: QuestionBoard) -> str:
        return ";".join(map(str, self.solution(task)))

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        squares, dominoes = self.solution(task)
        return f"{squares + 1};{dominoes}"

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        counts, true = _counts(answer), self.solution(task)
        cancelled = ", after S1 + S2 = 0" if task.extra.get("cancel") else ""
        answered = self.said(task, answer)
        if counts != true:
            answered += f" {_about(task, counts, true)}"
        would = _would_win(task, counts) if counts != true else ""
        return Verdict(
            correct=counts == true,
            words="Right." if counts == true else "Not quite.",
            answered=answered,
            truth=f"It comes to {_tiles(*true)}{cancelled}.",
            reasons=_reasons(task),
            refutation=would,
        )

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        return ";".join(post.get(name, "").strip() for name in NUMBERS)

    def said(self, task: QuestionBoard, answer: str) -> str:
        return f"You said: {_tiles(*_counts(answer))}."

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {name: [number] for name, number in zip(NUMBERS, answer.split(";"), strict=False)}

    def hints(self, task: QuestionBoard, tiers: int) -> list[str]:
        squares, dominoes = self.solution(task)
        longest = max(task.question.position)
        thirds, rest = divmod(longest, 3)
        leftover = ("nothing is", "one square is", "one domino is")[rest]
        squares_in_all = counted(sum(task.question.position), "square")
        return [
            "Three squares of a strip count as one square and one domino.",
            f"You can cut three off the strip of {longest} {_times(thirds)}. Then {leftover} left."
            if thirds
            else f"The strip of {longest} is too short to cut three off.",
            f"Together the strips cover {squares_in_all}, and every domino covers two of them.",
            f"{_tiles(squares, dominoes)}.",
        ][:tiers]

    def theorems_on(self, exercise: QuestionLike) -> tuple[str, ...]:
        """Theorem 1 alone, unless squares and dominoes cancel."""
        cancels = (COROLLARY_4, COROLLARY_5) if exercise.extra.get("cancel") else ()
        return (THEOREM_1, *cancels)

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser knows how many squares the strips cover, and chooses at random among the
        answers that fit."""
        covered = sum(task.question.position)
        counts = covered + covered // 2 + 1 if task.extra.get("cancel") else covered // 2 + 1
        return Fraction(1, counts)

    def no_puzzle(self, facts: Profile) -> str | None:
        if facts.question.ruleset.family == IN_STRIPS:
            return None
        return "Only strips of partizan Kayles can be reduced."


def _counts(answer: str) -> list[int]:
    """The squares and dominoes in an answer. Raises :class:`InvalidInputError` if there are
    none."""
    numbers = re.fullmatch(r"([0-9]{1,3});([0-9]{1,3})", answer)
    if not numbers:
        raise InvalidInputError.of("a number of squares and dominoes", answer, "write two numbers")
    return [int(numbers[1]), int(numbers[2])]


def _reasons(task: QuestionBoard) -> tuple[str, ...]:
    """The steps of the theory, once the student has learnt it; the step about cancelling only if
    the task needs it."""
    if "reduction" not in task.theories:
        return ()
    steps = solve(task.question, theory="reduction").steps
    return tuple(step.text for step in steps[: 2 if task.extra.get("cancel") else 1])


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _tiles(squares: int, dominoes: int) -> str:
    s, es = "" if squares == 1 else "s", "" if dominoes == 1 else "es"
    return f"{squares} square{s} and {dominoes} domino{es}"


def _about(task: QuestionBoard, counts: list[int], true: list[int]) -> str:
    """What is wrong with the numbers of squares and dominoes."""
    whole, covered = sum(task.question.position), counts[0] + 2 * counts[1]
    if task.extra.get("cancel"):
        if all(counts):
            return "You still have both squares and dominoes: a square and a domino cancel."
    elif covered != whole:
        return f"Together they cover {counted(covered, 'square')}, but the board has {whole}."
    off = [
        f"too {'many' if count > right else 'few'} {name}"
        for count, right, name in zip(counts, true, NUMBERS, strict=True)
        if count != right
    ]
    return f"That's {joined(off)}."


def _would_win(task: QuestionBoard, counts: list[int]) -> str:
    """Who would win with the squares and dominoes of the answer, if that is not the real winner."""
    tiles = [1] * counts[0] + [2] * counts[1]
    said = solve(ask("partizan-kayles", tiles, task.convention.value, budget=task.question.budget))
    both = replace(task.question, to_move=None)
    if max(counts) > MAX_TILES or said.outcome is solve(both).outcome:
        return ""
    line = contradicting(both, task.board, said.outcome)
    would = f"With {_tiles(*counts)}, {OUTCOME_WORDS[said.outcome]}."
    return f"{would} But here, {uncapitalised(line.words)}" if line else ""
