"""The film of the reduction: strips are cut into dominoes and squares, which cancel in pairs.

Theorem 1 says how many of each a strip counts as, Corollary 4 that a domino and a square cancel,
Theorem 3 who wins with what is left, Theorem 4 the move (partizan Kayles, Integers 15, 2015).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial

from solver.explanation import Step
from solver.positions import Move, Position
from solver.scenes import Group, Mark, Scene, Tally, cut
from solver.theories.reduction import (
    balance_of,
    counts,
    outcome_of,
    reduced,
    signed,
    theorem_4,
    winning_moves,
)
from solver.theory import Question
from solver.words import OUTCOME_WORDS, counted

from .frames import Film, Sort, mover, taken

DOMINO, SQUARE = 2, 1


class ReductionFilm(Film):
    """Strips as dominoes and squares."""

    prefix = "reduction"
    end = "stuck"

    def story(self) -> Iterator[Step]:
        position = self.question.position
        yield Step(
            "reduction:strips",
            "Left takes one square, Right two adjacent squares. Whoever cannot move wins.",
            draw=self.still,
            title="The strips",
        )
        if max(position) > DOMINO:
            yield Step(
                "reduction:threes",
                "Mark off three squares at a time. Whatever lies beside them, three squares of a "
                "strip count as one domino and one square.",
                {"threes": [size // 3 for size in position]},
                draw=self.threes,
                title="Mark off three squares at a time",
            )
        yield from self.shown("reduce", self.tiles)
        inside = sum(size // 3 for size in position)
        if inside:
            yield Step(
                "reduction:inside",
                "A domino and a square cancel. First inside each strip: "
                f"{counted(inside, 'pair')}.",
                {"pairs": inside},
                draw=partial(cancelled, position, across=False),
                title="Cancel inside each strip",
            )
        track = cache(partial(self.scene, self.question))
        for step in self.shown("cancel", track):
            yield replace(step, text=self.cancelling(across=bool(inside)))
        yield from self.shown("outcome", track)
        yield from self.shown("lost", track)
        if self.question.to_move:
            yield from self.ending("theorem-4", "silence")

    def cancelling(self, *, across: bool) -> str:
        """What cancels between the strips, and what is left over then."""
        x, y = counts(self.question.position)
        if min(x, y):
            pairs = counted(min(x, y), "pair")
            text = (
                f"Then across the strips: {pairs}"
                if across
                else f"Squares and dominoes cancel: {pairs}"
            )
        else:
            text = "Across the strips nothing cancels"
        return f"{text}. {left_over(x - y)}."

    def threes(self) -> Scene:
        """The strips marked off in threes."""
        groups: list[Group] = []
        for component, size in enumerate(self.question.position):
            rest = size % 3
            groups += cut(component, [3] * (size // 3) + ([rest] if rest else []))
        return Scene(self.question.position, tuple(groups))

    def tiles(self) -> Scene:
        """The strips cut into dominoes and squares."""
        position = self.question.position
        return Scene(position, tuple(tiles(position)), tally=total(position))

    def scene(self, question: Question) -> Scene:
        """What is left after everything has cancelled, and who wins with it (Theorem 3)."""
        scene = cancelled(question.position, across=True)
        verdict = OUTCOME_WORDS[outcome_of(question.position)]
        balance = Tally("balance", balance_of(question.position), verdict)
        return replace(scene, tally=(*scene.tally, balance))

    def with_move(self, question: Question, move: Move) -> Scene:
        position = question.position
        others = (group for group in tiles(position) if group.component != move.component)
        return Scene(position, (*others, *taken(move)), (), (), total(position), move)

    def why_lost(self, question: Question) -> str:
        balance = balance_of(question.position)
        who = OUTCOME_WORDS[outcome_of(question.position)]
        return (
            f"{left_over(balance)}. At a balance of {signed(balance)} {who}: {mover(question)}, to "
            "move, loses."
        )

    def answer(self, asked: Question, move: Move) -> Move | None:
        assert asked.to_move is not None  # nothing is answered where nobody is to move
        named = theorem_4(asked.position, asked.to_move)
        return named or next(winning_moves(asked.position, asked.to_move), None)

    def sorts(self, question: Question) -> Sort:
        """Moves are of one sort if they change the balance alike."""
        return lambda component, option: (
            balance_of(option) - balance_of((question.position[component],))
        )


def left_over(balance: int) -> str:
    """The squares or dominoes that find no partner."""
    if balance > 0:
        return f"{counted(balance, 'square is', 'squares are')} left over"
    if balance < 0:
        return f"{counted(-balance, 'domino is', 'dominoes are')} left over"
    return "Nothing is left over"


def tiles(position: Position) -> Iterator[Group]:
    """Strips as dominoes and squares, each domino beside the square it cancels."""
    for component, size in enumerate(position):
        whole, rest = divmod(size, 3)
        yield from cut(component, [DOMINO, SQUARE] * whole + ([rest] if rest else []))


def total(position: Position) -> tuple[Tally, Tally]:
    """The squares and dominoes that strips count as."""
    both = [reduced(size) for size in position]
    return (
        Tally("squares", sum(squares for squares, _ in both)),
        Tally("dominoes", sum(dominoes for _, dominoes in both)),
    )


def cancelled(position: Position, *, across: bool) -> Scene:
    """The tiles, linked where they cancel: inside each strip, and *across* the strips too."""
    links: list[tuple[str, str]] = []
    rest: dict[int, list[Group]] = {DOMINO: [], SQUARE: []}
    groups = list(tiles(position))
    place = 0
    for size in position:
        for _ in range(size // 3):
            links.append((groups[place].id, groups[place + 1].id))
            place += 2
        if size % 3:
            rest[groups[place].size].append(groups[place])
            place += 1
    dominoes, squares = rest[DOMINO], rest[SQUARE]
    pairs = list(zip(dominoes, squares, strict=False)) if across else []
    links += [(domino.id, square.id) for domino, square in pairs]
    linked = {name for link in links for name in link}
    marked = tuple(
        group.marked(Mark.PAIRED if group.id in linked else Mark.LEFT) for group in groups
    )
    tally = (
        Tally("squares left", len(squares) - len(pairs)),
        Tally("dominoes left", len(dominoes) - len(pairs)),
    )
    return Scene(position, marked, tuple(links), (), tally)
