"""The film of the safe harbors: rows cut into frames, remainders, and the move to a harbor.

A reply complements (what two players take from one row makes a frame, and brings its remainder
back) or matches (another row is lowered): in a row's final frame too little is left to complement.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from solver.explanation import Analysis, Step
from solver.positions import Move
from solver.rulesets import Option
from solver.scenes import Group, Mark, Scene, Tag, Tally, cut
from solver.theories.nim_sum import Columns
from solver.theories.safe_harbors import Frame, divisor_of
from solver.theory import Question
from solver.words import summed_up

from .frames import Film, Sort
from .nim_sum import ByColumns, decides, pairs

OWN = {"divisor", "remainders", "verdict", "replies", "move", "grow", "set-aside"}
"""Sentences with a place of their own; every other one says what the remainders are to be."""


@dataclass(frozen=True)
class ByFrames:
    """Moves are of one sort if they are answered alike: all that can be complemented, and in
    their final frame those of which the columns tell the same."""

    divisor: int
    by_columns: ByColumns

    def __call__(self, size: int, option: Option) -> Hashable:
        return self.by_columns(size, option) if size < self.divisor else "complement"


class SafeHarborsFilm(Film):
    """Rows in frames of one divisor, which stays the same through the whole film."""

    prefix = "safe-harbors"

    def __init__(self, question: Question, analysis: Analysis) -> None:
        super().__init__(question, analysis)
        self.divisor = divisor_of(question.ruleset, question.position)

    def story(self) -> Iterator[Step]:
        harbor = cache(partial(self.scene, self.question))
        yield from self.shown("divisor", self.still)
        yield from self.shown("remainders", self.remainders)
        for step in self.analysis.steps:
            if step.rule.removeprefix("safe-harbors:") not in OWN:
                yield self.framed(step, harbor)
        yield from self.shown("verdict", harbor)
        yield from self.shown("replies", self.frames_to_cross)
        yield from self.ending()
        yield from self.shown("grow", harbor)
        yield from self.shown("set-aside", harbor)

    def frames_of(self, question: Question) -> list[Frame]:
        """Every row divided by the divisor of the film."""
        return [
            Frame(size, self.divisor, *divmod(size, self.divisor)) for size in question.position
        ]

    def groups(self, question: Question) -> Iterator[Group]:
        """Every row cut into frames, faded, and its remainder, the last group if there is one."""
        for component, size in enumerate(question.position):
            yield from self.cut(component, size)

    def cut(self, component: int, size: int, *more: int) -> Iterator[Group]:
        """Cells of a row in frames, and their remainder; then *more* groups."""
        frames, rest = divmod(size, self.divisor)
        sizes = [*[self.divisor] * frames, *([rest] if rest else []), *more]
        for place, group in enumerate(cut(component, sizes)):
            yield group.marked(Mark.FADED) if place < frames else group

    def tags(self, question: Question) -> tuple[Tag, ...]:
        return tuple(
            Tag(place, f"remainder {size % self.divisor}")
            for place, size in enumerate(question.position)
        )

    def remainders(self) -> Scene:
        """The remainders lit."""
        groups = tuple(
            group.marked(Mark.LIT) if group.mark is Mark.PLAIN else group
            for group in self.groups(self.question)
        )
        tally = (Tally("divisor", self.divisor),)
        return Scene(self.question.position, groups, (), self.tags(self.question), tally)

    def scene(self, question: Question) -> Scene:
        """Equal remainders linked: they match."""
        groups = list(self.groups(question))
        links, _ = pairs(group for group in groups if group.mark is Mark.PLAIN)
        linked = {name for link in links for name in link}
        marked = tuple(g.marked(Mark.PAIRED) if g.id in linked else g for g in groups)
        return Scene(
            question.position, marked, links, self.tags(question), decides(Columns(question))
        )

    def frames_to_cross(self) -> Scene:
        """Which rows can be complemented, and which are in their final frame."""
        tags = tuple(
            Tag(place, "final frame", Mark.PLAIN)
            if frame.is_final
            else Tag(place, "complement", Mark.LIT)
            for place, frame in enumerate(self.frames_of(self.question))
        )
        return Scene(self.question.position, tuple(self.groups(self.question)), (), tags)

    def with_move(self, question: Question, move: Move) -> Scene:
        others = (g for g in self.groups(question) if g.component != move.component)
        mine = list(self.cut(move.component, sum(move.becomes), move.removed))
        mine[-1] = mine[-1].marked(Mark.TAKEN)
        groups = (*others, *mine)
        tally = decides(Columns(question), Columns(question.after(move)))
        return Scene(question.position, groups, (), self.tags(question), tally, move)

    def why_lost(self, question: Question) -> str:
        """Why this board is a safe harbor."""
        columns = Columns(question)
        said = f"The remainders are {summed_up(list(map(str, columns.values)), 'remainder')}"
        if len(columns.values) == 1:
            said = f"The remainder is {columns.values[0]}"
        if columns.endgame:
            ones = "a single one" if columns.ones == 1 else f"{columns.ones} ones, an odd number"
            return f"{said}: {ones}, and none larger. That is a safe harbor."
        if not any(columns.values):
            return f"{said}. Whatever is taken can be complemented: that is a safe harbor."
        waiting: set[int] = set()
        for value in columns.values:
            waiting ^= {value} if value else set()
        if not waiting:
            return f"{said}: they match two by two. That is a safe harbor."
        return f"{said}: in binary, every column is even. That is a safe harbor."

    def sorts(self, question: Question) -> Sort:
        return ByFrames(self.divisor, ByColumns.of(question))

    def answer(self, asked: Question, move: Move) -> Move | None:
        """The complement where there is one."""
        left, needed = sum(move.becomes), self.divisor - move.removed
        if left < needed:
            return Columns(asked).any_winning_move()
        becomes = (left - needed,) if left > needed else ()
        return Move(move.component, left, becomes)

    def called(self, question: Question, move: Move, answer: Move) -> str:
        if move.becomes and answer.component == move.component:
            return "complements"
        lowers = sum(answer.becomes) % self.divisor < answer.size % self.divisor
        return "matches" if lowers else "answers"
