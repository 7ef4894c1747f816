"""The shelf: the statements of the sources that a person has proved in the course.

A statement is on it once every step of one of its proofs is done, and the lesson told none of the
answers. Nothing is stored beside the steps.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import cached_property

from games.explore.theory.papers import Paper, SourceItem, Taught, papers
from games.learn.lessons.course import Course, the_course
from games.learn.lessons.models import Lesson, StepRecord
from games.people.models import Owner, owned_by
from games.questions.played_theorems import register
from games.web.written_once import written_once

PROVED = "proved"

StepName = tuple[str, str]
"""The slug of a lesson, and the title of a step in it."""


@dataclass(frozen=True)
class ProvedCard:
    """A statement of a *paper* that the course proves, in *lessons*; *at* is when the person proved
    it, None if they have not yet."""

    paper: Paper
    item: SourceItem
    lessons: tuple[Lesson, ...]
    at: datetime | None

    @property
    def name(self) -> str:
        """``Theorem 2, Partizan Kayles``: the number in the source."""
        return f"{self.item.number}, {self.paper.short}"

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of its lessons."""
        return frozenset(lesson.number for lesson in self.lessons)

    @cached_property
    def key(self) -> str:
        """The source and the item, as its address has them."""
        return f"{self.paper.key}/{self.item.item}"

    @property
    def part_key(self) -> str:
        """What a list of statements shows of it: which it is, and whether it is proved."""
        return f"{self.key} {bool(self.at)}"


@dataclass(frozen=True)
class ProvedShelf:
    """Every statement that the course proves, in the order of the sources."""

    cards: tuple[ProvedCard, ...]

    @property
    def proved(self) -> list[ProvedCard]:
        """The statements that the person has proved, the latest first."""
        own = [card for card in self.cards if card.at]
        return sorted(own, key=lambda card: (card.at, card.name), reverse=True)

    @property
    def open(self) -> list[ProvedCard]:
        """The others."""
        return [card for card in self.cards if not card.at]

    @property
    def words(self) -> str:
        return f"{len(self.proved)} of {len(self.cards)}"


@register
def proved_by(owner: Owner | None) -> list[str]:
    """What the person may use on a board."""
    return [card.key for card in shelf_of(owner, the_course()).proved]


def shelf_of(owner: Owner | None, course: Course) -> ProvedShelf:
    """The shelf of a person, without lessons that are not published."""
    lessons = {lesson.slug: lesson for lesson in course.published}
    done = _done(owner)
    cards = []
    for paper in papers().values():
        for item in paper.items:
            proofs = [one for one in item.taught if one.how == PROVED and one.lesson in lessons]
            if proofs:
                where = dict.fromkeys(lessons[one.lesson] for one in proofs)
                cards.append(ProvedCard(paper, item, tuple(where), _proved_at(proofs, done)))
    return ProvedShelf(tuple(cards))


def _proved_at(proofs: Sequence[Taught], done: Mapping[StepName, datetime]) -> datetime | None:
    """When the first of *proofs* was complete."""
    complete = []
    for proof in proofs:
        at = [done.get((proof.lesson, title)) for title in proof.steps]
        if all(at):
            complete.append(max(one for one in at if one))
    return min(complete, default=None)


def _done(owner: Owner | None) -> dict[StepName, datetime]:
    """When the person did each step by themselves."""
    rows = _steps_done(owner) if owner else []
    return {(slug, title): at for slug, title, at in rows}


@written_once
def _steps_done(owner: Owner) -> QuerySet[Any, Any]:
    steps = StepRecord.objects.filter(
        step__order__isnull=False, done_at__isnull=False, answer_shown=False
    )
    columns = ("step__lesson__slug", "step__title", "done_at")
    return owned_by(owner, steps).order_by().values_list(*columns)


class LessonTheorems(NamedTuple):
    """The statements of the sources that a lesson proves, and those proved in an earlier lesson
    that can be used on its boards."""

    address: str
    title: str
    proves: tuple[ProvedCard, ...]
    uses: tuple[ProvedCard, ...]


def theorems_by_lesson(shelf: ProvedShelf, course: Course) -> list[LessonTheorems]:
    """The published lessons that prove or use something, in the order of the course."""
    every = (theorems_of(shelf, course, lesson) for lesson in course.published)
    return [one for one in every if one.proves or one.uses]


def theorems_of(shelf: ProvedShelf, course: Course, lesson: Lesson) -> LessonTheorems:
    """What one lesson proves and uses."""
    usable, number = course.usable[lesson.pk], lesson.number
    proves = tuple(card for card in shelf.cards if number in card.numbers)
    known = (card for card in shelf.cards if card.key in usable)
    uses = tuple(card for card in known if min(card.numbers, default=number) < number)
    return LessonTheorems(lesson.address, f"{number}. {lesson.title}", proves, uses)
