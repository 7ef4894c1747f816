"""A room on the screen of whoever leads it: with names, and right and wrong at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import accumulate

from django.utils.functional import cached_property

from games.boards.rules import RuleText, rule_of
from games.classes.collation import sort_key
from games.exercises.asked import Asked
from games.exercises.goals import asking_of
from games.exercises.grading import key_in_words
from games.exercises.tasks import Task
from games.exercises.verdicts import Verdict
from games.live.closing import keepable, practice_of
from games.live.game import ClassGame
from games.live.game_form import GameForm
from games.live.leading import following
from games.live.models import Answer, Participant, Question, Room
from games.live.names import RealNames
from games.live.turns import TurnTask, task_of
from solver import SolverError

MOST_OUT = 40
"""How many of those who were taken out are listed."""
MOST_MINUTES = 12
"""And how many minutes in which people came in."""

MAX_CACHED_ANSWERS = 4_000
"""How many judged answers are remembered: the page asks for the same ones again and again."""


@dataclass(frozen=True)
class JudgedAnswer:
    """An answer in few words, with its verdict. A vote for a move of the room's game has none."""

    words: str
    verdict: Verdict | None = None

    @property
    def habit(self) -> str:
        """The mistaken habit behind it, in words."""
        habit = self.verdict.habit if self.verdict and not self.verdict.correct else None
        return habit.name if habit else ""


@lru_cache(maxsize=MAX_CACHED_ANSWERS)
def judged(asked: Asked, text: str) -> JudgedAnswer:
    """What an answer is worth."""
    task = Task(asked)
    try:
        return JudgedAnswer(task.asking.answer_label(task, text), task.asking.grade(task, text))
    except SolverError as error:  # what was asked has changed since in how it is read
        return JudgedAnswer(str(error))


@dataclass(frozen=True)
class Person:
    """Somebody in the room: the *name* by which their instructor knows them, and their answer."""

    participant: Participant
    name: str
    answer: JudgedAnswer | None = None


@dataclass(frozen=True)
class DeskLine:
    """A question in the list of them; *answered* and *right* are numbers of people."""

    question: Question
    words: str
    answered: int
    right: int
    is_current: bool


def line_of(question: Question, room: Room, answers: Iterable[Answer]) -> DeskLine:
    """How *question* of *room* was answered, as far as it is among *answers*."""
    texts = [one.text for one in answers if one.question_id == question.pk]
    verdicts = [judged(question.asked, text).verdict for text in texts]
    return DeskLine(
        question,
        asking_of(question.goal).label,
        len(texts),
        sum(verdict.correct for verdict in verdicts if verdict),
        question.pk == room.current_id,
    )


@dataclass(frozen=True)
class Arrivals:
    """How many *people* have come in since the beginning of a *minute*."""

    minute: datetime
    people: int

    @property
    def seconds(self) -> int:
        """The minute in seconds since 1970."""
        return int(self.minute.timestamp())


