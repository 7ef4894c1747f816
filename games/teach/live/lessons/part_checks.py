"""What a part of a room lesson may contain, and the solver's checks.

Its texts are notes. A position in them must be the one in the question or in a claim, so that the
solver has checked it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from games.content.shapes import PLACE, Content, Line, OneOf, Problem, Shape, Text, Whole, lenient
from games.learn.lessons.checks import check_step, fill_key
from games.learn.lessons.facts_said import NAMED
from games.learn.lessons.models import TELL
from games.learn.lessons.schema import CLAIMS, FEEDBACK
from games.questions.goals import PUZZLE_GOALS, goal_of
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.lessons.kinds import KINDS, OFFERED, kind_of, lone_part
from games.teach.live.lessons.part_terms import wrong_terms
from solver import SolverError, parse_position

BEFORE: dict[str, Shape] = {
    "kind": OneOf("Activity", choices=OFFERED, needed=True),
    "title": Line("Title", needed=True),
    "minutes": Whole("Minutes", needed=True),
    "text": Text("What to say", "An empty line starts a new paragraph.", lines=6),
    **PLACE,
}
AFTER: dict[str, Shape] = {
    "expect": Text("What to expect", "Say what to wait for too.", lines=3),
    "feedback": replace(FEEDBACK, label="Usual wrong answers, and what they mean"),
    "stuck": Text("If half get it wrong", lines=3),
    "after": Text("What comes next", lines=3),
    "claims": replace(
        CLAIMS,
        label="Facts in the words",
        help="List every fact that the words state. The solver checks each. "
        "A named position needs one.",
    ),
}


def part_shapes(kind: Any) -> dict[str, Shape]:
    """The keys that a part of this kind may have, in canonical order."""
    known = KINDS.get(kind) if isinstance(kind, str) else None
    return {**BEFORE, **(known.shapes if known else {}), **AFTER}


def read_part(value: Any, problems: list[Problem]) -> Content:
    """A part in canonical form; *problems* collects the errors."""
    kind = value.get("kind") if isinstance(value, dict) else None
    return lenient(value, part_shapes(kind), problems)


def as_step(content: Content) -> Content:
    """The part as a step of a lesson."""
    kind = kind_of(content)
    kept = ("title", "text", *PLACE, "feedback", "after", "claims", *kind.extras)
    step = {key: content[key] for key in kept if key in content}
    return {"kind": kind.goal or TELL, **step}


def check_part(content: Content) -> list[Problem]:
    """The problems of a part in canonical form."""
    step = as_step(content)
    fill_key(step)
    problems = check_step(step, [])
    if not problems:
        problems += [Problem(wrong, "feedback", named=True) for wrong in _unshown(content)]
    if not problems:
        position = lone_part(content).position
        if kind_of(content).needs_position and position is None:
            problems.append(Problem("position is missing", "position"))
        else:
            problems += wrong_terms(content, position)
    return problems + [
        Problem(f"the words name {named}; add a fact about it", "claims", named=True)
        for named in _unclaimed(content)
    ]


def _unclaimed(content: Content) -> Iterator[str]:
    """The positions in the texts that no question or claim covers."""
    decided = {rows_of(content["position"])} if "position" in content else set()
    decided |= {rows_of(one["position"]) for one in content.get("claims", []) if "position" in one}
    texts = [content.get(key, "") for key in ("text", "expect", "stuck", "after")]
    words = " ".join([*texts, *content.get("feedback", {}).values()])
    for named in dict.fromkeys(NAMED.findall(words)):
        if rows_of(named) not in decided:
            yield named


def rows_of(position: str) -> tuple[int, ...]:
    return tuple(sorted(parse_position(position)))


def _unshown(content: Content) -> Iterator[str]:
    """Habits with feedback that no wrong answer can show."""
    part = lone_part(content)
    for mistake in part.mistakes:
        if not mistake.answers and part.tells_habits:
            yield f"no wrong answer shows “{mistake.habit}” here"


def refusal(asked: Question) -> str:
    """Why a room cannot ask this question, as one sentence; empty if it can."""
    try:
        asking = goal_of(asked.goal)
        if asking.is_game:
            return "A whole game cannot be a question in a room."
        if asked.goal not in PUZZLE_GOALS:
            return "This question makes sense only inside its lesson."
        task = ShownQuestion(asked)
        if task.ruleset.is_sum:
            return "A room asks about one game at a time, not about games side by side."
        if not task.facts.legal:
            return "This position has no move left, so there is nothing to ask."
        return str(asking.contradiction(task) or "")
    except SolverError as error:
        return str(error)
