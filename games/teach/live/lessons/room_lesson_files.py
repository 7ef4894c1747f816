"""The room lessons that come with the site: ``content/live/*.yaml``, checked by the solver; and an
instructor's own."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.db import models, transaction

from games.content.loading import read_in_parts
from games.content.publishing import PublishedFiles
from games.content.reading import Finding
from games.content.shapes import MAX_WHOLE, Content, Own, left_out, of_model
from games.content.versions import Publishable, whole
from games.people.models import User
from games.teach.live.lessons.models import TITLE_LENGTH, RoomLesson, own_slug
from games.teach.live.lessons.part_checks import check_part, read_part
from solver import InvalidInputError
from solver.teaching import counted

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
