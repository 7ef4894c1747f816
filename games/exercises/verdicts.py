"""What an answer was worth: the value every grader gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.boards.lenses import explain
from solver import Misconception, Move

if TYPE_CHECKING:
    from games.exercises.proofs import Proof
    from games.exercises.tasks import Task


@dataclass(frozen=True)
class Verdict:
    """What an answer was worth, and why.

    *words* is the verdict in a few words, *answered* says what was answered, *truth* what is so.
    *winning* lists every winning move in words, *refutation* how the other player answers a
    wrong move, *reasons* the solver's steps, *habits* what the mistake gives away, the most
    particular first; *remarks* is what is true of it, by chance or not. *move* is the wrong move
    where one was asked for, *proof* what becomes of an answer that claims something about every
    position.
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

    @property
    def habit(self) -> Misconception | None:
        """The one to show."""
        return self.habits[0] if self.habits else None

    @property
    def glyph(self) -> str:
        return "✓" if self.correct else "✗"

    @property
    def key(self) -> str:
        """For the style sheet."""
        return "good" if self.correct else "bad"


def on_position(
    task: Task, *, correct: bool, words: str, answered: str, truth: str, **more: object
) -> Verdict:
    """A verdict on a question about a position, with its winning moves and the solver's steps."""
    facts = task.facts
    explained = explain(task.question, facts.analysis, task.theories)
    asked_for = task.question.to_move or not task.ruleset.partizan
    solved = {
        "winning": tuple(map(task.move_words, facts.winning)) if asked_for else (),
        "reasons": tuple(step.text for step in explained.steps),
    }
    return Verdict(correct, words, answered, truth, **(solved | more))  # type: ignore[arg-type]
