"""The shelf “Ready to use”: room lessons, unit plans, lessons of the course and an instructor's own
templates, filtered by age, minutes and topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.functional import cached_property

from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, Track
from games.people.models import User
from games.teach.classes.access import Asker
from games.teach.live.lessons.models import RoomLesson
from games.teach.work.plans.models import Plan
from solver import SolverError, get_ruleset
from solver.teaching import counted

KINDS = {
    "room": "Room lessons",
    "plan": "Unit plans",
    "lesson": "Lessons to take alone",
    "own": "Your room lessons",
    "shared": "From your colleagues",
    "template": "Your templates",
}
AGES = {"10": 10, "12": 12, "14": 14, "16": 16}
MINUTES = {"20": (0, 20), "45": (21, 45), "90": (46, 90), "more": (91, 100_000)}
MINUTE_WORDS = {
    "20": "up to 20 minutes",
    "45": "21 to 45 minutes",
    "90": "46 to 90 minutes",
    "more": "several lessons",
}


@dataclass(frozen=True)
class Ready:
    """An entry of the shelf. *from_age* is None if it suits any age; *covers* are the boards in its
    picture, each a ruleset and a position."""

    kind: str
    title: str
    about: str
    url: str
    minutes: int
    from_age: int | None
    topics: frozenset[str]
    covers: tuple[tuple[str, str], ...] = ()
    detail: str = ""

    @property
    def notes(self) -> str:
        """How long it takes, for what age, and the detail, on one line."""
        ages = f"from {self.from_age} years" if self.from_age else ""
        return " · ".join(filter(None, (counted(self.minutes, "minute"), ages, self.detail)))


def topic_of(ruleset: str) -> str:
    """The track that a game belongs to; empty if the ruleset cannot be read."""
    try:
        rules = get_ruleset(ruleset)
    except SolverError:
        return ""
    if rules.partizan:
        return "partizan"
    family = rules.key.partition(":")[0]
    return {"nim": "nim", "subtraction": "rows"}.get(family, "kayles")


def _topics(rulesets: Iterable[str], goals: Iterable[str] = ()) -> frozenset[str]:
    found = {topic_of(ruleset) for ruleset in rulesets if ruleset}
    if {"classify", "case"} & set(goals):
        found.add("r1")
    return frozenset(found - {""})


def _room_lesson(lesson: RoomLesson, kind: str) -> Ready:
    parts = lesson.parts
    return Ready(
        kind,
        lesson.title,
        lesson.about,
        lesson.get_absolute_url(),
        lesson.minutes,
        lesson.from_age,
        _topics((p.get("ruleset", "") for p in parts), (p["kind"] for p in parts)),
        tuple((part.asked.ruleset, part.asked.position) for part in lesson.covers),
        lesson.needs,
    )


def _plan(plan: Plan, kind: str, rulesets: Iterable[str]) -> Ready:
    track = plan.track
    topics = frozenset([track.slug]) if track else _topics(rulesets)
    return Ready(
        kind,
        plan.title,
        plan.about,
        plan.get_absolute_url(),
        sum(entry.work for entry in plan.planned),
        track.from_age if track else None,
        topics,
        tuple((item.ruleset, item.position) for item in plan.covers),
        f"{plan.weeks} weeks" if plan.weeks > 1 else "",
    )


def _lesson(lesson: Lesson) -> Ready:
    held = lesson.picture
    cover = ((held["ruleset"], held["position"]),) if held.get("position") else ()
    return Ready(
        "lesson",
        lesson.title,
        lesson.summary,
        lesson.get_absolute_url(),
        lesson.minutes,
        lesson.track.from_age,
        frozenset([lesson.track.slug]),
        cover,
    )


def everything(user: Asker, *, may_see_shared: bool) -> list[Ready]:
    """All entries that this user may see, room lessons first."""
    shelf = [_room_lesson(one, "room") for one in RoomLesson.objects.for_everybody()]
    if isinstance(user, User):
        retired = RoomLesson.State.RETIRED
        own = user.room_lessons.exclude(state=retired).order_by("-changed_at")
        shelf += [_room_lesson(one, "own") for one in own]
        if may_see_shared:
            shared = RoomLesson.objects.shared().exclude(owner=user)
            shelf += [_room_lesson(one, "shared") for one in shared]
    mine = Q(owner=user) if isinstance(user, User) else Q(pk=None)
    plans = Plan.objects.units() | Plan.objects.filter(mine)
    games = plans.filter(track=None).rulesets()
    shelf += [
        _plan(one, "plan" if one.slug else "template", games[one.pk])
        for one in plans.on_the_shelf()
    ]
    return shelf + [_lesson(one) for one in the_course().published]


# --- filters --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShelfChoice:
    """A value of a filter, with its label *words* and the number of entries that it leaves under
    the other filters."""

    value: str
    words: str
    number: int
    is_chosen: bool


@dataclass(frozen=True)
class ShelfFilter:
    """A filter with its *name* and *choices*; the first choice means any."""

    name: str
    label: str
    choices: tuple[ShelfChoice, ...]


class Shelf:
    """The entries that match the filters in *asked*; unknown values are ignored."""

    def __init__(self, ready: Sequence[Ready], asked: dict[str, str]) -> None:
        self.ready = ready
        topics = dict(Track.objects.values_list("slug", "title"))
        self.values: dict[str, tuple[str, dict[str, str]]] = {
            "kind": ("Kind", {key: words for key, words in KINDS.items() if self._has(key)}),
            "age": ("Age", {key: f"{key} years" for key in AGES}),
            "minutes": ("Time", MINUTE_WORDS),
            "topic": ("Topic", topics),
        }
        self.asked = {
            name: asked.get(name, "")
            for name, (_, values) in self.values.items()
            if asked.get(name, "") in values
        }

    def _has(self, kind: str) -> bool:
        return any(one.kind == kind for one in self.ready)

    def fitting(self, asked: dict[str, str]) -> list[Ready]:
        """The entries that match these filters."""
        return [one for one in self.ready if all(FITS[n](one, v) for n, v in asked.items() if v)]

    @cached_property
    def shown(self) -> list[Ready]:
        return self.fitting(self.asked)

    @property
    def groups(self) -> list[tuple[str, list[Ready]]]:
        """The matching entries, by kind."""
        shown = self.shown
        groups = [(words, [o for o in shown if o.kind == kind]) for kind, words in KINDS.items()]
        return [(words, found) for words, found in groups if found]

    @property
    def filters(self) -> list[ShelfFilter]:
        return [
            ShelfFilter(
                name,
                label,
                tuple(
                    ShelfChoice(
                        value,
                        words,
                        len(self.fitting(self.asked | {name: value})),
                        self.asked.get(name, "") == value,
                    )
                    for value, words in [("", "any"), *values.items()]
                ),
            )
            for name, (label, values) in self.values.items()
        ]


def _fits_minutes(one: Ready, value: str) -> bool:
    least, most = MINUTES[value]
    return least <= one.minutes <= most


FITS: dict[str, Callable[[Ready, str], bool]] = {
    "kind": lambda one, value: one.kind == value,
    "age": lambda one, value: one.from_age is None or one.from_age <= AGES[value],
    "minutes": _fits_minutes,
    "topic": lambda one, value: value in one.topics,
}
