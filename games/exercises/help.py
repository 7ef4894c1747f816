"""Help with a puzzle in four tiers: a question, the fact, the row, the answer."""

from __future__ import annotations

from games.boards.lenses import explain
from games.exercises.goals import Goal
from games.exercises.grading import grade
from games.exercises.hints import QUESTIONS, hints
from games.exercises.tasks import Task

TIER_NAMES = ("a question", "the fact", "the row", "the answer")


def puzzle_hints(task: Task, tiers: int) -> list[str]:
    """The first *tiers* hints."""
    if not tiers:
        return []
    match task.goal:
        case Goal.PREDICT:
            texts = _about_outcome(task)
        case Goal.CLASSIFY | Goal.CASE:
            texts = _about_kinds(task)
        case _:
            texts = hints(task.question, task.board, tiers)
    return texts[:tiers]


def _about_outcome(task: Task) -> list[str]:
    analysis = explain(task.question, task.facts.analysis)
    steps = [step.text for step in analysis.steps]
    largest = max(task.question.position)
    word = task.question.ruleset.component_word
    return [
        QUESTIONS.get(analysis.theory, QUESTIONS["exhaustive"]),
        steps[0],
        steps[1] if len(steps) > 2 else f"Think about the {word} of {largest} first.",
        f"{task.predictions[_index(task)].label}.",
    ]


def _index(task: Task) -> int:
    values = [option.value for option in task.predictions]
    return values.index(task.facts.outcome.value)


def _about_kinds(task: Task) -> list[str]:
    largest = max(task.sizes)
    if task.goal is Goal.CASE:
        right = grade(task.exercise, str(task.facts.case)).truth
    else:
        right = grade(task.exercise, ";".join(task.kind_name(n) for n in task.sizes)).truth
    return [
        "What is the nim-value of each row, and who wins it alone when the last one loses?",
        "Nim-value 0: null or trap. 1: gremlin or inverter. More: higher switch or higher "
        "inverter. Each time the first wins for the mover, the second loses.",
        task.kind_words(largest),
        right,
    ]
