"""Find every winning move: the student marks them on the board or in a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.looks.look import Placed
from games.content.shapes import Many, Text
from games.questions.frames import Told
from games.questions.goals.goal import (
    Fields,
    Goal,
    how_many_win,
    lost,
    no_mover,
    share,
    showing,
    shown,
    written_moves,
)
from games.questions.goals.move import losing_moves, moves_by_lot, refutation, wrong_moves
from games.questions.guessers import Guesser
from games.questions.hints import hints
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict, on_position
from solver import InvalidInputError, Move, Profile
from solver.teaching import PLAYS_ON_LOST, counted, joined, shown_by_move, uncapitalised

MAX_LISTED = 40
"""The longest list of moves that a student may have to mark."""
FOUND = {True: "You found them all.", False: "Right."}
"""The words for a right answer, by whether any move wins."""
NONE = "none"
"""The stored form of an answer without moves."""


class FindAll(Goal):
    key = "all-moves"
    label = "find all winning moves"
    question = "Find every winning move."
    line_words = ("all", "all-moves")
    is_marked = True
    is_about_moves = True
    secret = frozenset({Told.MOVE, Told.OUTCOME})
    takes_sums = has_siblings = True
    answers: ClassVar = {"answer": Many(each=Text(), speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        return written_moves(task.facts.analysis)

    def right(self, task: QuestionBoard) -> str:
        return ";".join(map(str, task.facts.winning)) or NONE

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        most = task.facts.winning[1:] or losing_moves(task)[:1]
        return ";".join(map(str, most)) or NONE

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        marked = _marked(task, answer)
        wins = {str(move) for move in task.facts.winning}
        missed = [move for move in task.facts.winning if str(move) not in marked]
        wrong = [move for move in task.facts.legal if str(move) in marked - wins]
        verdict = on_position(
            task,
            correct=not missed and not wrong,
            words=_about(task, missed, wrong) if missed or wrong else FOUND[bool(wins)],
            answered=self.said(task, answer),
            truth=how_many_win(task),
        )
        if not wrong:
            return verdict if marked or not wins else showing(verdict, (PLAYS_ON_LOST,))
        first = wrong[0]
        placed = task.placed(first)
        beaten = uncapitalised(refutation(task, placed))
        reply = f"If you {placed.phrase()}, {beaten}"
        verdict = replace(verdict, refutation=reply)
        if not wins:
            return showing(verdict, (PLAYS_ON_LOST,))
        slip = shown_by_move(task.question, first, task.facts)
        return replace(verdict, habits=slip.habits, remarks=slip.remarks)

    def _labels(self, task: QuestionBoard, marked: set[str]) -> str:
        labels = {option.value: option.label for option in task.moves}
        return "; ".join(sorted(labels.get(move, move) for move in marked))

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        marked = post.getlist("moves")
        if not marked and "none" not in post:
            raise InvalidInputError("Mark the winning moves.", value="")
        if marked and "none" in post:
            both = "You marked moves and also said that no move wins. Choose one of the two."
            raise InvalidInputError(both, value="none")
        return ";".join(sorted(set(marked))) or NONE

    def said(self, task: QuestionBoard, answer: str) -> str:
        return f"You marked: {self._labels(task, _marked(task, answer)) or 'none'}."

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"none": ["1"]} if answer == NONE else {"moves": answer.split(";")}

    def named(self, task: QuestionBoard, answer: str) -> list[Placed]:
        marked = _marked(task, answer)
        return [task.placed(move) for move in task.facts.legal if str(move) in marked]

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return self._labels(task, set(answer.split(";")))

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        return hints(task.question, task.board, tiers, task.theories)

    def by_lot(self, task: QuestionBoard) -> dict[str, float]:
        return moves_by_lot(task)

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser says that no move wins, or marks one random move. If several moves win, they
        mark each move with a chance of one half, but at least one move."""
        wins = task.facts.winning
        marked = guesser.marks(task)
        if marked is not None:
            return Fraction(set(marked) == set(wins))
        if guesser.says_none or not wins:
            return Fraction(guesser.says_none and not wins)
        moves = guesser.moves(task)
        if wins[1:]:
            return Fraction(1, 2 ** len(task.facts.legal) - 1)
        return share(len(set(moves) & set(wins)), len(moves))

    def no_puzzle(self, facts: Profile) -> str | None:
        return no_mover(facts.question) or lost(facts) or _too_many(facts)

    def contradiction(self, task: QuestionBoard) -> str | None:
        return no_mover(task.question) or _too_many(task.facts)

    def wrong_solution(self, task: QuestionBoard, written: Any) -> str:
        return wrong_moves(task, written)


def _too_many(facts: Profile) -> str | None:
    moves, position = len(facts.legal), shown(facts.question)
    if moves <= MAX_LISTED:
        return None
    return f"{position} has {moves} kinds of move; a list to mark holds at most {MAX_LISTED}."


def _marked(task: QuestionBoard, answer: str) -> set[str]:
    """The moves of an answer. Raises :class:`InvalidInputError` for a move that is not in the
    list."""
    if answer == NONE:
        return set()
    marked = set(answer.split(";"))
    for move in sorted(marked - {option.value for option in task.moves}):
        raise InvalidInputError.of("a move of the list", move, "mark winning moves")
    return marked


def _about(task: QuestionBoard, missed: Sequence[Move], wrong: Sequence[Move]) -> str:
    """How many winning moves are missing, how many losing ones are marked, and in which rows."""
    found = ((missed, "missed", "winning"), (wrong, "marked", "losing"))
    parts = [
        f"you {did} {counted(len(moves), f'{kind} move')} in {_rows(task, moves)}"
        for moves, did, kind in found
        if moves
    ]
    return f"Not quite: {', and '.join(parts)}."


def _rows(task: QuestionBoard, moves: Sequence[Move]) -> str:
    word = task.ruleset.component_word
    numbers = sorted({task.placed(move).lane for move in moves})
    return f"{word}{'s' if numbers[1:] else ''} {joined(numbers)}"
