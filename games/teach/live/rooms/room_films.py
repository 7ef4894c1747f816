"""The film that explains a question, as every screen of its room shows it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.functional import SimpleLazyObject

from games.boards.boards import Board
from games.boards.bounds import page_budget
from games.boards.films import FilmView, film_view
from games.boards.lenses import PLAIN, Theories, explain, question_of
from games.learn.lessons.models import Lesson
from games.learn.progress.learnt import learnt_by
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.teach.live.rooms.agenda import RoomPart
from games.teach.live.rooms.models import Room, RoomQuestion
from games.teach.work.models import Item
from solver import THEORIES, SolverError, answer, ask, pooled
from solver import Inquiry as SolverQuestion
from solver.teaching import BELOW


def theories_for(question: RoomQuestion) -> Theories:
    """The theories that explain a question of a room, looked up when needed."""
    return SimpleLazyObject(lambda: theories_in(question.room))


def theories_in(room: Room) -> Theories:
    """The theory that the room's lesson names, or those that its class has learnt in the lessons
    set so far. Nobody knows what guests have learnt, so their rooms use no theory."""
    named = named_by(room)
    return frozenset([named]) if named else _had_by(room.classroom_id)


def named_by(room: Room) -> str:
    """The theory that the current part or its lesson names; empty if neither does."""
    part = room.part.content if room.part else {}
    return str(part.get("theory") or room.theory)


def _had_by(classroom_id: UUID | None) -> Theories:
    was_set = Item.objects.filter(
        assignment__classroom=classroom_id, assignment__published_at__isnull=False
    )
    lessons = Lesson.objects.filter(pk__in=was_set.values("lesson")).order_by("number")
    furthest = lessons.last() if classroom_id else None
    return learnt_by(furthest) if furthest else frozenset()


@dataclass(frozen=True)
class FilmChoice:
    """A theory with a film about a position; *is_best* marks the one for the level of the room."""

    key: str
    name: str
    is_best: bool


def film_of(room: Room) -> FilmView | None:
    """The frame that the room shows; None if it shows no film."""
    if room.stage == "part" and room.part:
        return _film_of_part(room.part)
    question = room.current
    if room.stage != RoomQuestion.State.JUDGED or question is None or not question.frame:
        return None
    return _frame(question.asked, question.theory, question.frame)


def _film_of_part(part: RoomPart) -> FilmView | None:
    if not part.kind.is_film:
        return None
    asked = part.told.asked
    theory = part.told.theory or film_choices(asked, part.room)[0].key
    return _frame(asked, theory, part.frame)


@pooled(lambda asked, theory, number: (str(asked), theory, number))
def _frame(asked: Question, theory: str, number: int) -> FilmView:
    question = _question_of(asked)
    board = Board.of(question.ruleset, question.position)
    question = question_of(board, question)
    return film_view(question, theory, number, lambda _: "", name="room-film", is_page=False)


def _question_of(asked: Question) -> SolverQuestion:
    """The position of the film, even if nothing is asked about it."""
    if asked.goal:
        return ShownQuestion(asked).question
    columns = asked.ruleset, asked.position, asked.convention, asked.to_move or None
    return ask(*columns, budget=page_budget())


def film_choices(asked: Question, room: Room) -> list[FilmChoice]:
    """The theories that can explain the position in *room*, best first."""
    question = _question_of(asked)
    covering = [(one.key, one.name) for one in THEORIES if one.refusal(question) is None]
    known = dict([*covering, (BELOW, PLAIN)])
    best = _best(question, room)
    choices = [FilmChoice(key, name, key == best) for key, name in known.items()]
    return sorted(choices, key=lambda one: not one.is_best)


def _best(question: SolverQuestion, room: Room) -> str:
    """The theory for the level of *room*: the one that its lesson names, or else the plainest one
    that its class has learnt."""
    named = named_by(room)
    if named == BELOW or any(one.key == named for one in THEORIES if not one.refusal(question)):
        return named
    try:
        return explain(question, answer(question), theories_in(room)).theory
    except SolverError:
        return BELOW
