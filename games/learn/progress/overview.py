"""The page of the course for one person: the map, with the coordinates of the stations on each
route, what to do today, and the days on which they practised.

The first route is a straight line with names above it. Every other route branches off below, with
slanted names; each station stands to the right of those that it builds on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from math import ceil, cos, radians, sin
from textwrap import wrap
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import cached_property

from games.learn.lessons.course import Course, StepOutline, the_course
from games.learn.lessons.models import Lesson, Route, StepRecord
from games.learn.lessons.taken_tests import TakenTest
from games.learn.progress.due import Topic, Topics, minutes, topics_of
from games.learn.progress.progress import LessonState, overview
from games.learn.progress.routes import RouteState, Station, first_open, routes, step_to_go_on
from games.people.models import Owner, User, owned_by
from games.play.models import Match
from games.questions.attempts import Attempt
from games.web.written_once import written_once


@dataclass(frozen=True)
class Calendar:
    """Consecutive days, the last one today."""

    days: tuple[Day, ...]

    @property
    def practised(self) -> int:
        """The number of days with practice."""
        return sum(day.practised for day in self.days)


@dataclass(frozen=True)
class Day:
    """A day, and whether the person practised on it."""

    date: date
    practised: bool


def calendar(owner: Owner | None, length: int) -> Calendar:
    """The last *length* days, with today at the end, in one query."""
    today = timezone.localdate()
    first = today - timedelta(days=length - 1)
    since = timezone.make_aware(datetime.combine(first, time.min))
    zone = since.tzinfo
    worked = {at.astimezone(zone).date() for (at,) in _times(owner, since)} if owner else set()
    days = (first + timedelta(number) for number in range(length))
    return Calendar(tuple(Day(day, day in worked) for day in days))


@written_once
def _times(owner: Owner, since: datetime) -> QuerySet[Any]:
    """The times of practice: games begun, steps done, tests finished, and answers anywhere else; a
    test is practice as a whole, on the day of its last answer. They become days outside the
    database, because SQLite would take longer."""
    tries: QuerySet[Any] = Attempt.objects.filter(taken_test=None)
    in_classes = tries.filter(membership__user=owner) if isinstance(owner, User) else tries.none()
    practised = {
        "created_at": [owned_by(owner, Match.objects.all())],
        "answered_at": [owned_by(owner, tries), in_classes],
        "done_at": [owned_by(owner, StepRecord.objects.all())],
        "finished_at": [owned_by(owner, TakenTest.objects.all())],
    }
    first, *others = [
        rows.filter(**{f"{at}__gte": since}).order_by().values_list(at)
        for at, every in practised.items()
        for rows in every
    ]
    return first.union(*others)


MARGIN = 60
PITCH = 84
"""The distance between stations with names above them."""
SLANTED = 60
"""The distance between stations with slanted names."""
PAST = 18
"""The least distance of a station to the right of one that it builds on."""
APART = 132
"""The distance between lines."""
RADIUS = 11

LETTERS, LETTERS_SLANTED = 10, 20
"""The most letters in a line of a name."""
LETTER = 7
LEADING = 17
SLANT = 34
"""The slant of a name, in degrees."""


@dataclass(frozen=True)
class MapStop:
    """A station with its coordinates, and the *lines* of its name, each with its height."""

    station: Station
    x: int
    y: int
    lines: tuple[tuple[int, str], ...]

    @property
    def part_key(self) -> tuple[object, ...]:
        """What the map shows of it."""
        return self.station.sign, self.x, self.y, self.lines


@dataclass(frozen=True)
class RouteLine:
    """A drawn route: the *path* through its *stops*, including the branch that leads to it."""

    route: Route
    path: str
    stops: tuple[MapStop, ...]
    is_slanted: bool

    @property
    def part_key(self) -> tuple[object, ...]:
        """What the map shows of it."""
        return self.route.slug, self.path, self.stops, self.is_slanted

    @property
    def slant(self) -> int:
        """The slant of its names, in degrees."""
        return SLANT if self.is_slanted else 0


@dataclass(frozen=True)
class CourseMap:
    """The whole map. *links* connect a station with stations on other lines that it builds on."""

    width: int
    height: int
    lines: tuple[RouteLine, ...]
    links: tuple[str, ...]


def course_map(routes: Sequence[RouteState]) -> CourseMap:
    """Draw *routes*."""
    above = [_lines(station, slanted=False) for line in routes[:1] for station in line.stations]
    top = MARGIN + LEADING * max(map(len, above), default=0)
    places: dict[str, MapStop] = {}
    lines: list[RouteLine] = []
    links: list[str] = []
    for number, line in enumerate(routes):
        before = dict(places)
        stops = _stops(line, before, top + APART * number, is_slanted=number > 0)
        places |= {stop.station.lesson.slug: stop for stop in stops}
        lines.append(RouteLine(line.route, _path(stops, before), tuple(stops), number > 0))
        links += [
            _curve(before[need.slug], stop, down=RADIUS)
            for stop in stops[1:]
            for need in stop.station.needs
            if need.slug in before
        ]
    return CourseMap(_width(lines), _height(lines), tuple(lines), tuple(links))


def _stops(
    line: RouteState, before: dict[str, MapStop], y: int, *, is_slanted: bool
) -> list[MapStop]:
    """The stations of a route from left to right."""
    stops: list[MapStop] = []
    for station in line.stations:
        pitch = SLANTED if is_slanted else PITCH
        past = [before[need.slug].x + PAST for need in station.needs if need.slug in before]
        here = [stops[-1].x + pitch] if stops else [MARGIN]
        if is_slanted and past and not stops:
            past = [max(past) + PAST * 2]
        stops.append(MapStop(station, max(here + past), y, _lines(station, slanted=is_slanted)))
    return stops


def _lines(station: Station, *, slanted: bool) -> tuple[tuple[int, str], ...]:
    """The lines of a name, each with its height: above the station, or below if slanted."""
    written = wrap(
        station.lesson.title,
        LETTERS_SLANTED if slanted else LETTERS,
        break_long_words=False,
        break_on_hyphens=False,
    )
    first = 2 * RADIUS if slanted else -2 * RADIUS - LEADING * (len(written) - 1)
    return tuple((first + LEADING * number, text) for number, text in enumerate(written))


def _path(stops: Sequence[MapStop], before: dict[str, MapStop]) -> str:
    """The SVG path through *stops*, beginning where the route branches off, if it does."""
    if not stops:
        return ""
    first, last = stops[0], stops[-1]
    above = [before[need.slug] for need in first.station.needs if need.slug in before]
    start = max(above or list(before.values())[:1], key=lambda stop: stop.x, default=None)
    begin = _curve(start, first) if start else f"M{first.x} {first.y}"
    return f"{begin}H{last.x}"


def _curve(start: MapStop, end: MapStop, *, down: int = 0) -> str:
    """A curve from one stop to a lower one. With *down*, it leaves and arrives vertically and ends
    *down* above the stop; otherwise it arrives along the line."""
    if down:
        middle = (start.y + end.y) // 2
        from_y, to_y = start.y + down, end.y - down
        return f"M{start.x} {from_y}C{start.x} {middle} {end.x} {middle} {end.x} {to_y}"
    bend = (start.y + end.y) // 2
    bends = f"{start.x + 6} {bend} {end.x - 40} {end.y}"
    return f"M{start.x} {start.y}C{bends} {end.x} {end.y}"


def _width(lines: Sequence[RouteLine]) -> int:
    ends = [stop.x + max(MARGIN, _reach(stop, line, cos)) for line in lines for stop in line.stops]
    return max(ends, default=0)


def _height(lines: Sequence[RouteLine]) -> int:
    ends = [
        stop.y + MARGIN // 2 + LEADING + _reach(stop, line, sin)
        for line in lines
        for stop in line.stops
    ]
    return max(ends, default=0)


def _reach(stop: MapStop, line: RouteLine, share: Callable[[float], float]) -> int:
    """How far a slanted name reaches to the right (*share* is cos) or down (*share* is sin)."""
    letters = max(len(text) for _, text in stop.lines)
    return ceil(LETTER * letters * share(radians(SLANT))) + MARGIN // 2 if line.is_slanted else 0


DAYS = 21
"""The number of days of practice shown beside the map."""


@dataclass(frozen=True)
class Overview:
    """A person's progress in the *course*: the state of *every* lesson, the *topics* for review,
    and the days of practice."""

    course: Course
    every: Sequence[LessonState]
    topics: Topics
    calendar: Calendar

    @cached_property
    def go_on(self) -> StepOutline | None:
        return step_to_go_on(self.routes)

    @cached_property
    def state(self) -> LessonState | None:
        """The progress in the lesson to continue with."""
        here = self.go_on
        return next((one for one in self.every if here and one.lesson == here.lesson), None)

    @cached_property
    def routes(self) -> list[RouteState]:
        return routes(self.course, self.every)

    @cached_property
    def map(self) -> CourseMap:
        return course_map(self.routes)

    @property
    def first(self) -> Station | None:
        return first_open(self.routes)

    @cached_property
    def due(self) -> list[Topic]:
        return self.topics.due

    @property
    def minutes(self) -> int:
        """The approximate time for the due topics, in minutes."""
        return minutes(len(self.due))

    @property
    def known(self) -> list[Topic]:
        """The skills with enough tries for a verdict."""
        return [one for one in self.topics.skills if one.is_known]

    @property
    def shaky(self) -> list[tuple[Topic, Lesson]]:
        """The skills that need practice, each with the lesson that introduces it."""
        lessons: dict[str, Lesson] = {}
        for state in self.every:
            for skill in state.lesson.skills:
                lessons.setdefault(skill, state.lesson)
        shaky = (one for one in self.topics.skills if one.is_shaky and one.key in lessons)
        return [(one, lessons[one.key]) for one in shaky]


def overview_of(owner: Owner | None, days: int = DAYS) -> Overview:
    """Read a person's progress, with the days of practice."""
    course = the_course()
    every, topics = overview(owner, course), topics_of(owner, course)
    return Overview(course, every, topics, calendar(owner, days))
