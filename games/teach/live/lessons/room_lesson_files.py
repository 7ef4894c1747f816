"""Room lessons as files, and the solver's checks of their parts: those that come with the site,
``content/live/*.yaml``, and an instructor's own.

The texts of a part are notes. A position in them must be the one in the question or in a claim, so
that the solver has checked it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from django.db import models, transaction

from games.content.loading import read_in_parts
from games.content.publishing import PublishedFiles
from games.content.reading import Finding
from games.content.shapes import (
    MAX_WHOLE,
    PLACE,
    Content,
    Line,
    OneOf,
    Own,
    Problem,
    Shape,
    Text,
    Whole,
    left_out,
    lenient,
    of_model,
)
from games.content.versions import Publishable, whole
from games.learn.lessons.checks import check_step, fill_key
from games.learn.lessons.facts_said import NAMED
from games.learn.lessons.models import TELL
from games.learn.lessons.schema import CLAIMS, FEEDBACK
from games.people.models import User
from games.questions.goals import PUZZLE_GOALS, goal_of
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.lessons.kinds import KINDS, OFFERED, kind_of, lone_part
from games.teach.live.lessons.lesson_parts import wrong_terms
from games.teach.live.lessons.models import TITLE_LENGTH, RoomLesson, own_slug
from solver import InvalidInputError, SolverError, parse_position
from solver.teaching import counted

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


MAX_PARTS = 30
OLDEST = 99
"""The greatest youngest age: no filter asks for more years than two digits."""
MOST_OWN = 200
TOO_MANY = f"You have {MOST_OWN} room lessons. Delete one before you add another."
USUAL = left_out(RoomLesson, RoomLesson.CONTENT) | {"state": Publishable.State.PUBLISHED}
"""The defaults for fields that a file leaves out."""


def place(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > MAX_WHOLE:
        raise ValueError("a number is expected")
    return whole(value)


LESSON = of_model(
    RoomLesson,
    (*RoomLesson.CONTENT, "state"),
    ("minutes",),
    slug={"help": "The last part of its address."},
    order=Own("Order", "Its place in the list.", reader=place, said="a number, such as 3 or 2.5"),
    audience={"label": "For whom"},
    from_age={
        "label": "Youngest age",
        "help": "Leave it empty if it suits any age. The filter of ready lessons uses it.",
        "most": OLDEST,
    },
    needs={"label": "What is needed"},
    minutes={"help": "The minutes of its parts, added up."},
    source={"label": "Where it comes from"},
    theory={"help": "The film that explains a question. Empty: the one that fits it best."},
)


SAID_BY_PUBLISHED = ("about", "audience", "needs")
"""What a draft can do without: a lesson can begin with a title and three positions."""


class RoomLessonFiles(PublishedFiles):
    """Room lessons, each in a file of its own."""

    model = RoomLesson
    stays = ("slug", "order")

    name = "Room lessons"
    files = "live/*.yaml"
    goes = True

    def shape(self, value: Any, place: str, number: int) -> tuple[Content, list[Finding]]:
        return read_in_parts(value, LESSON, place, parts="parts", most=MAX_PARTS, reader=read_part)

    def check(self, content: Content, place: str) -> list[Finding]:
        RoomLesson(**content).full_clean(validate_unique=False)
        missing = [f"{name} is missing" for name in unsaid(content)]
        findings = [Finding(place, 0, problem) for problem in (*missing, *clock_wrong(content))]
        for number, part in enumerate(content["parts"], 1):
            findings += [Finding(place, number, problem) for problem in check_part(part)]
        return findings

    def rows(self) -> models.QuerySet[RoomLesson]:
        return RoomLesson.objects.of_site()

    def every(self) -> models.QuerySet[RoomLesson]:
        return RoomLesson.objects.all()

    def size(self, content: Content) -> str:
        return counted(len(content["parts"]), "part")

    def put(self, row: RoomLesson, content: Content) -> None:
        for name, value in (USUAL | content).items():
            setattr(row, name, value)
        row.save()


def unsaid(content: Content) -> Iterable[str]:
    """The keys that a published lesson needs and this one leaves empty."""
    if content.get("state", USUAL["state"]) == Publishable.State.PUBLISHED:
        yield from (name for name in SAID_BY_PUBLISHED if not content.get(name))


def clock_wrong(content: Content) -> Iterable[str]:
    """What is wrong with the minutes."""
    taken = sum(part["minutes"] for part in content["parts"])
    if taken != content["minutes"]:
        yield f"the parts take {taken} minutes, but the lesson says {content['minutes']}"


def add_own(owner: User, content: Content, key: uuid.UUID | None = None) -> RoomLesson:
    """A new draft of *owner* with this content and its own address, at most one for each *key* of a
    form.

    Raises :class:`InvalidInputError` if the owner has too many.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        slug = own_slug(content["title"])
        if key is not None:
            slug = f"{slug.rpartition('-')[0]}-{key.hex[:9]}"
            made = owner.room_lessons.filter(slug__endswith=f"-{key.hex[:9]}").first()
            if made is not None:
                return made
        if owner.room_lessons.count() >= MOST_OWN:
            raise InvalidInputError(TOO_MANY, value="")
        fields = USUAL | content | {"slug": slug, "order": 0, "state": Publishable.State.DRAFT}
        return RoomLesson.objects.create(owner=owner, **fields)


def copied(lesson: RoomLesson) -> Content:
    """The content for a copy of a lesson, which says where it comes from."""
    content = {name: value for name, value in lesson.content.items() if name != "state"}
    source = content.get("source", "")
    origin = f"After the room lesson “{lesson.title}”"
    title = f"{lesson.title[: TITLE_LENGTH - 7]} (copy)"
    if origin not in source:
        source = f"{origin}. {source}".strip()[:1000]
    return content | {"title": title, "source": source}
