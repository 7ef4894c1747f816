"""Where a room comes from: what a page of the site has on it, as questions for a room."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from django.core import signing
from django.http import Http404, HttpRequest

from games.assignments.access import get_assignment_as_staff
from games.boards.limits import ask_within_limits
from games.boards.rules import game_in_words
from games.classes.access import get_classroom_as_staff
from games.classes.models import EDITORS, Classroom
from games.exercises.asked import Asked
from games.exercises.facts import contradiction
from games.exercises.goals import ASKINGS, PUZZLE_GOALS, asking_of
from games.exercises.tasks import Task
from games.lessons.access import get_lesson
from games.live.lesson_parts import waiting_questions
from games.live.lessons import get_room_lesson
from games.live.opening import refusal
from games.puzzles.access import get_puzzle
from games.puzzles.models import Puzzle, PuzzleSet
from solver import InvalidInputError, Profile, answer, format_position

SALT = "a question for a room"
UNREADABLE = "The form could not be read. Reload the page and try again."
LESSON = "A whole lesson cannot be a question in a room."
ROOM_GOALS = [goal for goal in PUZZLE_GOALS if not ASKINGS[goal].is_game]


@dataclass(frozen=True)
class OfferedQuestion:
    """Something that could be asked, with *notes* for whoever teaches. *problem* says why not."""

    asked: Asked
    notes: str = ""
    is_taken: bool = True
    problem: str = ""

    @property
    def token(self) -> str:
        """The same as the form brings it back; nobody else can write one."""
        value = [self.asked.columns | {"extra": self.asked.extra}, self.notes]
        return signing.dumps(value, salt=SALT, compress=True)

    @classmethod
    def of(cls, token: str) -> OfferedQuestion:
        """What a form brings back; raises :class:`InvalidInputError` for anything else."""
        try:
            columns, notes = signing.loads(token, salt=SALT)
        except signing.BadSignature:
            raise InvalidInputError(UNREADABLE, value="") from None
        return cls(Asked(**columns), notes)

    @property
    def words(self) -> str:
        """What is to be done, in a list."""
        return asking_of(self.asked.goal).label


@dataclass(frozen=True)
class QuestionSource:
    """What a page offers: a *title* for the room, and for which class, if it belongs to one.

    *left_out* says what of it a room cannot be asked. Where *is_choice*, the offers are different
    questions about one position.
    """

    title: str = ""
    offers: tuple[OfferedQuestion, ...] = ()
    left_out: tuple[str, ...] = ()
    classroom: Classroom | None = None
    is_choice: bool = False


def usable(title: str, asked: Iterable[tuple[Asked, str]], *left_out: str) -> QuestionSource:
    """Of some questions with their notes those a room can be asked, each once."""
    offers: dict[Asked, OfferedQuestion] = {}
    refused = dict.fromkeys(left_out)
    for one, notes in asked:
        problem = refusal(one)
        if problem:
            refused[problem] = None
        else:
            offers.setdefault(one, OfferedQuestion(one, notes))
    return QuestionSource(title, tuple(offers.values()), tuple(refused))


def source_of(request: HttpRequest) -> QuestionSource:
    """What the page somebody comes from has on it; nothing where they come from none.

    Raises a solver error in one sentence where it names a position that cannot be asked about.
    """
    for name, read in SOURCES.items():
        if request.GET.get(name):
            return read(request, request.GET.dict())
    return QuestionSource()


def of_class(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """A room for a class, with nothing to ask yet."""
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
    """The exercise of a step of a lesson."""
    lesson, number = get_lesson(_slug(given["lesson"])), given.get("step", "")
    step = next((one for one in lesson.live_steps if str(one.order) == number), None)
    if step is None:
        raise Http404("There is no such step in this lesson.")
    if not step.goal:
        return QuestionSource(lesson.title, left_out=("This step asks no question.",))
    return usable(lesson.title, [(Asked.of(step), "")])


def of_puzzle(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """One puzzle."""
    puzzle = get_puzzle(_key(given["puzzle"]))
    return usable(game_in_words(puzzle.ruleset, puzzle.position), [(puzzle.asked, "")])


def of_set(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """The puzzles of a set, in order."""
    chosen = PuzzleSet.objects.filter(slug=_slug(given["set"])).first()
    if chosen is None:
        raise Http404("There is no such set of puzzles.")
    puzzles = chosen.puzzles.filter(state=Puzzle.State.PUBLISHED).order_by("items__order")
    return usable(chosen.title, ((puzzle.asked, "") for puzzle in puzzles))


def of_room_lesson(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """What a room lesson asks, with its notes."""
    lesson = get_room_lesson(given["ready"])
    return usable(lesson.title, zip(*waiting_questions(lesson.told), strict=True))


def of_position(request: HttpRequest, given: Mapping[str, str]) -> QuestionSource:
    """Everything that can be asked about a position; the first that fits is taken."""
    question = ask_within_limits(
        given["ruleset"],
        given.get("position", ""),
        given.get("convention", "misere"),
        given.get("turn") or None,
    )
    answer(question)  # a position that is too large is refused once, and not for every goal
    position, mover = format_position(question.position), question.to_move
    rest = question.ruleset.key, position, question.convention.value
    offers: list[OfferedQuestion] = []
    facts: dict[str, Profile] = {}  # the same for every goal: looked up once for each mover
    for goal in ROOM_GOALS:
        turn = mover.value if mover and not ASKINGS[goal].asks_both else ""
        asked = Asked(*rest, turn, goal.value)
        if turn not in facts:
            facts[turn] = Task(asked).facts
        problem = contradiction(facts[turn], goal) or ""
        is_first = not problem and not any(offer.is_taken for offer in offers)
        offers.append(OfferedQuestion(asked, is_taken=is_first, problem=problem))
    return QuestionSource(game_in_words(question.ruleset, position), tuple(offers), is_choice=True)


SOURCES: dict[str, Callable[[HttpRequest, Mapping[str, str]], QuestionSource]] = {
    "classroom": of_class,
    "assignment": of_assignment,
    "lesson": of_step,
    "puzzle": of_puzzle,
    "set": of_set,
    "ready": of_room_lesson,
    "ruleset": of_position,
}
"""What an address names a source by, and what reads it."""


def _slug(text: str) -> str:
    return text[:50].replace("\x00", "")


def _key(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Http404("There is no such page.") from None
