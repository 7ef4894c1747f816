"""The keys of a lesson and of its steps: files and editors share each shape, with its label, its
help and its control."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.boards.bounds import MAX_ROWS
from games.content.compound import Pair, PairsControl, TicksControl
from games.content.controls import Choose, TextControl
from games.content.loading import read_in_parts
from games.content.reading import Finding
from games.content.shapes import (
    KIND,
    PLACE,
    Content,
    Keys,
    Line,
    Many,
    OneOf,
    Own,
    Problem,
    Shape,
    Slug,
    StepSetting,
    Text,
    Whole,
    lenient,
    of_model,
    text,
)
from games.learn.lessons.models import Lesson, Route, Skill, Track, is_move, step_kinds
from games.learn.lessons.scenes import SCENE
from games.questions.goals import GOALS
from games.questions.goals.case import CASES
from solver import THEORIES
from solver.teaching import MISCONCEPTIONS, MISJUDGEMENTS, OUTCOME_WORDS

KINDS = [kind for kind, _ in step_kinds()]
MAX_STEPS = 20
MAX_HINTS = 4
MAX_CLAIMS = 40
MAX_MISTAKES = 40
# Two misjudgements share their key with a misconception, whose name counts here.
HABIT_NAMES = {
    habit.key: habit.name for habit in (*MISCONCEPTIONS, *MISJUDGEMENTS, *MISCONCEPTIONS)
}


def read_feedback(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise ValueError("a mapping from misconception or move to text is expected")
    for key in value:
        if key not in HABIT_NAMES and not is_move(str(key)):
            known = ", ".join(HABIT_NAMES)
            raise ValueError(f"{str(key)[:60]!r} is not a misconception; known are {known}")
    return {key: text(value[key]) for key in value}


def _mistakes(place: StepSetting) -> PairsControl:
    """The replies to habits, and to moves if the step asks for a move."""
    moves = place.moves if place.content.get("kind") == "move" else []
    return PairsControl(
        [*moves, *HABIT_NAMES.items()], TextControl, MAX_MISTAKES, each="Mistake", label="say"
    )


def _moves_chosen(label: str) -> Own:
    """One move of the position."""
    return Own(
        label,
        reader=text,
        widget=lambda place: Choose(place.moves),
        said="a move such as 2>1+3",
    )


FEEDBACK = Own(
    "Replies to mistakes",
    "Touch a wrong move on the board to add it here, or the habit behind it.",
    reader=read_feedback,
    widget=_mistakes,
    said="a text for a move such as 2>1+3, or for a habit",
)
CLAIM: dict[str, Shape] = {
    **PLACE,
    "outcome": OneOf("Who wins", choices=OUTCOME_WORDS),
    "winning": Own(
        "All winning moves",
        reader=Many(each=Text()),
        widget=lambda place: TicksControl(place.moves, "no move wins"),
        said="a list of moves such as 2>1+3; empty if no move wins",
        speaks=True,
    ),
    "wins": _moves_chosen("A move that wins"),
    "loses": _moves_chosen("A move that loses"),
    "kinds": Many("Kinds of the rows", each=KIND, most=MAX_ROWS, noun="Row"),
    "nim_values": Many("Nim-values of the rows", each=Whole()),
    "reduces": Own(
        "Comes to",
        reader=Many(each=Whole(), most=2),
        widget=lambda place: Pair("squares", "dominoes"),
        said="two whole numbers: squares and dominoes",
    ),
    "case": OneOf(
        "Case of R1", choices={int(key): words for key, words in CASES.items()}, speaks=True
    ),
}
CLAIMS = Many(
    "Facts in the text",
    "List each fact that the text states. The solver checks it and fills in empty fields.",
    each=Keys(shapes=CLAIM, shown=("position",)),
    most=MAX_CLAIMS,
    noun="Fact",
)
BEFORE: dict[str, Shape] = {
    "kind": OneOf("What the step does", choices=dict(step_kinds()), needed=True),
    "title": Line("Title"),
    "text": Text("Text", "Markdown, without links and pictures.", lines=6),
    **PLACE,
    "diagram": Own(
        "Diagram",
        "A theory drawn next to the board.",
        reader=text,
        widget=lambda place: Choose([(theory.key, theory.name) for theory in THEORIES]),
        said=" · ".join(theory.key for theory in THEORIES),
    ),
    "skill": Own(
        "Skill",
        "The skill that a try counts for.",
        reader=Slug(),
        widget=lambda place: Choose(place.skills, none="the first skill of the lesson"),
        said="a skill of the lesson",
    ),
    "scene": SCENE,
}
AFTER: dict[str, Shape] = {
    "hints": Many(
        "Hints",
        "Up to four. The last hint gives the answer away.",
        each=Text(),
        most=MAX_HINTS,
        noun="Hint",
    ),
    "feedback": FEEDBACK,
    "otherwise": Text("Other mistakes", "The reply to every other mistake."),
    "after": Text("Afterwards", "Shown after the right answer."),
    "claims": CLAIMS,
}
PICTURE = Keys(
    "Picture",
    "The position shown at the end.",
    shapes={key: replace(PLACE[key], help="", needed=True) for key in ("ruleset", "position")},
)
LESSON = of_model(
    Lesson,
    Lesson.CONTENT,
    ("minutes", "state"),
    slug={"help": "The address. Leave it empty to take the title."},
    can={"label": "Now you can", "help": "Complete the sentence, and end it with a full stop."},
    trick={"lines": 6},
    skills=Many(
        "Skills",
        "What it teaches. A step counts for the first skill unless it names another.",
        each=Slug(),
        needed=True,
    ),
    picture=PICTURE,
)
ENTRY = ("slug", "title", "summary")
LISTS = {
    "tracks": of_model(Track, (*ENTRY, "from_age")),
    "routes": of_model(
        Route,
        (*ENTRY, "lessons"),
        lessons=Many(
            "Lessons",
            "The lessons in order. Clear a field to remove its lesson. Save for more fields.",
            each=Slug(),
            needed=True,
        ),
    ),
    "skills": of_model(
        Skill,
        ("slug", "title", "theory", "requires"),
        requires=Many("Builds on", "The skills to learn before it.", each=Slug()),
    ),
}
"""The keys in the files beside the lessons, by file name."""


def step_shapes(kind: Any) -> dict[str, Shape]:
    """The keys that a step of this kind may have, in canonical order."""
    asking = GOALS.get(kind) if isinstance(kind, str) else None
    if asking is None:
        return BEFORE | AFTER
    return BEFORE | dict(asking.extras) | dict(asking.answers) | AFTER


def read_step(value: Any, problems: list[Problem]) -> Content:
    """A step in canonical form."""
    kind = value.get("kind") if isinstance(value, dict) else None
    return lenient(value, step_shapes(kind), problems)


def read_lesson(value: Any, file: str) -> tuple[Content, list[Finding]]:
    """A lesson in canonical form, and the errors in its shape."""
    return read_in_parts(value, LESSON, file, parts="steps", most=MAX_STEPS, reader=read_step)
