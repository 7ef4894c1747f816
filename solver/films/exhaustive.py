"""The film of search: what was met, the move, and for every sort of move the answer to it."""

from __future__ import annotations

from collections.abc import Iterator

from solver.explanation import Step
from solver.positions import Move
from solver.scenes import Scene
from solver.theory import Question

from .frames import Film, Sort


class ExhaustiveFilm(Film):
    """The board as it is: search knows no more of it than its moves."""

    prefix = "exhaustive"

    def story(self) -> Iterator[Step]:
        for rule in ("visit", "end", "count", "outcome"):
            yield from self.shown(rule, self.still)
        if self.analysis.to_move_wins is None:
            yield from self.shown("moves", self.still)
            return
        yield from self.ending("moves")
        if self.analysis.preferred:
            yield from self.replies(self.question.after(self.analysis.preferred))

    def scene(self, question: Question) -> Scene:
        return Scene(question.position)

    def why_lost(self, question: Question) -> str:
        legal = sum(1 for _ in question.legal_moves())
        if legal == 1:
            return "There is only one move from here, and the other player has an answer to it."
        return f"There are {legal} moves from here, and the other player has an answer to each."

    def answer(self, asked: Question, move: Move) -> Move | None:
        return self.question.search().met_winning_move(asked.position, asked.to_move)

    def sorts(self, question: Question) -> Sort:
        """Moves are of one sort if they take as much and leave as many parts."""
        return lambda component, option: (
            question.position[component] - sum(option),
            len(option),
        )
