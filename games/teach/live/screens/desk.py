"""The desk: a room on the instructor's own screen, with names and verdicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.db.models import Case, TextField, Value, When
from django.utils.functional import cached_property

from games.boards.films import FilmView
from games.boards.rules import RuleText, rule_of
from games.people.names import sort_key
from games.questions.goals import goal_of
from games.questions.grading import key_in_words
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.verdicts import Verdict, read_verdict
from games.teach.classes.sections import Section, chosen_among, sections_among
from games.teach.live.leading.bar import Bar
from games.teach.live.leading.joining import are_guests_waiting
from games.teach.live.leading.picking import Picking
from games.teach.live.leading.voting import GameForm
from games.teach.live.lessons.lesson_parts import LessonPart
from games.teach.live.rooms.agenda import Agenda, RoomPart
from games.teach.live.rooms.closing import keepable, practice_of
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Answer, Participant, Room, RoomQuestion
from games.teach.live.rooms.names import RealNames
from games.teach.live.rooms.room_films import film_of
from games.teach.live.rooms.turns import TurnTask, task_of
from games.teach.live.rounds.places import RoundShown
from games.web.limits import GUESTS_FROM
from solver import SolverError, pooled

MOST_OUT = 40
"""The number of removed people to show at once."""
MOST_MINUTES = 12
"""The number of minutes of arrival to list."""


@dataclass(frozen=True)
class JudgedAnswer:
    """An answer in few words, with its verdict. A vote for a move of the room's game has none."""

    words: str
    verdict: Verdict | None = None

    @property
    def habit(self) -> str:
        """The name of the habit behind it."""
        habit = self.verdict.habit if self.verdict and not self.verdict.correct else None
        return habit.name if habit else ""


@pooled(lambda asked, text, kept: (str(asked), text, kept))
def judged(asked: Question, text: str, kept: str) -> JudgedAnswer:
    """An answer with its verdict, as it was *kept*; without one it is judged for the desk alone,
    since it may still change."""
    task = ShownQuestion(asked)
    try:
        words = task.asking.answer_label(task, text)
        return JudgedAnswer(words, read_verdict(kept) or task.asking.grade(task, text))
    except SolverError as error:  # the question type has changed how it reads answers
        return JudgedAnswer(str(error))


@dataclass(frozen=True)
class Person:
    """A participant with the *name* that the instructor sees, and their answer."""

    participant: Participant
    name: str
    answer: JudgedAnswer | None = None


@dataclass(frozen=True)
class DeskLine:
    """A question in the list; *answered* and *right* are numbers of people."""

    question: RoomQuestion
    words: str
    answered: int
    right: int
    is_current: bool


def line_of(question: RoomQuestion, room: Room, answers: Iterable[Answer]) -> DeskLine:
    """The results of *question* in *room*, as far as they are among *answers*."""
    given = [one for one in answers if one.question_id == question.pk]
    return DeskLine(
        question,
        goal_of(question.goal).label,
        len(given),
        sum(_is_right(question, one) for one in given),
        question.pk == room.current_id,
    )


def _is_right(question: RoomQuestion, answer: Answer) -> bool:
    if answer.solved is not None:
        return answer.solved
    verdict = judged(question.asked, answer.text, "").verdict
    return verdict is not None and verdict.correct


@dataclass(frozen=True)
class PartLine:
    """A part in the list, with its notes; a question also has a *line*."""

    part: RoomPart
    told: LessonPart
    is_current: bool
    line: DeskLine | None


@dataclass(frozen=True)
class Arrivals:
    """How many *people* have joined since the start of a *minute*."""

    minute: datetime
    people: int

    @property
    def seconds(self) -> int:
        """The minute in seconds since 1970."""
        return int(self.minute.timestamp())


