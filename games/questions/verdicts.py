"""The verdict on an answer, which every grader returns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.boards.lenses import explain
from games.boards.looks.look import Placed
from games.questions.proofs.proof import Proof
from games.questions.question_board import QuestionBoard
from solver import Move, Player
from solver.teaching import Misconception


@dataclass(frozen=True)
class AnswerMove:
    """A move of a line of play, as :meth:`~games.boards.boards.Board.place` reads it."""

    text: str
    player: Player | None = None


def line_of(moves: Iterable[Placed]) -> tuple[AnswerMove, ...]:
    """Moves on the board as a line to keep."""
    return tuple(AnswerMove(placed.text, placed.move.player) for placed in moves)


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer, with its reasons.

    *words* is the verdict in a few words, *answered* the student's answer, and *truth* the right
    one. *winning* lists every winning move in words, *refutation* is the reply to a wrong move, and
    *reasons* are the solver's steps. *habits* are the misconceptions behind the mistake, most
    specific first; *remarks* are those that fit it, even by chance. *move* is the wrong move, if
    the question asked for one, and *proof* the test of an answer that makes a claim about every
    position. *line* are the moves to which the answer leads on the board: its own, and the reply
    that refutes it. It is None in verdicts from before lines were kept.
    """

    correct: bool
    words: str
    answered: str
    truth: str
    winning: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    refutation: str = ""
    habits: tuple[Misconception, ...] = ()
    remarks: tuple[Misconception, ...] = ()
    move: Move | None = None
    proof: Proof | None = None
    line: tuple[AnswerMove, ...] | None = None

    @property
    def habit(self) -> Misconception | None:
        """The habit to show."""
        return self.habits[0] if self.habits else None

    @property
    def glyph(self) -> str:
        return "✓" if self.correct else "✗"

    @property
    def key(self) -> str:
        """The class name in the style sheet."""
        return "good" if self.correct else "bad"


def on_position(
    task: QuestionBoard, *, correct: bool, words: str, answered: str, truth: str, **more: object
) -> Verdict:
    """The verdict on a question about a position, with its winning moves and the solver's steps."""
    facts = task.facts
    explained = explain(task.question, facts.analysis, task.theories)
    asked_for = task.question.to_move or not task.ruleset.partizan
    solved = {
        "winning": tuple(map(task.move_words, facts.winning)) if asked_for else (),
        "reasons": tuple(step.text for step in explained.steps),
    }
    return Verdict(correct, words, answered, truth, **(solved | more))  # type: ignore[arg-type]
