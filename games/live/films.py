"""The film of a question's reason, as every screen of its room shows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.boards.films import FilmView, film_view
from games.boards.lenses import PLAIN, explain, question_of
from games.exercises.asked import Asked
from games.exercises.tasks import Task
from games.live.models import Question
from solver import BELOW, THEORIES, SolverError

MAX_CACHED_FRAMES = 200
"""How many frames stay drawn: thirty phones ask for the same one at once."""


@dataclass(frozen=True)
class FilmChoice:
    """A theory that has a film of a position; *is_best* is the plainest."""

    key: str
    name: str
    is_best: bool


def film_of(question: Question) -> FilmView | None:
    """The frame that the room is at; None while no film is shown."""
    if not question.frame or question.state != Question.State.JUDGED:
        return None
    return _frame(question.asked, question.theory, question.frame)


@lru_cache(maxsize=MAX_CACHED_FRAMES)
def _frame(asked: Asked, theory: str, number: int) -> FilmView:
    task = Task(asked)
    question = question_of(task.board, task.question)
    return film_view(question, theory, number, lambda _: "", name="room-film", is_page=False)


def film_choices(task: Task) -> list[FilmChoice]:
    """The theories by which a reason can be told; the plainest first."""
    question = task.question
    try:
        best = explain(question, task.facts.analysis, task.theories).theory
    except SolverError:
        best = BELOW
    covering = [(one.key, one.name) for one in THEORIES if one.refusal(question) is None]
    known = [FilmChoice(key, name, key == best) for key, name in [*covering, (BELOW, PLAIN)]]
    return sorted(known, key=lambda one: not one.is_best)
