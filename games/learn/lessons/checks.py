"""The solver's checks of a lesson: it solves every position, key and claim again.

A lesson with a finding cannot be loaded or published; each finding states the right answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from games.boards.boards import Board
from games.boards.bounds import SEARCH_BUDGET, ask_within_limits, content_budget
from games.boards.lenses import lens
from games.content.reading import Finding
from games.content.shapes import PLACE, Content, Problem
from games.learn.lessons.models import Step, is_move
from games.learn.lessons.scenes import check_scene
from games.learn.lessons.schema import CLAIM
from games.questions.goals import GOALS, GoalKey
from games.questions.goals.goal import is_same_answer, written_moves
from games.questions.goals.move import contradicted_moves, doing_in_words
from games.questions.shown_question import ShownQuestion
from solver import (
    Convention,
    Inquiry,
    NotCoveredError,
    SolverError,
    answer,
    classify,
    format_position,
    get_theory,
    profile,
)
from solver.teaching import convention_words


def check_lesson(
    content: Content, file: str, *, skills: Collection[str], tracks: Collection[str]
) -> list[Finding]:
    """All errors in a lesson in canonical form."""
    findings = []
    if content.get("track") not in tracks:
        findings.append(Finding(file, 0, f"there is no track {content.get('track')!r}"))
    own = content.get("skills", [])
    findings += [Finding(file, 0, f"there is no skill {s!r}") for s in own if s not in skills]
    if picture := content.get("picture"):
        try:
            ask_within_limits(picture["ruleset"], picture["position"], Convention.MISERE.value)
        except SolverError as error:
            findings.append(Finding(file, 0, f"picture: {error}"))
    for number, step in enumerate(content.get("steps", []), 1):
        findings += [Finding(file, number, text) for text in check_step(step, own)]
    return findings


def check_step(content: Content, skills: Collection[str]) -> list[Problem]:
    """The errors in a step, as sentences; a solver error in the exercise ends the search."""
    step = Step.of(content)
    problems = []
    if step.skill and step.skill not in skills:
        problems.append(Problem(f"the lesson does not teach {step.skill!r}", "skill", named=True))
    if not step.text:
        problems.append(Problem("the text is missing", "text", named=True))
    try:
        if step.goal:
            problems += _check_exercise(step)
        elif step.position:
            _question_of_step(step)
        if step.diagram:
            problems += _check_diagram(step)
        if "scene" in step.extra:
            problems += _check_scene(step)
    except SolverError as error:
        return [*problems, Problem(error, error.field)]
    for number, claim in enumerate(step.claims, 1):
        try:
            problems += [Problem(wrong, "claims") for wrong in _check_claim(step, claim)]
        except SolverError as error:
            problems.append(Problem(f"fact {number}: {error}", "claims"))
    return problems


def fill_key(content: Content) -> None:
    """Add the right answer if it is missing and the solver can compute it."""
    asking = GOALS.get(content["kind"])
    if asking is None or not asking.answers or "answer" in content:
        return
    try:
        solution = asking.solution(ShownQuestion(Step.of(content)))
    except SolverError:
        return  # check_step reports it
    if solution is not None:
        content["answer"] = solution


def _question_of_step(step: Step) -> Inquiry:
    return ask_within_limits(
        step.ruleset,
        step.position,
        step.convention or "misere",
        step.to_move or None,
        budget=content_budget(),
    )


def _check_exercise(step: Step) -> Iterator[Problem]:
    for name in ("ruleset", "convention"):
        if not getattr(step, name):
            yield Problem(f"{name} is missing", name)
            return
    task = ShownQuestion(step)
    if task.asking.has_position:
        if not step.position:
            yield Problem("position is missing", "position")
            return
        question = _question_of_step(step)
        if step.to_move and not question.ruleset.partizan:
            yield Problem("both players have the same moves in this game", "to_move", named=True)
    problem = task.asking.contradiction(task) or task.asking.wrong_solution(task, step.answer)
    if problem:
        yield problem if isinstance(problem, Problem) else Problem(problem, "position")
    yield from _check_words_for_moves(task, step)


def _check_words_for_moves(task: ShownQuestion, step: Step) -> Iterator[Problem]:
    """Check that replies to moves exist only if the step asks for a move, and that each such move
    is legal and wrong."""
    for key in filter(is_move, step.feedback):
        if task.asking.key != "move":
            yield Problem(f"{key} is a move, but the step asks for no move", "feedback", named=True)
            return
        try:
            placed = task.board.place(key, task.player)
        except SolverError as error:
            yield Problem(error, "feedback", named=True)
            continue
        if task.facts.analysis.keeps_win(placed.move):
            said = f"{placed.doing} wins, so it is not a mistake"
            yield Problem(said, "feedback", named=True)


def _check_diagram(step: Step) -> Iterator[Problem]:
    get_theory(step.diagram)
    if not step.position:
        yield Problem("there is no position to draw", "diagram", named=True)
        return
    drawing = lens(_question_of_step(step), step.diagram)
    if drawing.refusal:
        yield Problem(drawing.refusal, "diagram", named=True)


def _check_scene(step: Step) -> Iterator[Problem]:
    if not step.position:
        yield Problem("there is no position to draw", "scene", named=True)
        return
    try:
        yield from check_scene(step, _question_of_step(step))
    except NotCoveredError as error:
        yield Problem(error, "scene", named=True)


CLAIMED_FACTS = tuple(name for name in CLAIM if name not in PLACE)
"""The facts that a claim can state about a position."""


def question_of_claim(step: Step, claim: Content) -> Inquiry:
    """The position of a claim; missing values come from the step."""
    place = {name: claim.get(name, getattr(step, name)) for name in PLACE}
    return ask_within_limits(
        place["ruleset"],
        place["position"],
        place["convention"] or "misere",
        place["to_move"] or None,
        budget=content_budget(),
    )


def true_of(step: Step, claim: Content, name: str) -> Any:
    """The true value of *name* in a claim; for a move that wins or loses, the first such move."""
    question = question_of_claim(step, claim)
    if name not in ("wins", "loses"):
        return _truth(name, None, question)
    winning = written_moves(answer(question))
    moves = [str(move.canonical) for move in profile(question).legal]
    return next(move for move in moves if (move in winning) == (name == "wins"))


def _check_claim(step: Step, claim: Content) -> Iterator[str]:
    """Check one claim."""
    question = question_of_claim(step, claim)
    for name, stated in claim.items():
        if name in PLACE:
            continue
        true = _truth(name, stated, question)
        if not is_same_answer(stated, true):
            yield _contradicted(name, stated, true, question)


def _contradicted(name: str, stated: Any, true: Any, question: Inquiry) -> str:
    """A sentence that contradicts a claim and states the truth, with moves in words and options by
    their labels."""
    about = f"the fact about {place_in_words(question)}"
    if name == "winning":
        return f"{about}: {contradicted_moves(question, stated, true)}"
    if name in ("wins", "loses"):
        return f"{about}: {doing_in_words(question, [stated])} {true}"
    shape = CLAIM[name]
    said, is_so = shape.in_words(stated), shape.in_words(true)
    return f"{about}: {shape.label}: “{said}” is wrong; it is “{is_so}”"


def place_in_words(question: Inquiry) -> str:
    """A position with its game and its ending: ``4+4 in Kayles, when the last one loses``."""
    where = f"{format_position(question.position)} in {question.ruleset.name}"
    mover = f", {question.to_move.value.title()} to move" if question.to_move else ""
    return f"{where}, when {convention_words(question.convention)}{mover}"


def _truth(name: str, stated: Any, question: Inquiry) -> Any:
    """The true value of a claim's *name* for *question*."""
    rules, position = question.ruleset, question.position
    match name:
        case "outcome":
            return answer(question).outcome.value
        case "winning":
            return written_moves(answer(question))
        case "wins" | "loses":
            placed = Board.of(rules, position).place(stated, question.to_move)
            wins = str(placed.move.canonical) in written_moves(answer(question))
            if wins == (name == "wins"):
                return stated
            return "wins" if wins else "does not win"
        case "kinds" | "nim_values":
            sizes = classify(rules, max(position, default=0), budget=SEARCH_BUDGET).sizes
            facts = [sizes[size] for size in position]
            return [fact.kind.value if name == "kinds" else fact.nim_value for fact in facts]
    task = ShownQuestion(
        Step(
            kind=GoalKey.CASE if name == "case" else GoalKey.REDUCE,
            ruleset=rules.key,
            position=format_position(position),
            convention=question.convention.value,
            to_move=question.to_move.value if question.to_move else "",
        )
    )
    return task.asking.solution(task)
