"""What somebody who comes back can do today."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from games.assignments.work import Work, next_work
from games.boards.games import FIRST, Preset
from games.exercises.practice import Calendar, calendar
from games.lessons.course import StepOutline, the_course, the_ways
from games.lessons.due import Topic, minutes, topics_of
from games.lessons.progress import overview
from games.lessons.routes import routes, step_to_go_on
from games.people.models import Owner, User
from games.play.again import next_to_beat
from games.puzzles.progress import DayPuzzle, day_puzzles
from solver import Opponent

DAYS = 7
"""The days of practice shown."""


@dataclass(frozen=True)
class Today:
    """What is *due* from lessons and puzzles and the topic that comes back *next*, the *puzzles*
    of the day, the *homework* and the *step* of the course to go on with, the *opponent* to beat
    at the game *preset*, and the days of practice."""

    due: list[Topic]
    next: Topic | None
    puzzles: list[DayPuzzle]
    homework: Work | None
    step: StepOutline | None
    opponent: Opponent | None
    preset: Preset
    calendar: Calendar

    @property
    def solved_all(self) -> bool:
        """Whether no puzzle of the day is left."""
        return all(one.solved for one in self.puzzles)

    @property
    def minutes(self) -> int:
        """How long what is due takes, about."""
        return minutes(len(self.due))


def today_of(owner: Owner) -> Today:
    """Read what somebody can do today."""
    course, ways = the_course(), the_ways()
    topics = topics_of(owner, course, ways.skills)
    return Today(
        due=topics.due,
        next=next(iter(topics.later), None),
        puzzles=day_puzzles(owner, timezone.localdate()),
        homework=next_work(owner) if isinstance(owner, User) else None,
        step=step_to_go_on(routes(course, ways, overview(owner, course, ways))),
        opponent=next_to_beat(owner, FIRST[-1]),
        preset=FIRST[-1],
        calendar=calendar(owner, DAYS),
    )
