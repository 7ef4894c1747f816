"""The course as its page shows it to somebody: the map, and what to do today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.exercises.practice import Calendar, calendar
from games.lessons.course import Course, StepOutline, Ways, the_course, the_ways
from games.lessons.due import Topic, Topics, minutes, topics_of
from games.lessons.map import CourseMap, course_map
from games.lessons.models import Lesson
from games.lessons.progress import LessonState, overview
from games.lessons.routes import RouteState, Station, first_open, routes, step_to_go_on
from games.people.models import Owner

DAYS = 21
"""The days of practice shown beside the map."""


@dataclass(frozen=True)
class Overview:
    """How far somebody is in the *course*: the state of *every* lesson, the *topics* to review,
    and the days of practice."""

    course: Course
    ways: Ways
    every: Sequence[LessonState]
    topics: Topics
    calendar: Calendar

    @cached_property
    def go_on(self) -> StepOutline | None:
        return step_to_go_on(self.routes)

    @cached_property
    def state(self) -> LessonState | None:
        """How far somebody is with the lesson to go on with."""
        here = self.go_on
        return next((one for one in self.every if here and one.lesson == here.lesson), None)

    @cached_property
    def routes(self) -> list[RouteState]:
        return routes(self.course, self.ways, self.every)

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
        """How long what is due takes, about."""
        return minutes(len(self.due))

    @property
    def known(self) -> list[Topic]:
        """The skills that were tried often enough to say something."""
        return [one for one in self.topics.skills if one.is_known]

    @property
    def shaky(self) -> list[tuple[Topic, Lesson]]:
        """The skills that could do with another look, each with the lesson that introduces it."""
        lessons: dict[str, Lesson] = {}
        for state in self.every:
            for skill in state.lesson.skills:
                lessons.setdefault(skill, state.lesson)
        shaky = (one for one in self.topics.skills if one.is_shaky and one.key in lessons)
        return [(one, lessons[one.key]) for one in shaky]


def overview_of(owner: Owner | None, days: int = DAYS) -> Overview:
    """Read where somebody stands, with the last so many days."""
    course, ways = the_course(), the_ways()
    every, topics = overview(owner, course, ways), topics_of(owner, course, ways.skills)
    return Overview(course, ways, every, topics, calendar(owner, days))
