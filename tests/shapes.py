"""What a file of each kind may hold: ``python -m tests.shapes --write`` writes the tables of
``docs/curate.md`` from the shapes that files are read by and editors are made of."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.content.shapes import Shape

PAPER = Path(__file__).resolve().parents[1] / "docs" / "curate.md"
BEGINS = "## What a file may say\n"
ABOUT = """
A file must have the keys in **bold**. The middle column is the label in the editor.
"""
Shapes = Mapping[str, "Shape"]


def kinds() -> dict[str, Shapes]:
    """Every mapping that a content file may hold, by the name of the kind."""
    from games.explore.theory import papers
    from games.explore.theory.question_files import QUESTION
    from games.learn.lessons.schema import AFTER, BEFORE, CLAIM, LESSON, LISTS
    from games.learn.puzzles.posing import PUZZLE
    from games.learn.puzzles.puzzle_files import DAILY, SET
    from games.questions.goals import GOALS
    from games.site.story import PART, STILL
    from games.teach.live.lessons import room_lesson_files
    from games.teach.live.lessons.kinds import KINDS
    from games.teach.live.lessons.lesson_parts import THEORY
    from games.teach.live.lessons.room_lesson_files import LESSON as ROOM_LESSON
    from games.teach.work.plans.plan_files import ASSIGNMENT, PLAN
    from games.teach.work.plans.plan_files import QUESTION as PLANNED

    steps = {
        f"A step of kind `{asking.key}`": {**asking.extras, **asking.answers}
        for asking in GOALS.values()
    }
    parts = {
        f"A part of kind `{kind.key}`": kind.shapes for kind in KINDS.values() if not kind.goal
    }
    return {
        "A lesson": LESSON,
        "A step": BEFORE | AFTER,
        **steps,
        "A fact in the text": CLAIM,
        "A track": LISTS["tracks"],
        "A route": LISTS["routes"],
        "A skill": LISTS["skills"],
        "A room lesson": ROOM_LESSON,
        "A part of a room lesson": room_lesson_files.BEFORE | room_lesson_files.AFTER,
        **parts,
        "A part that asks, beside the keys of its kind of step": THEORY,
        "A puzzle set": SET,
        "A puzzle": PUZZLE,
        "A puzzle of a day": DAILY,
        "A unit plan": PLAN,
        "An assignment of a plan": ASSIGNMENT,
        "A question of a plan, if it is no line": PLANNED,
        "An open question": QUESTION,
        "A source": papers.PAPER,
        "A statement of a source": papers.ITEM,
        "A board of a statement": papers.BOARD,
        "Where a statement is taught": papers.TAUGHT,
        "A part of the story": PART,
        "A frame in the story": STILL,
    }


def tables() -> str:
    """The tables, one for each kind that has keys."""
    return "".join(
        "\n".join(["", f"### {name}", "", "| key | in the editor | accepts |", "|---|---|---|"])
        + "\n"
        + "".join(f"{line}\n" for line in rows(shapes))
        for name, shapes in kinds().items()
        if shapes
    )


def rows(shapes: Shapes) -> Iterator[str]:
    for key, shape in shapes.items():
        named = f"**`{key}`**" if shape.needed else f"`{key}`"
        label = shape.label or "—"
        yield f"| {named} | {label} | {shape.accepts.replace('|', '/')} |"


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    before, _, _ = PAPER.read_text(encoding="utf-8").partition(BEGINS)
    written = f"{before}{BEGINS}{ABOUT}{tables()}"
    if "--write" in sys.argv:
        PAPER.write_text(written, encoding="utf-8")
    else:
        print(written)


if __name__ == "__main__":
    main()
