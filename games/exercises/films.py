"""The film that explains an answer on the board of its exercise, once the answer may be shown."""

from __future__ import annotations

from games.boards.films import Address, FilmView, film_view
from games.boards.lenses import explain, question_of
from games.exercises.tasks import Task

NAME = "answer-film"
"""The id of the film on its page."""


def film_of(task: Task, frame: str, address: Address) -> FilmView | None:
    """One frame of the film, by the theory that explains the exercise best. None if no frame was
    asked for, or if the exercise gives no position."""
    if not frame or not task.asking.has_position:
        return None
    question = question_of(task.board, task.question)
    known = explain(question, task.facts.analysis, task.theories)
    return film_view(question, known.theory, frame, address, name=NAME, known=known)
