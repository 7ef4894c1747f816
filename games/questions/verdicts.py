"""The verdict on an answer, which every grader returns, and the same as a text, which is kept with
the try.

The text is JSON with the fields of :class:`Verdict` and of what it holds, by their names and
without the usual values. A text of an earlier version of the site that no longer fits is unknown:
its answer is then graded anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from games.boards.lenses import explain
from games.boards.looks.look import Placed
from games.questions.proofs.proof import Proof
from games.questions.question import QuestionBoard
from solver import Move, Player
from solver.teaching import MISCONCEPTIONS, MISJUDGEMENTS, Misconception


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


HABITS = {
    **{habit.key: habit for habit in MISCONCEPTIONS},
    **{f"judging {habit.key}": habit for habit in MISJUDGEMENTS},
}
"""Every habit by a name of its own: a habit of judging may have the key of a habit of moving."""
NAMES = {habit: name for name, habit in HABITS.items()}


def written_verdict(verdict: Verdict) -> str:
    """The verdict as a text to keep."""
    return json.dumps(_plain(verdict), ensure_ascii=False, separators=(",", ":"))


def read_verdict(text: str) -> Verdict | None:
    """The verdict that was kept; None if there is none, or if it no longer fits."""
    if not text:
        return None
    try:
        verdict: Verdict = _typed(Verdict, json.loads(text))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return verdict


def _plain(value: Any) -> Any:
    if isinstance(value, Misconception):
        return NAMES[value]
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        told = {one.name: getattr(value, one.name) for one in fields(value)}
        usual = {one.name: one.default for one in fields(value) if one.default is not MISSING}
        return {
            name: _plain(part)
            for name, part in told.items()
            if name not in usual or part != usual[name]
        }
    if isinstance(value, tuple | list):
        return [_plain(part) for part in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _typed(kind: Any, value: Any) -> Any:
    """A value of JSON as the type that a field names."""
    if kind is Misconception:
        return HABITS[value]
    if get_origin(kind) in (Union, UnionType):
        return _one_of(get_args(kind), value)
    if get_origin(kind) is tuple:
        return _tuple(get_args(kind), value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints, make = _hints(kind), cast("Callable[..., Any]", kind)
        return make(**{name: _typed(hints[name], part) for name, part in value.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind}")
    return value


def _tuple(kinds: tuple[Any, ...], values: Any) -> tuple[Any, ...]:
    if kinds[-1] is Ellipsis:
        return tuple([_typed(kinds[0], value) for value in values])
    return tuple([_typed(kind, value) for kind, value in zip(kinds, values, strict=True)])


def _one_of(kinds: tuple[Any, ...], value: Any) -> Any:
    """The value as the first of several types that it fits."""
    if value is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return _typed(kind, value)
        except (AttributeError, KeyError, TypeError, ValueError):
            continue
    raise TypeError(f"{value!r} is none of {kinds}")
