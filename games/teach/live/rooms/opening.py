"""Opening a room: where its questions come from, which are those on another page of the site, and
the room with them."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest

from games.boards.bounds import ask_within_limits
from games.boards.rules import game_in_words
from games.learn.lessons.access import get_lesson
from games.learn.puzzles.access import get_puzzle
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.people.models import User
from games.questions.facts import contradiction
from games.questions.goals import GOALS, PUZZLE_GOALS, goal_of
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.classes.access import get_classroom_as_staff
from games.teach.classes.models import EDITORS, Classroom
from games.teach.live.lessons.access import get_room_lesson
from games.teach.live.lessons.room_lesson_files import refusal
from games.teach.live.rooms.agenda import add_parts
from games.teach.live.rooms.models import TITLE_LENGTH, Room, RoomQuestion, asked_columns
from games.teach.work.access import get_assignment_as_staff
from games.web.requests import made_once
from solver import InvalidInputError, Profile, answer, format_position

SALT = "a question for a room"
UNREADABLE = "The form could not be read. Reload the page and try again."
LESSON = "A whole lesson cannot be a question in a room."
ROOM_GOALS = [goal for goal in PUZZLE_GOALS if not GOALS[goal].is_game]


@dataclass(frozen=True)
class OfferedQuestion:
    """A question that a room could ask, with *notes* for the instructor. *problem* says why it
    cannot.

    A *part* of a room lesson carries its full content; it may ask nothing.
    """

    asked: Question
    notes: str = ""
    part: dict[str, Any] | None = None
    is_taken: bool = True
    problem: str = ""

    @property
    def token(self) -> str:
        """The question as a signed text for the form, which nobody else can forge."""
        value = [self.asked.columns | {"extra": self.asked.extra}, self.notes, self.part]
        return signing.dumps(value, salt=SALT, compress=True)

    @classmethod
    def of(cls, token: str) -> OfferedQuestion:
        """The question in a form's token. Raises :class:`InvalidInputError` for any other text."""
        try:
            columns, notes, *part = signing.loads(token, salt=SALT)
        except signing.BadSignature:
            raise InvalidInputError(UNREADABLE, value="") from None
        return cls(Question(**columns), notes, *part)

    @property
    def words(self) -> str:
        """The task, for a list."""
        if self.part:
            return f"{self.part['title']} ({self.part['minutes']} min)"
        return goal_of(self.asked.goal).label


@dataclass(frozen=True)
class QuestionSource:
    """The questions that a page offers: a *title* for the room, and its class if there is one.

    *left_out* says what a room cannot ask. With *is_choice*, the offers are different questions
    about one position. A lesson explains by its *theory*.
    """

    title: str = ""
    offers: tuple[OfferedQuestion, ...] = ()
    left_out: tuple[str, ...] = ()
    classroom: Classroom | None = None
    is_choice: bool = False
    theory: str = ""

    @property
    def is_lesson(self) -> bool:
        """Whether the offers are parts of a lesson."""
        return any(offer.part for offer in self.offers)


def usable(title: str, asked: Iterable[tuple[Question, str]], *left_out: str) -> QuestionSource:
    """Those of some questions, with their notes, that a room can ask, each once."""
    offers: dict[Question, OfferedQuestion] = {}
    refused = dict.fromkeys(left_out)
    for one, notes in asked:
        problem = refusal(one)
        if problem:
            refused[problem] = None
        else:
            offers.setdefault(one, OfferedQuestion(one, notes))
    return QuestionSource(title, tuple(offers.values()), tuple(refused))


def source_of(request: HttpRequest) -> QuestionSource:
    """The questions of the page that the request comes from; empty if it names none.

    Raises a solver error, with one sentence, for a position that cannot be asked about.
    """
    for name, read in SOURCES.items():
        if request.GET.get(name):
            return read(request, request.GET.dict())
    return QuestionSource()


