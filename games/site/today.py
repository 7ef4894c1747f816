"""What a returning person can do today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils import timezone

from games.boards.games import FIRST, Preset
from games.learn.lessons.course import StepOutline, the_course
from games.learn.progress.due import Topic, minutes, topics_of
from games.learn.progress.practice import Calendar, calendar
from games.learn.progress.progress import overview
from games.learn.progress.routes import routes, step_to_go_on
from games.learn.puzzles.days import DayPuzzle, day_puzzles
from games.learn.puzzles.puzzle_kinds import puzzle_tries
from games.people.models import Owner, User
from games.play.again import next_to_beat
from games.play.opponents import beaten_at
from games.teach.work.answering.staff_words import comments_for
from games.teach.work.comments import Comment
from games.teach.work.standings.own_work import Work, next_work
from solver.teaching import Opponent

DAYS = 7
"""The number of days of practice shown."""


@dataclass(frozen=True)
class Today:
    """The *due* topics from lessons and puzzles and the topic that comes back *next*, the *puzzles*
    of the day, the *homework*, new *comments* from instructors, the *step* at which to continue the
    course, the *opponent* to beat in the game *preset*, the game to *begin* with, and the days of
    practice."""

    due: list[Topic]
    next: Topic | None
    puzzles: list[DayPuzzle]
    homework: Work | None
    comments: list[Comment]
    step: StepOutline | None
    opponent: Opponent | None
    preset: Preset
    begin: Preset
    calendar: Calendar

    @property
    def solved_all(self) -> bool:
        """Whether all puzzles of the day are solved."""
        return all(one.solved for one in self.puzzles)

    @property
    def minutes(self) -> int:
        """About how many minutes the due topics take."""
        return minutes(len(self.due))


def today_of(owner: Owner) -> Today:
    """Read what this person can do today."""
    course = the_course()
    at_puzzles = puzzle_tries(owner)
    topics = topics_of(owner, course, at_puzzles)
    step = step_to_go_on(routes(course, overview(owner, course)))
    beaten = beaten_at(owner, FIRST)
    return Today(
        due=topics.due,
        next=next(iter(topics.later), None),
        puzzles=day_puzzles(owner, timezone.localdate(), at_puzzles),
        homework=next_work(owner) if isinstance(owner, User) else None,
        comments=comments_for(owner) if isinstance(owner, User) else [],
        step=step,
        opponent=next_to_beat(FIRST[-1], beaten[FIRST[-1].key]),
        preset=FIRST[-1],
        begin=FIRST[-1] if step else first_open(beaten),
        calendar=calendar(owner, DAYS),
    )


def first_open(beaten: Mapping[str, set[str]]) -> Preset:
    """The earliest of the first games that the person has not won; the last one if all are won."""
    return next((game for game in FIRST if not beaten[game.key]), FIRST[-1])
