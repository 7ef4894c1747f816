"""The routes through the course: their lessons, and the lessons that each lesson builds on."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.learn.lessons.course import Course, StepOutline, needs
from games.learn.lessons.models import Lesson, Route
from games.learn.progress.progress import LessonState
from solver.teaching import joined


@dataclass(frozen=True)
class StationSign:
    """A station as plain values for its page and its place on the map. *address* is that of the
    lesson, or of the step to continue with; *first* has the slugs and titles of the lessons to do
    before it."""

    slug: str
    address: str
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


@dataclass
class Station:
    """A lesson on a route. *needs* are the lessons it builds on, *first* those of them that are not
    done; *is_here* is True for the lesson to continue with."""

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
        here = state.go_on if self.is_here else None
        return StationSign(
            lesson.slug,
            here.get_absolute_url() if here else lesson.address,
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
    """A route with the stations of its published lessons."""

    route: Route
    stations: tuple[Station, ...]

    @property
    def part_key(self) -> tuple[object, ...]:
        """What the list of stations shows of it."""
        route = self.route
        return route.slug, route.title, route.summary, [one.sign for one in self.stations]

    @property
    def done(self) -> int:
        return sum(station.state.is_through for station in self.stations)


def routes(course: Course, every: Sequence[LessonState]) -> list[RouteState]:
    """All routes of the course, with the station where the person continues."""
    builds_on = needs(course)
    undone = {state.lesson.slug for state in every if not state.is_through}

    def station(state: LessonState) -> Station:
        wanted = builds_on[state.lesson.slug]
        first = () if state.is_through else tuple(one for one in wanted if one.slug in undone)
        return Station(state, wanted, first)

    lines = [
        RouteState(route, tuple(map(station, states)))
        for route, states in _lines(course.routes, every)
        if states
    ]
    here = step_to_go_on(lines)
    for line in lines:
        for one in line.stations:
            one.is_here = here is not None and one.lesson == here.lesson
    return lines


def _lines(
    drawn: Sequence[Route], every: Sequence[LessonState]
) -> list[tuple[Route, list[LessonState]]]:
    """Each route with its lessons. A lesson on several routes is drawn on the first of them; a
    lesson on none is drawn on the last, in the order of numbers."""
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
    """The station after a lesson: the next open one on its route, otherwise the first open one of
    the course."""
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
    """The first station that is not done, route by route."""
    stations = (one for line in lines for one in line.stations)
    return next((one for one in stations if not one.state.is_through), None)


def step_to_go_on(lines: Sequence[RouteState]) -> StepOutline | None:
    """The step to continue with: in the latest lesson or, if that is done, in the station after it.

    None if the person has not begun, or has done everything.
    """
    states = [one.state for line in lines for one in line.stations]
    latest = max((one.changed_at for one in states if one.changed_at), default=None)
    if latest is None:
        return None
    last = furthest(lines, {one.lesson.slug for one in states if one.changed_at == latest})
    if last and not last.state.is_through:
        return last.state.go_on
    station = next_station(lines, last.lesson) if last else None
    return station.state.next_step if station else None


def furthest(lines: Sequence[RouteState], slugs: Container[str]) -> Station | None:
    """The last of these lessons on the first route that has any of them."""
    for line in lines:
        found = [one for one in line.stations if one.lesson.slug in slugs]
        if found:
            return found[-1]
    return None
