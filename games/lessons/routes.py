"""The routes through the course: which lessons lie on them, and what each lesson builds on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.lessons.course import Course, Ways, needs
from games.lessons.models import Lesson, Route
from games.lessons.progress import LessonState
from solver import joined


@dataclass(frozen=True)
class StationSign:
    """A station as it is read: what its page and its place on the map show, and nothing stored.
    *first* are the slugs and titles of the lessons to do before it."""

    slug: str
    title: str
    summary: str
    minutes: int
    how_far: str
    is_begun: bool
    is_through: bool
    is_here: bool
    has_test: bool
    first: tuple[tuple[str, str], ...]

    @property
    def first_titles(self) -> str:
        return joined([title for _, title in self.first])


@dataclass(frozen=True)
class Station:
    """A lesson on a route. *needs* are the lessons it builds on, *first* those of them that are
    not done; *is_here* where somebody goes on."""

    state: LessonState
    needs: tuple[Lesson, ...] = ()
    first: tuple[Lesson, ...] = ()
    is_here: bool = False

    @property
    def lesson(self) -> Lesson:
        return self.state.lesson

    @cached_property
    def sign(self) -> StationSign:
        lesson, state = self.lesson, self.state
        return StationSign(
            lesson.slug,
            lesson.title,
            lesson.summary,
            lesson.minutes,
            state.words,
            state.is_begun,
            state.is_through,
            self.is_here,
            state.has_test,
            tuple((one.slug, one.title) for one in self.first),
        )


@dataclass(frozen=True)
class RouteState:
    """A route with its stations, as far as their lessons are published."""

    route: Route
    stations: tuple[Station, ...]

    @property
    def done(self) -> int:
        return sum(station.state.is_through for station in self.stations)


def routes(
    course: Course, ways: Ways, every: Sequence[LessonState], here: Lesson | None = None
) -> list[RouteState]:
    """The whole course by routes; *here* is where somebody goes on."""
    builds_on = needs(course, ways)
    undone = {state.lesson.slug for state in every if not state.is_through}

    def station(state: LessonState) -> Station:
        wanted = builds_on[state.lesson.slug]
        first = () if state.is_through else tuple(one for one in wanted if one.slug in undone)
        return Station(state, wanted, first, state.lesson == here)

    return [
        RouteState(route, tuple(map(station, states)))
        for route, states in _lines(ways.routes, every)
        if states
    ]


def _lines(
    drawn: Sequence[Route], every: Sequence[LessonState]
) -> list[tuple[Route, list[LessonState]]]:
    """Each route with its lessons. What lies on several is drawn on the first of them, what lies
    on none on the last, where its number puts it."""
    drawn = drawn or [Route(slug="course", title="The course")]
    unplaced = {state.lesson.slug: state for state in every}
    lines = [
        (route, [unplaced.pop(slug) for slug in dict.fromkeys(route.lessons) if slug in unplaced])
        for route in drawn
    ]
    _, last = lines[-1]
    for state in unplaced.values():
        later = (n for n, one in enumerate(last) if one.lesson.number > state.lesson.number)
        last.insert(next(later, len(last)), state)
    return lines


def next_station(lines: Sequence[RouteState], lesson: Lesson) -> Station | None:
    """The station after a lesson: the next open one on its route, else the first open one of the
    course."""
    for line in lines:
        places = [n for n, one in enumerate(line.stations) if one.lesson == lesson]
        if places:
            after = line.stations[places[0] + 1 :]
            return next((one for one in after if not one.state.is_through), None) or first_open(
                lines
            )
    return first_open(lines)


def station_of(lines: Iterable[RouteState], lesson: Lesson) -> Station | None:
    """The station of a lesson."""
    stations = (one for line in lines for one in line.stations)
    return next((one for one in stations if one.lesson == lesson), None)


def first_open(lines: Iterable[RouteState]) -> Station | None:
    """The first station that is not done, by the numbers of the lessons."""
    stations = [one for line in lines for one in line.stations if not one.state.is_through]
    return min(stations, key=lambda one: one.lesson.number, default=None)
