"""The shape of a lesson's file: its keys and their values."""

from __future__ import annotations

import re
from typing import Any

from games.content.loading import read_in_parts
from games.content.reading import Finding
from games.content.shapes import (
    Content,
    Problem,
    Reader,
    convention,
    kind_name,
    lenient,
    line,
    many,
    one_of,
    outcome,
    player,
    position,
    strict,
    text,
    whole,
    word,
)
from games.learn.lessons.models import TELL, Lesson
from games.learn.lessons.scenes import scene
from games.questions.goals import GOALS
from solver.teaching import MISCONCEPTIONS, MISJUDGEMENTS

KINDS = [TELL, *GOALS]
MAX_STEPS = 20
MAX_HINTS = 4
MAX_CLAIMS = 40
MISCONCEPTION_IDS = tuple(dict.fromkeys(habit.key for habit in (*MISCONCEPTIONS, *MISJUDGEMENTS)))


def is_move(key: str) -> bool:
    """Whether the key of a reply is a move: ``2>1+3``."""
    return re.fullmatch(r"[0-9]{1,2}>[0-9]{1,6}(\+[0-9]{1,6})*", key) is not None


def feedback(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("a mapping from misconception or move to text is expected")
    for key in value:
        if key not in MISCONCEPTION_IDS and not is_move(str(key)):
            raise ValueError(f"{str(key)[:60]!r} is not a misconception; known are {list_of_ids()}")
    return {key: text(value[key]) for key in value}


def list_of_ids() -> str:
    return ", ".join(MISCONCEPTION_IDS)


def claim(value: Any) -> Content:
    return strict(value, CLAIM)


def picture(value: Any) -> Content:
    """The position at the end of a lesson, complete or missing."""
    content = strict(value, PICTURE)
    missing = [key for key in PICTURE if key not in content]
    if missing:
        raise ValueError(f"{missing[0]} is missing")
    return content


PLACE: dict[str, Reader] = {
    "ruleset": text,
    "position": position,
    "convention": convention,
    "to_move": player,
}
CLAIM: dict[str, Reader] = PLACE | {
    "outcome": outcome,
    "winning": many(text),
    "wins": text,
    "loses": text,
    "kinds": many(kind_name),
    "nim_values": many(whole),
    "reduces": many(whole, 2),
    "case": whole,
}
PICTURE: dict[str, Reader] = {"ruleset": text, "position": position}
BEFORE: dict[str, Reader] = {
    "kind": one_of(*KINDS),
    "title": line,
    "text": text,
    **PLACE,
    "diagram": text,
    "skill": word,
    "scene": scene,
}
AFTER: dict[str, Reader] = {
    "hints": many(text, MAX_HINTS),
    "feedback": feedback,
    "otherwise": text,
    "after": text,
    "claims": many(claim, MAX_CLAIMS),
}
LESSON: dict[str, Reader] = {
    "slug": word,
    "number": whole,
    "title": line,
    "track": word,
    "skills": many(word),
    "summary": text,
    "can": text,
    "picture": picture,
    "trick": text,
    "source": text,
    "minutes": whole,
    "state": one_of(*Lesson.State.values),
}
ENTRY: dict[str, Reader] = {"slug": word, "title": line, "summary": text}
TRACK: dict[str, Reader] = ENTRY | {"from_age": whole}
ROUTE: dict[str, Reader] = ENTRY | {"lessons": many(word)}
SKILL: dict[str, Reader] = {"slug": word, "title": line, "theory": word, "requires": many(word)}
LISTS = {"tracks": TRACK, "routes": ROUTE, "skills": SKILL}
"""The readers for the files beside the lessons, by file name."""

REQUIRED = ("slug", "number", "title", "track", "skills", "summary", "minutes", "state")


def step_readers(kind: Any) -> dict[str, Reader]:
    """The readers of the keys that a step of this kind may have, in canonical order."""
    asking = GOALS.get(kind) if isinstance(kind, str) else None
    if asking is None:
        return BEFORE | AFTER
    return BEFORE | dict(asking.extras) | dict(asking.answers) | AFTER


def read_step(value: Any, problems: list[Problem]) -> Content:
    """A step in canonical form."""
    kind = value.get("kind") if isinstance(value, dict) else None
    content = lenient(value, step_readers(kind), problems)
    if isinstance(value, dict) and "kind" not in value:
        problems.append(Problem(f"kind is missing; known are {', '.join(KINDS)}", "kind"))
    return content


def read_lesson(value: Any, file: str) -> tuple[Content, list[Finding]]:
    """A lesson in canonical form, and the errors in its shape."""
    return read_in_parts(
        value, LESSON, file, REQUIRED, parts="steps", most=MAX_STEPS, reader=read_step
    )
