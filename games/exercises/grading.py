"""Grading: by outcome, never by a stored line. Every winning move is right.

:func:`grade` is a pure function of an exercise and an answer, so that a verdict can be given
again at any time, for a step of a lesson, a puzzle or an item of an assignment.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from games.exercises.building import grade_building
from games.exercises.goals import Exercise, Goal
from games.exercises.tasks import CASES, THEY_PREDICT, YOU_PREDICT, Task
from games.exercises.verdicts import Verdict, on_position
from games.exercises.wrong import about_case, about_kinds, about_list, about_sum
from solver import (
    PLAYS_ON_LOST,
    InvalidInputError,
    Misconception,
    Move,
    Outcome,
    Question,
    answer,
    habits,
    misjudged_case,
    misjudged_outcome,
    remarks,
    with_article,
)

WON, LOST = "won", "lost"


NONE = "none"
"""What an empty list of moves is written as."""


def grade(exercise: Exercise, given: str) -> Verdict:
    """Judge an answer.

    Raises :class:`~solver.SolverError` in one sentence for an answer that cannot be read.
    """
    return _GRADERS[Goal(exercise.goal)](Task(exercise), given)


def _grade_move(task: Task, given: str) -> Verdict:
    placed = task.board.place(given, task.player)
    correct = task.facts.analysis.keeps_win(placed.move)
    found = on_position(
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
        habits=habits(task.question, placed.move),
        remarks=remarks(task.question, placed.move),
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
    missed = [move for move in task.facts.winning if str(move) not in marked]
    wrong = [move for move in task.facts.legal if str(move) in marked - wins]
    names = {option.value: option.label for option in task.moves}
    found = on_position(
        task,
        correct=not missed and not wrong,
        words=about_list(task, missed, wrong) if missed or wrong else "All found.",
        answered=f"You marked: {'; '.join(sorted(names[one] for one in marked)) or 'none'}.",
        truth=_counted(len(wins)),
    )
    if not wrong:
        return found if marked or not wins else _showing(found, (PLAYS_ON_LOST,))
    first = wrong[0]
    found = replace(
        found, refutation=f"After “{task.move_words(first)}”: {refutation(task, first)}"
    )
    if not wins:
        return _showing(found, (PLAYS_ON_LOST,))
    return replace(
        found, habits=habits(task.question, first), remarks=remarks(task.question, first)
    )


def _showing(verdict: Verdict, shown: tuple[Misconception, ...]) -> Verdict:
    """A verdict on an answer that is no move: what it shows is also what is true of it."""
    return replace(verdict, habits=shown, remarks=shown)


def _grade_prediction(task: Task, given: str) -> Verdict:
    labels = THEY_PREDICT if task.question.ruleset.partizan else YOU_PREDICT
    by_value = {outcome.value: label for outcome, label in labels.items()}
    if given not in by_value:
        raise InvalidInputError.of("an answer", given, "choose one of those listed")
    outcome = task.facts.outcome
    correct = given == outcome.value
    found = on_position(
        task,
        correct=correct,
        words="Right." if correct else "Not so.",
        answered=f"You said: {by_value[given]}.",
        truth=f"{labels[Outcome(outcome)]}.",
    )
    return _showing(found, misjudged_outcome(task.question, Outcome(given)))


def _grade_kinds(task: Task, given: str) -> Verdict:
    said = given.split(";")
    if len(said) != len(task.sizes) or not set(said) <= set(task.kinds):
        raise InvalidInputError.of("a kind for each row", given, "choose one for each row")
    true = [task.kind_name(size) for size in task.sizes]
    right = sum(one == other for one, other in zip(said, true, strict=True))
    pairs = list(zip(task.sizes, said, strict=True))
    answered = f"You said: {', '.join(f'{size} is {with_article(kind)}' for size, kind in pairs)}."
    if right != len(true):
        answered += f" {about_kinds(task, said)}"
    found = on_position(
        task,
        correct=right == len(true),
        words="Right." if right == len(true) else f"{right} of {len(true)} right.",
        answered=answered,
        truth=". ".join(
            f"A {task.question.ruleset.component_word} of {size} is {with_article(kind)}"
            for size, kind in zip(task.sizes, true, strict=True)
        )
        + ".",
    )
    return replace(found, reasons=tuple(map(task.kind_words, task.sizes)))


def _grade_case(task: Task, given: str) -> Verdict:
    by_value = {str(case): label for case, label in CASES.items()}
    if given not in by_value:
        raise InvalidInputError.of("a case", given, "choose one of those listed")
    true = str(task.facts.case)
    answered = f"You said: {by_value[given]}."
    if given != true:
        answered += f" {about_case(task, int(given))}"
    found = on_position(
        task,
        correct=given == true,
        words="Right." if given == true else "Another case.",
        answered=answered,
        truth=f"{by_value[true]}.",
    )
    steps = answer(task.question, theory="r1").steps
    found = replace(found, reasons=tuple(step.text for step in steps))
    return _showing(found, misjudged_case(int(true), int(given)))


def _grade_reduction(task: Task, given: str) -> Verdict:
    found = re.fullmatch(r"([0-9]{1,3});([0-9]{1,3})", given)
    if not found:
        raise InvalidInputError.of("a number of squares and dominoes", given, "write two numbers")
    said = (int(found[1]), int(found[2]))
    steps = answer(task.question, theory="reduction").steps
    cancelled = ", after S1 + S2 = 0" if task.extra.get("cancel") else ""
    answered = f"You said: {_tiles(*said)}."
    if said != task.reduction:
        answered += f" {about_sum(task, *said)}"
    return Verdict(
        correct=said == task.reduction,
        words="Right." if said == task.reduction else "Not so.",
        answered=answered,
        truth=f"It comes to {_tiles(*task.reduction)}{cancelled}.",
        reasons=tuple(step.text for step in steps[:2]),
    )


def _tiles(squares: int, dominoes: int) -> str:
    one, two = "" if squares == 1 else "s", "" if dominoes == 1 else "es"
    return f"{squares} square{one} and {dominoes} domino{two}"


def _grade_play(task: Task, given: str) -> Verdict:
    if given not in (WON, LOST):
        raise InvalidInputError.of("the end of a game", given, "play it to the end")
    return on_position(
        task,
        correct=given == WON,
        words="You won." if given == WON else "The computer won.",
        answered="You played it out against perfect play.",
        truth=_start(task),
    )


def _start(task: Task) -> str:
    """What the start of a game was worth."""
    if task.facts.winning:
        return f"At the start {_counted(len(task.facts.winning)).lower()}"
    if task.extra.get("starter", "you") == "you":
        return "The start was lost for you: your opponent had to go wrong first."
    return "The start is lost for whoever moves first."


_GRADERS: dict[Goal, Callable[[Task, str], Verdict]] = {
    Goal.MOVE: _grade_move,
    Goal.ALL: _grade_all,
    Goal.PREDICT: _grade_prediction,
    Goal.CLASSIFY: _grade_kinds,
    Goal.CASE: _grade_case,
    Goal.PLAY: _grade_play,
    Goal.REDUCE: _grade_reduction,
    Goal.BUILD: grade_building,
}


def key_in_words(task: Task) -> Verdict:
    """The right answer to an exercise as a verdict on it."""
    match task.goal:
        case Goal.MOVE:
            given = str(task.facts.winning[0])
        case Goal.ALL:
            given = ";".join(str(move) for move in task.facts.winning) or NONE
        case Goal.PREDICT:
            given = task.facts.outcome.value
        case Goal.CLASSIFY:
            given = ";".join(task.kind_name(size) for size in task.sizes)
        case Goal.CASE:
            given = str(task.facts.case)
        case Goal.REDUCE:
            given = ";".join(map(str, task.reduction))
        case _:
            given = str(getattr(task.exercise, "answer", "") or "")
    return grade(task.exercise, given)