def of_class(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """A room for a class, without questions so far."""
    classroom = get_classroom_as_staff(request.user, _key(given["classroom"]), EDITORS)
    return QuestionSource(classroom.name, classroom=classroom)


def of_assignment(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """The exercises of an assignment, in order."""
    assignment = get_assignment_as_staff(request.user, _key(given["assignment"]), EDITORS)
    items = list(assignment.items.filter(dropped_at=None))
    lessons = [LESSON] if any(item.lesson_id for item in items) else []
    asked = ((item.asked, "") for item in items if not item.lesson_id)
    source = usable(assignment.title, asked, *lessons)
    return replace(source, classroom=assignment.classroom)


def of_step(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """The exercise in a step of a lesson."""
    lesson, number = get_lesson(_slug(given["lesson"])), given.get("step", "")
    step = next((one for one in lesson.live_steps if str(one.order) == number), None)
    if step is None:
        raise Http404("There is no such step in this lesson.")
    if not step.goal:
        return QuestionSource(lesson.title, left_out=("This step asks no question.",))
    return usable(lesson.title, [(Question.of(step), "")])


def of_puzzle(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """One puzzle."""
    puzzle = get_puzzle(_key(given["puzzle"]))
    return usable(game_in_words(puzzle.ruleset, puzzle.position), [(puzzle.asked, "")])


def of_set(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """The puzzles of a set, in order."""
    chosen = PuzzleSet.published().filter(slug=_slug(given["set"])).first()
    if chosen is None:
        raise Http404("There is no such set of puzzles.")
    puzzles = chosen.puzzles.filter(state=Puzzle.State.PUBLISHED).order_by("items__order")
    return usable(chosen.title, ((puzzle.asked, "") for puzzle in puzzles))


def of_room_lesson(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """The parts of a room lesson, with their notes; for a class, if one is named."""
    lesson = get_room_lesson(request.user, given["ready"])
    offers = tuple(OfferedQuestion(part.asked, part.notes, part.content) for part in lesson.told)
    classroom = of_class(request, given).classroom if given.get("classroom") else None
    return QuestionSource(lesson.title, offers, classroom=classroom, theory=lesson.theory)


def of_position(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """Every question about a position; the first possible one is selected."""
    question = ask_within_limits(
        given["ruleset"],
        given.get("position", ""),
        given.get("convention", "misere"),
        given.get("turn") or None,
    )
    answer(question)  # refuse a position that is too large once, and not for every goal
    position, mover = format_position(question.position), question.to_move
    rest = question.ruleset.key, position, question.convention.value
    offers: list[OfferedQuestion] = []
    facts: dict[str, Profile] = {}  # the same for every goal
    for goal in ROOM_GOALS:
        turn = mover.value if mover and not GOALS[goal].asks_both else ""
        asked = Question(*rest, turn, goal.value)
        if turn not in facts:
            facts[turn] = ShownQuestion(asked).facts
        problem = contradiction(facts[turn], goal) or ""
        is_first = not problem and not any(offer.is_taken for offer in offers)
        offers.append(OfferedQuestion(asked, is_taken=is_first, problem=problem))
    return QuestionSource(game_in_words(question.ruleset, position), tuple(offers), is_choice=True)


SOURCES: dict[str, Callable[[HttpRequest, Mapping[str, str]], QuestionSource]] = {
    "assignment": of_assignment,
    "lesson": of_step,
    "puzzle": of_puzzle,
    "set": of_set,
    "ready": of_room_lesson,
    "classroom": of_class,
    "ruleset": of_position,
}
"""The query parameter of each source, with the function that reads it."""


def _slug(text: str) -> str:
    return text[:50].replace("\x00", "")


def _key(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Http404("There is no such page.") from None


MAX_QUESTIONS = 100
UNTITLED = "Live room"


def open_room(
    owner: User,
    asked: Sequence[Question],
    title: str,
    classroom: Classroom | None = None,
    *,
    key: uuid.UUID | None = None,
    notes: Sequence[str] = (),
    parts: Sequence[dict[str, Any] | None] = (),
    **settings: Any,
) -> Room:
    """Open a room of *owner* for *classroom* or for guests, at most one for each *key* of a form.
    *settings* are the other columns in :attr:`Room.SETTINGS`.

    The questions *asked* wait in this order, each with its entry in *notes* and, if it is a part of
    a lesson, in *parts*. The caller checks them with :func:`refusal`.
    """
    key = key or uuid.uuid4()

    def make() -> Room:
        short = title.strip()[:TITLE_LENGTH] or UNTITLED
        room = Room.objects.create(
            pk=key, owner=owner, classroom=classroom, title=short, **settings
        )
        contents = [*parts, *(None for _ in asked[len(parts) :])]
        words = [*notes, *("" for _ in asked[len(notes) :])]
        are_asked = [bool(one.goal) for one in asked]
        questions = iter(
            add_questions(room, list(compress(asked, are_asked)), list(compress(words, are_asked)))
        )
        add_parts(room, contents, [next(questions) if is_asked else None for is_asked in are_asked])
        return room

    return made_once(Room.objects.filter(owner=owner), key, make)


def add_questions(
    room: Room, asked: Sequence[Question], notes: Sequence[str] = ()
) -> list[RoomQuestion]:
    """Add questions at the end of a room, where they wait to be asked."""
    last = room.questions.order_by("-number").values_list("number", flat=True).first() or 0
    words = [*notes, *("" for _ in asked[len(notes) :])]
    return RoomQuestion.objects.bulk_create(
        RoomQuestion(room=room, number=number, **asked_columns(one, notes=note))
        for number, (one, note) in enumerate(zip(asked, words, strict=True), last + 1)
    )
