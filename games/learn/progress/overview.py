"""The page of the course for one person: the map, and what to do today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import cached_property

from games.learn.lessons.course import Course, StepOutline, the_course
from games.learn.lessons.models import Lesson
from games.learn.progress.due import Topic, Topics, minutes, topics_of
from games.learn.progress.map import CourseMap, course_map
from games.learn.progress.practice import Calendar, calendar
from games.learn.progress.progress import LessonState, overview
from games.learn.progress.routes import RouteState, Station, first_open, routes, step_to_go_on
from games.people.models import Owner

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