class DeskScreen:
    """Everything on the screen of whoever leads."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.question = room.current

    @property
    def stage(self) -> str:
        """What goes on in the room."""
        return self.room.stage

    @cached_property
    def questions(self) -> list[Question]:
        """Everything that is asked or will be, without the turns of games."""
        return list(self.room.questions.filter(turn_version=None))

    @cached_property
    def following(self) -> Question | None:
        return following(self.room)

    # --- the question the room is at ------------------------------------------------------

    @cached_property
    def task(self) -> Task | None:
        return task_of(self.question) if self.question else None

    @cached_property
    def game(self) -> ClassGame | None:
        """The game that the room plays together, at the turn of its question."""
        return ClassGame(self.task) if isinstance(self.task, TurnTask) else None

    @property
    def game_form(self) -> GameForm | None:
        """How the position can be played out, once its answers are shown."""
        is_shown = self.stage in (Question.State.SHOWN, Question.State.JUDGED)
        return GameForm(self.task.question) if is_shown and self.task else None

    @cached_property
    def rule(self) -> RuleText | None:
        question = self.question
        if question is None:
            return None
        return rule_of(question.ruleset, question.convention, question.position)

    @cached_property
    def right(self) -> str:
        """The right answer in words; nothing where any move may be voted for."""
        if self.task is None or self.stage in ("turn", "over"):
            return ""
        key = key_in_words(self.task)
        return "; ".join(key.winning) if self.task.asking.is_about_moves else key.truth

    # --- who is here ----------------------------------------------------------------------

    @cached_property
    def _answers(self) -> list[Answer]:
        """Every answer to every question."""
        answers = Answer.objects.counting().filter(question__room=self.room)
        return list(answers.exclude(question__state=Question.State.WAITING))

    @cached_property
    def _names(self) -> RealNames:
        return RealNames(self.room)

    @cached_property
    def _everybody(self) -> list[Participant]:
        return list(self.room.participants.all())

    @cached_property
    def people(self) -> list[Person]:
        """Everybody who is here, and who has left and answered: first who has not answered."""
        question = self.question
        given = {
            answer.participant_id: self._judged(question, answer.text)
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
    def taken_out(self) -> list[Person]:
        """Who stays out until they are let in again, the last first."""
        out = [(one.taken_out_at, one) for one in self._everybody if one.taken_out_at]
        latest = sorted(out, key=lambda each: each[0], reverse=True)
        return [Person(one, self._names.of(one)) for _, one in latest]

    @property
    def first_taken_out(self) -> list[Person]:
        """Those that are seen at once."""
        return self.taken_out[:MOST_OUT]

    @property
    def more_taken_out(self) -> list[Person]:
        """The others, who are folded away."""
        return self.taken_out[MOST_OUT:]

    @property
    def arrivals(self) -> list[Arrivals]:
        """The last minutes in which somebody came in who is here, the latest first."""
        times = (one.joined_at for one in self._everybody if one.left_at is None)
        minutes = Counter(time.replace(second=0, microsecond=0) for time in times)
        latest = sorted(minutes, reverse=True)[:MOST_MINUTES]
        since = accumulate(minutes[minute] for minute in latest)
        return [Arrivals(minute, people) for minute, people in zip(latest, since, strict=True)]

    def _judged(self, question: Question, text: str) -> JudgedAnswer:
        if question.turn_version is None or self.task is None:
            return judged(question.asked, text)
        return JudgedAnswer(self.task.asking.answer_label(self.task, text))

    @property
    def here(self) -> int:
        return sum(one.participant.left_at is None for one in self.people)

    @property
    def waiting(self) -> int:
        """How many are here and have not answered."""
        return sum(one.answer is None for one in self.people)

    @property
    def answered(self) -> int:
        return len(self.people) - self.waiting

    @property
    def is_right(self) -> int:
        """How many answers are right."""
        verdicts = (one.answer.verdict for one in self.people if one.answer)
        return sum(verdict.correct for verdict in verdicts if verdict)

    @property
    def habits(self) -> list[tuple[str, int]]:
        """The mistaken habits behind the answers, the most frequent first."""
        habits = Counter(one.answer.habit for one in self.people if one.answer)
        return [(name, times) for name, times in habits.most_common() if name]

    # --- everything that is asked -----------------------------------------------------------

    @cached_property
    def lines(self) -> list[DeskLine]:
        return [line_of(question, self.room, self._answers) for question in self.questions]

    @property
    def gone_with_it(self) -> int:
        """How many people without an account have answers that the class cannot keep."""
        return sum(one.participant.user_id is None for one in self.people)

    @cached_property
    def practice_url(self) -> str:
        """Where the class has what was asked as practice; empty where it has not."""
        practice = practice_of(self.room) if self.room.is_over else None
        return practice.get_absolute_url() + "results/" if practice else ""

    @property
    def can_be_kept(self) -> bool:
        """Whether there is something that the class could keep."""
        return self.room.classroom is not None and bool(keepable(self.room))
