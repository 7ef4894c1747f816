"""The film of an answer: why it is so, on the board of its exercise, once that may be told."""

from __future__ import annotations

from games.boards.films import Address, FilmView, film_view
from games.boards.lenses import explain, question_of
from games.exercises.tasks import Task

NAME = "answer-film"
"""What the film is called on its page."""


def film_of(task: Task, frame: str, address: Address) -> FilmView | None:
    """One frame of the film by the theory that explains the exercise best to whoever asks; None
    where no frame is asked for, or no position was given."""
    if not frame or not task.asking.has_position:
        return None
    question = question_of(task.board, task.question)
    known = explain(question, task.facts.analysis, task.theories)
    return film_view(question, known.theory, frame, address, name=NAME, known=known)
