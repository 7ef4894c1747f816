"""The open step as a student will see it, rendered from the page without being stored."""

from __future__ import annotations

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.boards.board_view import view
from games.boards.boards import Board
from games.boards.limits import ask_within_limits
from games.boards.rules import rule_of
from games.content.shapes import Content
from games.exercises.tasks import Task
from games.lessons.models import Step
from games.lessons.scenes import draw_scene
from solver import Convention, SolverError

TEMPLATE = "admin/games/lesson/preview.html"


def preview(content: Content) -> SafeString | str:
    """Render a step of canonical *content*; empty while there is nothing to show."""
    step = Step.of(content)
    try:
        return SafeString(render_to_string(TEMPLATE, _context(step)))
    except (SolverError, ValueError, TypeError, LookupError):
        return ""


def _context(step: Step) -> dict[str, object]:
    task = Task(step) if step.goal else None
    if task is not None and (wrong := task.asking.contradiction(task)):
        return {"step": step, "heading": step.title, "problem": wrong}
    question = ask_within_limits(
        step.ruleset or "nim",
        step.position or "0",
        step.convention or Convention.MISERE.value,
        step.to_move or None,
    )
    rules, convention = question.ruleset, question.convention
    scene = draw_scene(step, question, "", lambda number: "#") if step.extra.get("scene") else None
    is_drawn = bool(step.position) and not (task and task.asking.draws_rows)
    fewest = task.build_bounds[0][1] if task else 0
    return {
        "step": step,
        "heading": step.title or (task.asks if task else ""),
        "task": task,
        "rule": rule_of(rules, convention, step.position) if step.ruleset else None,
        "board": view(Board.of(rules, question.position), prefix="seen-") if is_drawn else None,
        "scene": scene,
        "build_rows": [""] * fewest,
        "build_word": rules.component_word.capitalize(),
        "given": {},
    }
