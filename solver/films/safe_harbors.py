"""The film of the safe harbors: rows cut into frames, remainders, and the move to a harbor.

A reply complements (what two players take from one row makes a frame, and brings its remainder
back) or matches (another row is lowered): in a row's final frame too little is left to complement.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from solver.explanation import Analysis, ReasoningStep
from solver.positions import Move
from solver.rulesets.rules import Option
from solver.scenes import CellGroup, CountLine, Mark, Scene, Tag, cut
from solver.theories.nim_sum import Columns
from solver.theories.safe_harbors import Frame, divisor_of, match_in_pairs
from solver.theory import Inquiry
from solver.words import by_number, summed_up
from solver.words import safe_harbors as words

from .frames import Film, Sort, WhyLost
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

    def __init__(self, question: Inquiry, analysis: Analysis) -> None:
        super().__init__(question, analysis)
        self.divisor = divisor_of(question.ruleset, question.position)

    def story(self) -> Iterator[ReasoningStep]:
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

    def frames_of(self, question: Inquiry) -> list[Frame]:
        """Every row divided by the divisor of the film."""
        return [
            Frame(size, self.divisor, *divmod(size, self.divisor)) for size in question.position
        ]

    def groups(self, question: Inquiry) -> Iterator[CellGroup]:
        """Every row cut into frames, faded, and its remainder, the last group if there is one."""
        for component, size in enumerate(question.position):
            yield from self.cut(component, size)

    def cut(self, component: int, size: int, *more: int) -> Iterator[CellGroup]:
        """Cells of a row in frames, and their remainder; then *more* groups."""
        frames, rest = divmod(size, self.divisor)
        sizes = [*[self.divisor] * frames, *([rest] if rest else []), *more]
        for place, group in enumerate(cut(component, sizes)):
            yield group.marked(Mark.FADED) if place < frames else group

    def tags(self, question: Inquiry) -> tuple[Tag, ...]:
        return tuple(
            Tag(place, words.TAG.format(remainder=size % self.divisor))
            for place, size in enumerate(question.position)
        )

    def remainders(self) -> Scene:
        """The remainders lit."""
        groups = tuple(
            group.marked(Mark.LIT) if group.mark is Mark.PLAIN else group
            for group in self.groups(self.question)
        )
        tally = (CountLine(words.DIVISOR_LINE, self.divisor),)
        return Scene(self.question.position, groups, (), self.tags(self.question), tally)

    def scene(self, question: Inquiry) -> Scene:
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
            Tag(place, words.FINAL_TAG, Mark.PLAIN)
            if frame.is_final
            else Tag(place, words.COMPLEMENT_TAG, Mark.LIT)
            for place, frame in enumerate(self.frames_of(self.question))
        )
        return Scene(self.question.position, tuple(self.groups(self.question)), (), tags)

    def with_move(self, question: Inquiry, move: Move) -> Scene:
        others = (g for g in self.groups(question) if g.component != move.component)
        mine = list(self.cut(move.component, sum(move.becomes), move.removed))
        mine[-1] = mine[-1].marked(Mark.TAKEN)
        groups = (*others, *mine)
        tally = decides(Columns(question), Columns(question.after(move)))
        return Scene(question.position, groups, (), self.tags(question), tally, move)

    def why_lost(self, question: Inquiry) -> WhyLost:
        """Why this board is a safe harbor."""
        columns = Columns(question)
        values = columns.values
        are = by_number(len(values), words.REMAINDER, words.ALL_REMAINDERS)
        remainders = are.format(remainders=summed_up(list(map(str, values)), "remainder"))
        if columns.endgame:
            text = by_number(columns.ones, words.LOST_WITH_A_ONE, words.LOST_WITH_ONES)
        elif not any(values):
            text = words.LOST_ALL_ZERO
        else:
            text = words.LOST_MATCHED if match_in_pairs(values) else words.LOST_EVEN
        return WhyLost(text.format(remainders=remainders, ones=columns.ones))

    def sorts(self, question: Inquiry) -> Sort:
        return ByFrames(self.divisor, ByColumns.of(question))

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        """The complement where there is one."""
        left, needed = sum(move.becomes), self.divisor - move.removed
        if left < needed:
            return Columns(asked).any_winning_move()
        becomes = (left - needed,) if left > needed else ()
        return Move(move.component, left, becomes)

    def called(self, question: Inquiry, move: Move, answer: Move) -> str:
        if move.becomes and answer.component == move.component:
            return words.COMPLEMENTS
        here, there = (sum(one.becomes) % self.divisor for one in (move, answer))
        left = question.after(move).after(answer).position
        pairs_up = here == there or match_in_pairs(size % self.divisor for size in left)
        lowers = there < answer.size % self.divisor
        return words.MATCHES if lowers and pairs_up else super().called(question, move, answer)