class DeskScreen:
    """Everything on the instructor's screen."""

    def __init__(self, room: Room, *, section: str | None = None) -> None:
        """*section* is the key of the only section to list; an unknown key lists everybody."""
        self.room = room
        self.question = room.current
        self._asked_section = section

    @property
    def stage(self) -> str:
        """The stage of the room."""
        return self.room.stage

    @cached_property
    def questions(self) -> list[RoomQuestion]:
        """All questions of the room, without the turns of games."""
        return list(self.room.questions.filter(turn_version=None))

    @cached_property
    def film(self) -> FilmView | None:
        """The frame that every screen of the room shows."""
        return film_of(self.room)

    @cached_property
    def round(self) -> RoundShown | None:
        """The round that the participants play."""
        return RoundShown(self.room.round) if self.room.round else None

    @cached_property
    def bar(self) -> Bar:
        """The buttons that the instructor can press."""
        return Bar(self.room, self.film, self.game, self.round)

    @property
    def agenda(self) -> Agenda:
        """The parts of the lesson, and where the room is."""
        return self.bar.agenda

    @property
    def told(self) -> LessonPart | None:
        """The current part, with its notes."""
        return self.agenda.now

    # --- the current question -------------------------------------------------------------

    @cached_property
    def task(self) -> ShownQuestion | None:
        return task_of(self.question) if self.question else None

    @cached_property
    def game(self) -> ClassGame | None:
        """The game that the room plays together, at the turn of its question."""
        return ClassGame(self.task) if isinstance(self.task, TurnTask) else None

    @property
    def game_form(self) -> GameForm | None:
        """The form to play the position out, once its answers are shown."""
        is_shown = self.stage in (RoomQuestion.State.SHOWN, RoomQuestion.State.JUDGED)
        return GameForm(self.task.question) if is_shown and self.task else None

    @property
    def counts_down(self) -> bool:
        """Whether the time to answer is running."""
        question = self.question
        is_asked = self.stage == RoomQuestion.State.ASKED and not self.room.is_paused
        return bool(is_asked and question and question.ends_at)

    @cached_property
    def rule(self) -> RuleText | None:
        question = self.question
        if question is None:
            return None
        return rule_of(question.ruleset, question.convention, question.position)

    @cached_property
    def right(self) -> str:
        """The right answer in words; empty in a game, where participants may vote for any move."""
        if self.task is None or self.stage in ("turn", "over"):
            return ""
        key = key_in_words(self.task)
        return "; ".join(key.winning) if self.task.asking.is_about_moves else key.truth

    # --- the people -----------------------------------------------------------------------

    @cached_property
    def _answers(self) -> list[Answer]:
        """Every answer to every question, those to the current one with their verdicts."""
        answers = Answer.objects.counting().filter(question__room=self.room).defer("judged")
        is_now = When(question=self.room.current_id, then="judged")
        kept = Case(is_now, default=Value(""), output_field=TextField())
        return list(answers.exclude(question__state=RoomQuestion.State.WAITING).annotate(kept=kept))

    @cached_property
    def _names(self) -> RealNames:
        return RealNames(self.room)

    @cached_property
    def _everybody(self) -> list[Participant]:
        return list(self.room.participants.all())

    @cached_property
    def people(self) -> list[Person]:
        """The people in the room, and those who left after answering. People without an answer come
        first."""
        question = self.question
        given = {
            answer.participant_id: self._judged(question, answer)
            for answer in self._answers
            if question and answer.question_id == question.pk
        }
        people = [
            Person(one, self._names.of(one), given.get(one.pk))
            for one in self._everybody
            if one.left_at is None or one.pk in given
        ]
        return sorted(people, key=lambda one: (one.answer is not None, sort_key(one.name)))

    @cached_property
    def sections(self) -> list[Section]:
        """The sections of the class that people here belong to."""
        return sections_among(self._names.section_of(one.participant) for one in self.people)

    @cached_property
    def section(self) -> Section | None:
        """The section whose people are listed; None for everybody."""
        return chosen_among(self.sections, self._asked_section)

    @cached_property
    def listed(self) -> list[Person]:
        """The people of the chosen section, or everybody."""
        if self.section is None:
            return self.people
        names = self._names
        return [one for one in self.people if names.section_of(one.participant) == self.section]

    @cached_property
    def taken_out(self) -> list[Person]:
        """The people who were removed and not let in again, latest first."""
        out = [
            (one.taken_out_at, one) for one in self._everybody if one.taken_out_at and not one.waits
        ]
        latest = sorted(out, key=lambda each: each[0], reverse=True)
        return [Person(one, self._names.of(one)) for _, one in latest]

    @property
    def at_the_door(self) -> list[Person]:
        """The guests who wait to be let in, in the order in which they came."""
        return [Person(one, self._names.of(one)) for one in self._everybody if one.waits]

    @property
    def first_taken_out(self) -> list[Person]:
        """The removed people to show at once."""
        return self.taken_out[:MOST_OUT]

    @property
    def more_taken_out(self) -> list[Person]:
        """The other removed people, who are folded away."""
        return self.taken_out[MOST_OUT:]

    @property
    def are_guests_waiting(self) -> bool:
        """Whether guests wait to be let in, because very many came at once."""
        return len(self._everybody) >= GUESTS_FROM.most and are_guests_waiting(self.room)

    @property
    def arrivals(self) -> list[Arrivals]:
        """The last minutes in which people joined who are still here, latest first."""
        times = (one.joined_at for one in self._everybody if one.left_at is None)
        minutes = Counter(time.replace(second=0, microsecond=0) for time in times)
        latest = sorted(minutes, reverse=True)[:MOST_MINUTES]
        since = accumulate(minutes[minute] for minute in latest)
        return [Arrivals(minute, people) for minute, people in zip(latest, since, strict=True)]

    def _judged(self, question: RoomQuestion, answer: Any) -> JudgedAnswer:
        if question.turn_version is None or self.task is None:
            return judged(question.asked, answer.text, answer.kept)
        return JudgedAnswer(self.task.asking.answer_label(self.task, answer.text))

    @property
    def here(self) -> int:
        return sum(one.participant.left_at is None for one in self.people)

    @property
    def waiting(self) -> int:
        """The number of people who have not answered."""
        return sum(one.answer is None for one in self.people)

    @property
    def silent(self) -> list[str]:
        """The names of the listed people who have not answered the open question."""
        if self.question is None or not self.question.is_open or self.room.round:
            return []
        return [one.name for one in self.listed if one.answer is None]

    @cached_property
    def picking(self) -> Picking:
        """The answers to pick for the wall."""
        return Picking(self.room)

    @property
    def answered(self) -> int:
        return len(self.people) - self.waiting

    @property
    def is_right(self) -> int:
        """The number of right answers."""
        verdicts = (one.answer.verdict for one in self.people if one.answer)
        return sum(verdict.correct for verdict in verdicts if verdict)

    @property
    def habits(self) -> list[tuple[str, int]]:
        """The habits behind the answers of the listed people, most frequent first."""
        habits = Counter(one.answer.habit for one in self.listed if one.answer)
        return [(name, times) for name, times in habits.most_common() if name]

    # --- all questions ----------------------------------------------------------------------

    @cached_property
    def lines(self) -> list[DeskLine]:
        """The questions that are not part of the lesson."""
        parts = {part.question_id for part in self.agenda.parts}
        others = [question for question in self.questions if question.pk not in parts]
        return [line_of(question, self.room, self._answers) for question in others]

    @cached_property
    def part_lines(self) -> list[PartLine]:
        """The parts of the lesson."""
        at = self.agenda.at
        return [
            PartLine(
                part,
                told,
                part == at and self.told is not None,
                line_of(part.question, self.room, self._answers) if part.question else None,
            )
            for part, told in zip(self.agenda.parts, self.agenda.told, strict=True)
        ]

    @property
    def gone_with_it(self) -> int:
        """The number of people without an account, whose answers the class cannot keep."""
        return sum(one.participant.user_id is None for one in self.people)

    @cached_property
    def practice_url(self) -> str:
        """The address of the practice that the class saved from the room; empty if there is
        none."""
        practice = practice_of(self.room) if self.room.is_over else None
        return practice.get_absolute_url() + "results/" if practice else ""

    @property
    def can_be_kept(self) -> bool:
        """Whether the room has a question that the class can save."""
        return self.room.classroom is not None and bool(keepable(self.room))
