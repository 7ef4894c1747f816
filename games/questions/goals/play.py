"""Win a game from the position. The student plays on a board, and the end of the game is
recorded."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.content.shapes import OneOf, Problem
from games.questions.frames import Told
from games.questions.goals.goal import Fields, Goal, how_many_win, lost, no_mover, share
from games.questions.goals.strategy import STARTERS
from games.questions.guessers import Guesser
from games.questions.hints import hints
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict, on_position
from solver import InvalidInputError, Profile
from solver import answer as solve
from solver.teaching import HABITS, MISJUDGEMENTS, OPPONENTS, get_opponent

WON, LOST = "won", "lost"
IN_A_GAME = 1 / 3
"""The greatest chance that a losing move in a game shows a habit by accident; above it, no habit is
named."""


class PlayOut(Goal):
    key = "play"
    label = "win it against perfect play"
    question = "Win it against perfect play."
    line_words = ("win", "play")
    takes_sums = is_game = True
    is_about_moves = True
    secret = frozenset({Told.MOVE})
    extras: ClassVar = {
        "opponent": OneOf(
            "Opponent", choices={one.key: one.name for one in OPPONENTS}, none="perfect play"
        ),
        "starter": OneOf("Who starts", choices=STARTERS | {"choose": "the student chooses"}),
    }

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        return WON

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return LOST

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        if answer not in (WON, LOST):
            raise InvalidInputError.of("the end of a game", answer, "play it to the end")
        opponent = get_opponent(task.extra.get("opponent", "perfect"))
        return on_position(
            task,
            correct=answer == WON,
            words="You won." if answer == WON else f"{opponent.name} won.",
            answered=f"You played it to the end against {opponent.name}.",
            truth=_start(task),
        )

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        raise InvalidInputError.of("the end of a game", "a form", "play it to the end")

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {}

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return {WON: "Won the game", LOST: "Lost the game"}[answer]

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        return hints(task.question, task.board, tiers, task.theories)

    def by_lot(self, task: QuestionBoard) -> dict[str, float]:
        return {misconception.key: IN_A_GAME for misconception in (*MISJUDGEMENTS, *HABITS)}

    def contradiction(self, task: QuestionBoard) -> str | None:
        starter = task.extra.get("starter", "you")
        opponent = get_opponent(task.extra.get("opponent", "perfect"))
        question = task.question
        problem = no_mover(question)
        mismatch = opponent.mismatch(question.ruleset, question.convention)
        if mismatch and not problem:
            problem = Problem(mismatch, "opponent")
        if problem or opponent.key != "perfect" or starter == "choose":
            return problem
        wins = bool(solve(question).to_move_wins)
        if starter == "you" and not wins:
            loses = "the one who starts loses: let the computer start, or let the student choose"
            return Problem(loses, "starter")
        if starter == "computer" and wins:
            return Problem("the one who starts wins: let the student start, or choose", "starter")
        return None

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The chance that the first move is a winning one. If no first move wins, the opponent has
        to make a mistake."""
        moves = guesser.moves(task)
        return share(len(set(moves) & set(task.facts.winning)), len(moves))

    def no_puzzle(self, facts: Profile) -> str | None:
        return no_mover(facts.question) or lost(facts)


def _start(task: QuestionBoard) -> str:
    """What the start of the game was worth, as a sentence."""
    if task.facts.winning:
        return f"At the start {how_many_win(task).lower()}"
    if task.extra.get("starter", "you") == "you":
        return "The start was a losing position for you: your opponent had to make a mistake first."
    return "Against perfect play, the player who starts loses."
