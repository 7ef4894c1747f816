"""What the solver says to a lesson: every position, key and claim is decided again.

A lesson with a finding cannot be loaded or published; each finding names the right answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from games.boards.boards import Board
from games.boards.lenses import lens
from games.boards.limits import ask_within_limits
from games.exercises.facts import MAX_LISTED
from games.exercises.goals import Goal
from games.exercises.grading import grade
from games.exercises.tasks import Task
from games.lessons import keys
from games.lessons.models import Step
from games.lessons.schema import Content, Finding
from solver import (
    Question,
    SolverError,
    answer,
    convention_words,
    format_position,
    get_opponent,
    get_ruleset,
    get_theory,
)

CHOOSE = "choose"


def check_lesson(
    content: Content, file: str, *, skills: Collection[str], tracks: Collection[str]
) -> list[Finding]:
    """Everything wrong with a lesson in canonical form."""
    found = []
    if content.get("track") not in tracks:
        found.append(Finding(file, 0, f"there is no track {content.get('track')!r}"))
    own = content.get("skills", [])
    found += [Finding(file, 0, f"there is no skill {s!r}") for s in own if s not in skills]
    for number, step in enumerate(content.get("steps", []), 1):
        found += [Finding(file, number, text) for text in check_step(step, own)]
    return found


def check_step(content: Content, skills: Collection[str]) -> list[str]:
    """What is wrong with a step, in sentences; the first solver error ends the search."""
    step = Step.of(content)
    problems = []
    if step.skill and step.skill not in skills:
        problems.append(f"skill: the lesson does not teach {step.skill!r}")
    if not step.text:
        problems.append("text: say something")
    try:
        if step.goal:
            problems += _check_exercise(step)
        elif step.position:
            _asked(step)
        if step.diagram:
            problems += _check_diagram(step)
    except SolverError as error:
        return [*problems, str(error)]
    for claim in step.claims:
        try:
            problems += _check_claim(step, claim)
        except SolverError as error:
            problems.append(f"claim {claim}: {error}")
    return problems


def _asked(step: Step) -> Question:
    return ask_within_limits(
        step.ruleset, step.position, step.convention or "misere", step.to_move or None
    )


def _check_exercise(step: Step) -> Iterator[str]:
    for name in ("ruleset", "convention"):
        if not getattr(step, name):
            yield f"{name} is missing"
            return
    if step.goal == Goal.BUILD:
        yield from _check_building(step)
        return
    if not step.position:
        yield "position is missing"
        return
    question = _asked(step)
    if step.to_move and not question.ruleset.partizan:
        yield "to_move: both players have the same moves in this game"
    why_not = _unfit(step, question)
    if why_not:
        yield why_not
        return
    key = keys.key_of(step)
    if step.answer is not None and step.goal != Goal.PLAY and _sorted(step.answer) != _sorted(key):
        yield f"answer: {step.answer} is wrong; the right answer is {key}"
    if step.answer is None and step.goal not in (Goal.MOVE, Goal.PLAY):
        yield f"answer is missing; the right answer is {key}"


def _sorted(answer: Any) -> Any:
    """Lists of moves are equal in any order; lists of kinds and numbers are not."""
    moves = isinstance(answer, list) and all(isinstance(one, str) and ">" in one for one in answer)
    return sorted(answer) if moves else answer


def _unfit(step: Step, question: Question) -> str:
    """Why a position does not fit what is asked about it; empty if it does."""
    partizan = question.ruleset.partizan
    goal = Goal(step.goal)
    ending = f"when {convention_words(question.convention)}"
    if goal in (Goal.CLASSIFY, Goal.CASE) and partizan:
        return "kinds and cases are for games in which both players have the same moves"
    if goal is Goal.REDUCE:
        return "" if partizan else "only strips of partizan Kayles can be reduced"
    if goal in (Goal.PREDICT, Goal.CLASSIFY):
        return ""
    task = Task(step)
    if goal is Goal.CASE:
        return "" if task.facts.case is not None else f"R1 says nothing here {ending}"
    if partizan and question.to_move is None:
        return "say who is to move, Left or Right"
    if goal is Goal.PLAY:
        return _unwinnable(step, question)
    if goal is Goal.MOVE and not task.facts.winning:
        return f"the position is lost for whoever moves {ending}: ask who wins instead"
    if goal is Goal.ALL and len(task.moves) > MAX_LISTED:
        return f"there are {len(task.moves)} moves; a list to mark holds at most {MAX_LISTED}"
    return ""


def _unwinnable(step: Step, question: Question) -> str:
    """Why the pupil cannot win the game of this step; empty if it can be won."""
    starter = step.extra.get("starter", "you")
    opponent = get_opponent(step.extra.get("opponent", "perfect"))
    mismatch = opponent.mismatch(question.ruleset, question.convention)
    if mismatch:
        return mismatch
    if opponent.key != "perfect" or starter == CHOOSE:
        return ""
    wins = bool(answer(question).to_move_wins)
    if starter == "you" and not wins:
        return "the one who starts loses: let the computer start, or let the pupil choose"
    if starter == "computer" and wins:
        return "the one who starts wins: let the pupil start, or choose"
    return ""


def _check_building(step: Step) -> Iterator[str]:
    get_ruleset(step.ruleset)
    if not step.extra.get("goal"):
        yield "goal is missing"
        return
    if not step.answer:
        yield "answer: give one position that has what is asked for"
        return
    verdict = grade(step, str(step.answer))
    if not verdict.correct:
        yield f"answer: {step.answer} is wrong; {verdict.truth}"


def _check_diagram(step: Step) -> Iterator[str]:
    get_theory(step.diagram)
    if not step.position:
        yield "diagram: there is no position to draw"
        return
    shown = lens(_asked(step), step.diagram)
    if shown.refusal:
        yield f"diagram: {shown.refusal}"


def _check_claim(step: Step, claim: Content) -> Iterator[str]:
    """Execute one claim; what it leaves out is taken from the step."""
    place = {
        name: claim.get(name, getattr(step, name))
        for name in ("ruleset", "position", "convention", "to_move")
    }
    where = f"{place['ruleset']} {place['position']} {place['convention']} {place['to_move']}"
    question = ask_within_limits(
        place["ruleset"],
        place["position"],
        place["convention"] or "misere",
        place["to_move"] or None,
    )
    for name, said in claim.items():
        if name in place:
            continue
        true = _truth(name, said, question)
        if _sorted(said) != _sorted(true):
            yield f"claim on {where.strip()}: {name} {said} is wrong; it is {true}"


def _truth(name: str, said: Any, question: Question) -> Any:
    """What is true of *question* under the name of a claim."""
    rules, position = question.ruleset, question.position
    match name:
        case "outcome":
            return answer(question).outcome.value
        case "winning":
            return keys.winning(answer(question))
        case "wins" | "loses":
            placed = Board.of(rules, position).place(said, question.to_move)
            wins = str(placed.move.canonical) in keys.winning(answer(question))
            return (
                said if wins == (name == "wins") else f"a move that {'wins' if wins else 'loses'}"
            )
        case "kinds":
            return keys.kinds(rules, position)
        case "nim_values":
            return keys.nim_values(rules, position)
    as_step = Step(
        kind=Goal.CASE if name == "case" else Goal.REDUCE,
        ruleset=rules.key,
        position=format_position(position),
        convention=question.convention.value,
        to_move=question.to_move.value if question.to_move else "",
    )
    return keys.key_of(as_step)
