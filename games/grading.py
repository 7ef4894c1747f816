"""Grading: by outcome, never by a stored line. Every winning move is right.

:func:`grade` is a pure function of a puzzle and an answer, so that a verdict can be given again
at any time, for a puzzle on its own, in a set or in an assignment.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from games.models import Puzzle
from games.tasks import CASES, KINDS, THEY_PREDICT, YOU_PREDICT, Task
from solver import (
    InvalidInputError,
    Misconception,
    Move,
    Outcome,
    Question,
    answer,
    is_same_move,
    misconception,
)

WON, LOST = "won", "lost"
NONE = "none"
"""What an empty list of moves is written as."""


@dataclass(frozen=True)
class Verdict:
    """What an answer was worth, and why.

    *words* is the verdict in a few words, *answered* says what was answered, *truth* what is so.
    *winning* lists every winning move in words, *refutation* how the other player answers a
    wrong move, *reasons* the solver's steps.
    """

    correct: bool
    words: str
    answered: str
    truth: str
    winning: tuple[str, ...]
    reasons: tuple[str, ...]
    refutation: str = ""
    habit: Misconception | None = None

    @property
    def glyph(self) -> str:
        return "✓" if self.correct else "✗"

    @property
    def key(self) -> str:
        """For the style sheet."""
        return "good" if self.correct else "bad"


def grade(puzzle: Puzzle, given: str) -> Verdict:
    """Judge an answer.

    Raises :class:`~solver.SolverError` in one sentence for an answer that cannot be read.
    """
    return _GRADERS[Puzzle.Goal(puzzle.goal)](Task(puzzle), given)


def _verdict(task: Task, *, correct: bool, words: str, answered: str, truth: str) -> Verdict:
    facts = task.facts
    listed = facts.winning if task.player or not task.question.ruleset.partizan else ()
    return Verdict(
        correct=correct,
        words=words,
        answered=answered,
        truth=truth,
        winning=tuple(map(task.move_words, listed)),
        reasons=tuple(step.text for step in facts.analysis.steps),
    )


def _grade_move(task: Task, given: str) -> Verdict:
    placed = task.board.place(given, task.player)
    correct = any(is_same_move(placed.move, wins) for wins in task.facts.winning)
    found = _verdict(
        task,
        correct=correct,
        words="That wins." if correct else "That loses.",
        answered=f"You {placed.phrase(past=True)}.",
        truth=_counted(len(task.facts.winning)),
    )
    if correct:
        return found
    return replace(
        found,
        refutation=refutation(task, placed.move),
        habit=misconception(task.question, placed.move),
    )


def refutation(task: Task, move: Move) -> str:
    """How the other player wins after *move*."""
    after: Question = task.question.after(move)
    board = task.board.after(task.board.place(str(move), move.player))
    reply = answer(after).preferred
    if reply is None:
        return "The other player is left without a move, and that wins."
    return f"The other player answers: {board.place(str(reply), reply.player).label}."


def _counted(winning: int) -> str:
    return "Only one move wins." if winning == 1 else f"{winning} moves win."


def read_moves(task: Task, given: str) -> set[str]:
    """The moves of a list; raises :class:`InvalidInputError` for what is not in it."""
    if given == NONE:
        return set()
    listed = set(given.split(";"))
    known = {option.value for option in task.moves}
    for text in sorted(listed - known):
        raise InvalidInputError.of("a move of the list", text, "mark those that win")
    return listed


def _grade_all(task: Task, given: str) -> Verdict:
    marked = read_moves(task, given)
    wins = {str(move) for move in task.facts.winning}
    missed, wrong = len(wins - marked), len(marked - wins)
    words = "All found."
    if missed or wrong:
        parts = [f"{missed} missing"] if missed else []
        if wrong:
            parts.append(f"{wrong} that {'loses' if wrong == 1 else 'lose'}")
        words = f"Not quite: {' and '.join(parts)}."
    names = {option.value: option.label for option in task.moves}
    found = _verdict(
        task,
        correct=not missed and not wrong,
        words=words,
        answered=f"You marked: {'; '.join(sorted(names[one] for one in marked)) or 'none'}.",
        truth=_counted(len(wins)),
    )
    if not wrong:
        return found
    first = next(move for move in task.facts.legal if str(move) in marked - wins)
    return replace(
        found,
        refutation=f"After “{task.move_words(first)}”: {refutation(task, first)}",
        habit=misconception(task.question, first),
    )


def _grade_prediction(task: Task, given: str) -> Verdict:
    labels = THEY_PREDICT if task.question.ruleset.partizan else YOU_PREDICT
    by_value = {outcome.value: label for outcome, label in labels.items()}
    if given not in by_value:
        raise InvalidInputError.of("an answer", given, "choose one of those listed")
    outcome = task.facts.outcome
    correct = given == outcome.value
    return _verdict(
        task,
        correct=correct,
        words="Right." if correct else "Not so.",
        answered=f"You said: {by_value[given]}.",
        truth=f"{labels[Outcome(outcome)]}.",
    )


def _grade_kinds(task: Task, given: str) -> Verdict:
    said = given.split(";")
    if len(said) != len(task.sizes) or not set(said) <= set(KINDS):
        raise InvalidInputError.of("a kind for each row", given, "choose one for each row")
    true = [task.kind_of(size).value for size in task.sizes]
    right = sum(one == other for one, other in zip(said, true, strict=True))
    pairs = list(zip(task.sizes, said, strict=True))
    found = _verdict(
        task,
        correct=right == len(true),
        words="Right." if right == len(true) else f"{right} of {len(true)} right.",
        answered=f"You said: {', '.join(f'{size} is {_a(kind)}' for size, kind in pairs)}.",
        truth=". ".join(
            f"A {task.question.ruleset.component_word} of {size} is {_a(kind)}"
            for size, kind in zip(task.sizes, true, strict=True)
        )
        + ".",
    )
    return replace(found, reasons=tuple(map(task.kind_words, task.sizes)))


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _grade_case(task: Task, given: str) -> Verdict:
    by_value = {str(case): label for case, label in CASES.items()}
    if given not in by_value:
        raise InvalidInputError.of("a case", given, "choose one of those listed")
    true = str(task.facts.case)
    found = _verdict(
        task,
        correct=given == true,
        words="Right." if given == true else "Another case.",
        answered=f"You said: {by_value[given]}.",
        truth=f"{by_value[true]}.",
    )
    steps = answer(task.question, theory="r1").steps
    return replace(found, reasons=tuple(step.text for step in steps))


def _grade_play(task: Task, given: str) -> Verdict:
    if given not in (WON, LOST):
        raise InvalidInputError.of("the end of a game", given, "play it to the end")
    return _verdict(
        task,
        correct=given == WON,
        words="You won." if given == WON else "The computer won.",
        answered="You played it out against perfect play.",
        truth=f"From the start, {_counted(len(task.facts.winning)).lower()}",
    )


_GRADERS: dict[Puzzle.Goal, Callable[[Task, str], Verdict]] = {
    Puzzle.Goal.MOVE: _grade_move,
    Puzzle.Goal.ALL: _grade_all,
    Puzzle.Goal.PREDICT: _grade_prediction,
    Puzzle.Goal.CLASSIFY: _grade_kinds,
    Puzzle.Goal.CASE: _grade_case,
    Puzzle.Goal.PLAY: _grade_play,
}
