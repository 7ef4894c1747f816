"""The film of the nim-sum: rows fall into powers of two, equal groups cancel, the rest decides.

The groups that find no partner have different sizes, and their sum is the nim-sum (Bouton 1901).
Where nim-values are no numbers of cells (Kayles, say), they stand as tags at the rows, and as rows
of Nim below.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_, xor

from solver.budget import Budget
from solver.explanation import ReasoningStep
from solver.nim_values import nim_values
from solver.positions import Move
from solver.rulesets.rules import Option, Ruleset
from solver.scenes import (
    AsHeaps,
    CellGroup,
    CountLine,
    Mark,
    Scene,
    Tag,
    can_be_drawn,
    cut,
    followed,
)
from solver.theories.nim_sum import Columns, takes_from_rows
from solver.theory import Inquiry
from solver.words import by_number, capitalised, joined
from solver.words import nim_sum as words

from .frames import MAX_FRAMES, Film, Sort, WhyLost, taken
from .options import LoneRow, value_alone

Links = tuple[tuple[str, str], ...]

MAX_DERIVED = 4
"""How many sorts of row get a frame of their own."""


class NimSumFilm(Film):
    """Groups that pair, or nim-values as tags."""

    prefix = "nim-sum"

    def story(self) -> Iterator[ReasoningStep]:
        board = NimSumBoard(self.question, self.analysis.preferred)
        told = list(self.told(board))
        values = list(self.shown("values", board.counting))
        if not board.in_cells:
            sizes = sorted(set(self.question.position))
            free = min(MAX_DERIVED, MAX_FRAMES - sum(not step.is_proof for step in told))
            if len(sizes) <= free:
                values = []  # each has a frame of its own
            yield from map(self.value_step, sizes[: free - len(values)])
        yield from values
        yield from told

    def value_step(self, size: int) -> ReasoningStep:
        """What one sort of row counts as, and why."""
        alone = value_alone(LoneRow.of(self.question, size))
        alone = alone.said_in(self.question.ruleset, size)
        tag = words.NIM_VALUE.format(value=alone.facts["nim_value"])
        return alone.step("nim-sum:value", self.question.position, size, tag)

    def told(self, board: NimSumBoard) -> Iterator[ReasoningStep]:
        """The frames after it is known what every row counts as."""
        if board.in_cells:
            yield self.late("groups", words.GROUPS_TITLE, board.groups_step)
        for step in self.shown("columns", board.paired):
            retold = self.retold(step, board.pairs_step, words.CANCEL_TITLE)
            yield retold if board.in_cells else step
        yield from self.shown("misere", board.misere)
        for step in self.shown("verdict", board.paired):
            yield self.retold(step, board.verdict_step) if board.in_cells else step
        for step in self.ending():
            is_move = board.in_cells and step.rule == "nim-sum:move"
            yield self.retold(step, board.move_step) if is_move else step
        yield from self.shown("raise", board.paired)

    def scene(self, question: Inquiry) -> Scene:
        return NimSumBoard(question).paired()

    def with_move(self, question: Inquiry, move: Move) -> Scene:
        return NimSumBoard(question).with_move(move)

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        return Columns(asked).any_winning_move()

    def sorts(self, question: Inquiry) -> Sort:
        return ByColumns.of(question)

    def why_lost(self, question: Inquiry) -> WhyLost:
        return NimSumBoard(question).why_lost()


@dataclass(frozen=True)
class ByColumns:
    """Moves are of one sort if the largest group they leave alone is the same, and if they leave
    two rows that count 2 or more, one, or none. *large* rows count that before, up to three."""

    rules: Ruleset
    large: int
    budget: Budget = field(compare=False)

    @classmethod
    def of(cls, question: Inquiry) -> ByColumns:
        return cls(question.ruleset, min(Columns(question).large, 3), question.budget)

    def __call__(self, size: int, option: Option) -> tuple[int, int]:
        table = nim_values(self.rules).within(self.budget)
        value, after = table[size], reduce(xor, (table[part] for part in option), 0)
        large = self.large - (value > 1) + (after > 1)
        return (value ^ after).bit_length(), min(large, 2)


def powers(value: int) -> list[int]:
    """The distinct powers of two that *value* is the sum of, the largest first."""
    return [1 << bit for bit in reversed(range(value.bit_length())) if value >> bit & 1]


def pairs(groups: Iterable[CellGroup]) -> tuple[Links, list[CellGroup]]:
    """Equal groups of different rows linked two by two, and those left without a partner."""
    links: list[tuple[str, str]] = []
    waiting: dict[int, CellGroup] = {}
    for group in groups:
        partner = waiting.pop(group.size, None)
        if partner is None:
            waiting[group.size] = group
        else:
            links.append((partner.id, group.id))
    return tuple(links), sorted(waiting.values(), key=lambda group: -group.size)


def marked_pairs(
    groups: Iterable[CellGroup], live: Iterable[CellGroup]
) -> tuple[tuple[CellGroup, ...], Links]:
    """All *groups*, of which the *live* ones are paired or left over in this order, and the
    links."""
    links, rest = pairs(live)
    marks = dict.fromkeys((group.id for group in rest), Mark.LEFT)
    marks |= dict.fromkeys((name for link in links for name in link), Mark.PAIRED)
    return tuple(g.marked(marks[g.id]) if g.id in marks else g for g in groups), links


def odd_or_even(number: int) -> str:
    """The verdict of a count that only parity decides."""
    return words.IS_ODD if number % 2 else words.IS_EVEN


def decides(columns: Columns, after: Columns | None = None) -> tuple[CountLine, ...]:
    """The number that decides: with a move, the one that decides the board *after* it, before
    and after."""
    if (after or columns).endgame:
        lines = [
            CountLine(words.ONES, one.ones, odd_or_even(one.ones))
            for one in (columns, after)
            if one
        ]
    else:
        lines = [CountLine(words.NIM_SUM, one.nim_sum) for one in (columns, after) if one]
    return followed(lines[:1], lines[1:])


class NimSumBoard:
    """A position as groups of cells that count, and the *move* that wins it.

    *in_cells*: whether what a row counts is a number of its cells.
    """

    def __init__(self, question: Inquiry, move: Move | None = None) -> None:
        self.question = question
        self.position = question.position
        self.move = move
        self.row = move.component if move else None
        self.in_cells = takes_from_rows(question.ruleset)

    @cached_property
    def columns(self) -> Columns:
        return Columns(self.question)

    @property
    def values(self) -> list[int]:
        """What each row counts."""
        return self.columns.values

    @cached_property
    def groups(self) -> list[CellGroup]:
        return self._groups()

    def counting(self) -> Scene:
        """What each row counts."""
        return Scene(self.position, tags=self.tags())

    def cut(self) -> Scene:
        """Every row in its groups."""
        return Scene(self.position, tuple(self.groups), (), self.tags())

    def _groups(self, sizes: dict[int, list[int]] | None = None) -> list[CellGroup]:
        """The cells that count, in powers of two or in the *sizes* given for a component; the
        whole frames before them faded."""
        found: list[CellGroup] = []
        for component, value in enumerate(self.values if self.in_cells else ()):
            whole = self.position[component] - value
            parts = (sizes or {}).get(component) or powers(value)
            mine = list(cut(component, [whole, *parts] if whole else parts))
            if whole:
                mine[0] = mine[0].marked(Mark.FADED)
            found += mine
        return found

    def heaps(self) -> AsHeaps | None:
        """Where what a row counts is no number of its cells: that as a row of Nim, its groups
        paired. None if nothing counts, or too much to be drawn."""
        values = tuple(self.values)
        counting = tuple(filter(None, values))
        if self.in_cells or not counting or not can_be_drawn(counting):
            return None
        rows = [place for place, value in enumerate(values) if value]
        groups = [
            group for place, value in enumerate(counting) for group in cut(place, powers(value))
        ]
        live = sorted(groups, key=lambda group: rows[group.component] == self.row)
        return AsHeaps(values, Scene(counting, *marked_pairs(groups, live)))

    def live(self) -> list[CellGroup]:
        """The groups that count; those of the row of the move at the end, to be left over if any
        is."""
        live = [group for group in self.groups if group.mark is not Mark.FADED]
        return sorted(live, key=lambda group: group.component == self.row)

    def tags(self) -> tuple[Tag, ...]:
        """What each row counts, where that is not the row itself."""
        if self.values == list(self.position):
            return ()
        tag = words.COUNTS if self.in_cells else words.NIM_VALUE
        return tuple(Tag(n, tag.format(value=value)) for n, value in enumerate(self.values))

    def paired(self) -> Scene:
        """Equal groups linked, the others left over, in the row of the move if they can be."""
        groups, links = marked_pairs(self.groups, self.live())
        count = decides(self.columns)
        return Scene(self.position, groups, links, self.tags(), count, heaps=self.heaps())

    def misere(self) -> Scene:
        """What decides where the last one loses."""
        if self.move and self.columns.moment:
            return self.both_endings(self.move)
        return self.large()

    def large(self) -> Scene:
        """The rows of 2 or more lit: as long as there are two, the nim-sum goes on deciding."""
        tags = tuple(
            Tag(place, words.COUNTS.format(value=value), Mark.LIT if value > 1 else Mark.PLAIN)
            for place, value in enumerate(self.values)
        )
        ones = self.columns.ones
        tally = (
            CountLine(words.LARGE, self.columns.large),
            CountLine(words.ONES, ones, odd_or_even(ones)),
        )
        return Scene(self.position, tuple(self.groups), (), tags, tally)

    def both_endings(self, move: Move) -> Scene:
        """The moment to change the plan: what to leave under either ending, side by side."""
        rest, wanted = self.columns.ones, self.columns.value_of(move.becomes)
        as_normal = rest + rest % 2
        groups = (
            group.marked(Mark.FOCUS)
            if group.component == move.component and group.mark is Mark.PLAIN
            else group
            for group in self.groups
        )
        tally = (
            CountLine(words.ONES_IF_LAST_WON, as_normal, words.IS_EVEN),
            CountLine(words.ONES_AS_LAST_LOSES, rest + wanted, words.IS_ODD),
        )
        return Scene(self.position, tuple(groups), (), self.tags(), tally)

    def groups_step(self) -> ReasoningStep:
        """Every row cut into powers of two."""
        sizes = powers(reduce(or_, self.values))
        whole = self.values == list(self.position)
        single = words.ONLY_SINGLE if sizes else words.NO_GROUPS
        text = (words.GROUPS if sum(sizes) > 1 else single).format(
            what=words.WHAT_ROW if whole else words.WHAT_REMAINDER, sizes=joined(sizes)
        )
        return ReasoningStep("nim-sum:groups", text, {"sizes": sizes}, draw=self.cut)

    def left_over(self) -> list[tuple[int, int]]:
        """Each group without a partner: its size, and the row it is in, that of the move if it
        can be."""
        rows = [place for place in range(len(self.values)) if place != self.row]
        if self.row is not None:
            rows.append(self.row)
        return [
            (size, next(place for place in reversed(rows) if self.values[place] & size))
            for size in powers(self.columns.nim_sum)
        ]

    def pairs_step(self, columns: ReasoningStep) -> ReasoningStep:
        """The sentence about the binary columns, as pairs of groups."""
        rest = self.left_over()
        text = by_number(len(rest), words.ONE_OVER, words.SOME_OVER) if rest else words.NOTHING_OVER
        text = text.format(
            groups=capitalised(joined([self.group_words(*group) for group in rest])),
            nim_sum=self.columns.nim_sum,
        )
        places = tuple(place for _, place in rest)
        return replace(columns, text=text, components=places)

    def verdict_step(self, verdict: ReasoningStep) -> ReasoningStep:
        """Who wins, as pairs of groups where the nim-sum decides."""
        if self.columns.endgame or self.columns.moment:
            return verdict
        rest = self.left_over()
        if rest:
            text = words.WINS_BY_GROUPS.format(group=self.group_words(*rest[0]))
        else:
            text = words.LOSES_BY_GROUPS.format(reason=self.why_lost().told())
        return replace(verdict, text=text)

    def group_words(self, size: int, place: int) -> str:
        """``the 4 of row 2``."""
        return words.GROUP.format(size=size, row=self.question.name(place))

    def move_step(self, step: ReasoningStep) -> ReasoningStep:
        """The move, in the words of the pairs."""
        assert self.move  # it is the move of this step
        return replace(step, text=self.columns.move_text(self.move, words.GROUPS_PAIRED))

    def with_move(self, move: Move) -> Scene:
        """The row that changes, broken into the groups that stay and what goes."""
        stays = self.values[move.component] - move.removed
        if self.in_cells and stays >= 0:
            changed = self._groups({move.component: [*powers(stays), move.removed]})
            mine = [group for group in changed if group.component == move.component]
            mine[-1] = mine[-1].marked(Mark.TAKEN)
        else:
            mine = list(taken(move))
        others = [group for group in self.groups if group.component != move.component]
        tally = decides(self.columns, Columns(self.question.after(move)))
        return Scene(self.position, (*others, *mine), (), self.tags(), tally, move)

    def why_lost(self) -> WhyLost:
        """Why this board is lost for the player who faces it."""
        if self.columns.endgame:
            ones = self.columns.ones
            odd = by_number(ones, words.LOST_WITH_A_ONE, words.LOST_WITH_ONES)
            return WhyLost(odd.format(ones=ones))
        if not self.in_cells:
            return WhyLost(words.LOST_AT_ZERO, words.ZERO_AGAIN)
        paired = words.ALL_PAIRED if any(self.values) else words.ALL_ZERO
        until = [words.UNTIL_ONE_IS_LARGE] if self.columns.misere else []
        return WhyLost(paired, " ".join([words.PAIRED_AGAIN, *until]))
