"""The film of the nim-sum: rows fall into powers of two, equal groups cancel, the rest decides.

The groups that find no partner have different sizes, and their sum is the nim-sum (Bouton 1901).
Where nim-values are no numbers of cells (Kayles, say), they stand as tags at the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_, xor

from solver.budget import Budget
from solver.explanation import Step
from solver.nim_values import nim_values
from solver.positions import Move
from solver.rulesets import Option, Ruleset
from solver.scenes import Group, Mark, Scene, Tag, Tally, cut, followed
from solver.theories.nim_sum import Columns, takes_from_rows
from solver.theory import Question
from solver.words import joined

from .frames import Film, Sort, taken

EVEN = "every column is even"
CANCEL = "Equal groups cancel"
Links = tuple[tuple[str, str], ...]


class NimSumFilm(Film):
    """Groups that pair, or nim-values as tags."""

    prefix = "nim-sum"

    def story(self) -> Iterator[Step]:
        board = Board(self.question, self.analysis.preferred)
        yield from self.shown("values", board.counting)
        if board.in_cells:
            yield self.late("groups", "Split into powers of two", board.groups_step)
        for step in self.shown("columns", board.paired):
            yield self.retold(step, board.pairs_step, CANCEL) if board.in_cells else step
        yield from self.shown("misere", board.misere)
        for step in self.shown("verdict", board.paired):
            yield self.retold(step, board.verdict_step) if board.in_cells else step
        for step in self.ending():
            is_move = board.in_cells and step.rule == "nim-sum:move"
            yield self.retold(step, board.move_step) if is_move else step
        yield from self.shown("raise", board.paired)

    def scene(self, question: Question) -> Scene:
        return Board(question).paired()

    def with_move(self, question: Question, move: Move) -> Scene:
        return Board(question).with_move(move)

    def answer(self, asked: Question, move: Move) -> Move | None:
        return Columns(asked).any_winning_move()

    def sorts(self, question: Question) -> Sort:
        return ByColumns.of(question)

    def why_lost(self, question: Question) -> str:
        return Board(question).why_lost()


@dataclass(frozen=True)
class ByColumns:
    """Moves are of one sort if the largest group they leave alone is the same, and if they leave
    two rows that count 2 or more, one, or none. *large* rows count that before, up to three."""

    rules: Ruleset
    large: int
    budget: Budget = field(compare=False)

    @classmethod
    def of(cls, question: Question) -> ByColumns:
        return cls(question.ruleset, min(Columns(question).large, 3), question.budget)

    def __call__(self, size: int, option: Option) -> tuple[int, int]:
        table = nim_values(self.rules).within(self.budget)
        value, after = table[size], reduce(xor, (table[part] for part in option), 0)
        large = self.large - (value > 1) + (after > 1)
        return (value ^ after).bit_length(), min(large, 2)


def powers(value: int) -> list[int]:
    """The distinct powers of two that *value* is the sum of, the largest first."""
    return [1 << bit for bit in reversed(range(value.bit_length())) if value >> bit & 1]


def pairs(groups: Iterable[Group]) -> tuple[Links, list[Group]]:
    """Equal groups of different rows linked two by two, and those left without a partner."""
    links: list[tuple[str, str]] = []
    waiting: dict[int, Group] = {}
    for group in groups:
        partner = waiting.pop(group.size, None)
        if partner is None:
            waiting[group.size] = group
        else:
            links.append((partner.id, group.id))
    return tuple(links), sorted(waiting.values(), key=lambda group: -group.size)


def odd_or_even(number: int) -> str:
    """The verdict of a count that only parity decides."""
    return "odd" if number % 2 else "even"


def decides(columns: Columns, after: Columns | None = None) -> tuple[Tally, ...]:
    """The number that decides: with a move, the one that decides the board *after* it, before
    and after."""
    if (after or columns).endgame:
        lines = [Tally("ones", one.ones, odd_or_even(one.ones)) for one in (columns, after) if one]
    else:
        lines = [Tally("nim-sum", one.nim_sum) for one in (columns, after) if one]
    return followed(lines[:1], lines[1:])


class Board:
    """A position as groups of cells that count, and the *move* that wins it.

    *in_cells*: whether what a row counts is a number of its cells.
    """

    def __init__(self, question: Question, move: Move | None = None) -> None:
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
    def groups(self) -> list[Group]:
        return self._groups()

    def counting(self) -> Scene:
        """What each row counts."""
        return Scene(self.position, tags=self.tags())

    def cut(self) -> Scene:
        """Every row in its groups."""
        return Scene(self.position, tuple(self.groups), (), self.tags())

    def _groups(self, sizes: dict[int, list[int]] | None = None) -> list[Group]:
        """The cells that count, in powers of two or in the *sizes* given for a component; the
        whole frames before them faded."""
        found: list[Group] = []
        for component, value in enumerate(self.values if self.in_cells else ()):
            whole = self.position[component] - value
            parts = (sizes or {}).get(component) or powers(value)
            mine = list(cut(component, [whole, *parts] if whole else parts))
            if whole:
                mine[0] = mine[0].marked(Mark.FADED)
            found += mine
        return found

    def live(self) -> list[Group]:
        """The groups that count; those of the row of the move at the end, to be left over if any
        is."""
        live = [group for group in self.groups if group.mark is not Mark.FADED]
        return sorted(live, key=lambda group: group.component == self.row)

    def tags(self) -> tuple[Tag, ...]:
        """What each row counts, where that is not the row itself."""
        if self.values == list(self.position):
            return ()
        word = "counts" if self.in_cells else "nim-value"
        return tuple(Tag(place, f"{word} {value}") for place, value in enumerate(self.values))

    def paired(self) -> Scene:
        """Equal groups linked, the others left over, in the row of the move if they can be."""
        links, rest = pairs(self.live())
        marks = dict.fromkeys((group.id for group in rest), Mark.LEFT)
        marks |= dict.fromkeys((name for link in links for name in link), Mark.PAIRED)
        groups = (g.marked(marks[g.id]) if g.id in marks else g for g in self.groups)
        return Scene(self.position, tuple(groups), links, self.tags(), decides(self.columns))

    def misere(self) -> Scene:
        """What decides where the last one loses."""
        if self.move and self.columns.moment:
            return self.both_endings(self.move)
        return self.large()

    def large(self) -> Scene:
        """The rows of 2 or more lit: as long as there are two, the nim-sum goes on deciding."""
        tags = tuple(
            Tag(place, f"counts {value}", Mark.LIT if value > 1 else Mark.PLAIN)
            for place, value in enumerate(self.values)
        )
        ones = self.columns.ones
        tally = (
            Tally("rows that count 2 or more", self.columns.large),
            Tally("ones", ones, odd_or_even(ones)),
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
            Tally("ones to leave if the last one won", as_normal, "even"),
            Tally("ones to leave as the last one loses", rest + wanted, "odd"),
        )
        return Scene(self.position, tuple(groups), (), self.tags(), tally)

    def groups_step(self) -> Step:
        """Every row cut into powers of two."""
        sizes = powers(reduce(or_, self.values))
        each = "row" if self.values == list(self.position) else "remainder"
        if sizes:
            text = f"Split every {each} into groups of {joined(sizes)}."
        else:
            text = "Every remainder is 0: there is nothing to split."
        return Step("nim-sum:groups", text, {"sizes": sizes}, draw=self.cut)

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

    def pairs_step(self, columns: Step) -> Step:
        """The sentence about the binary columns, as pairs of groups."""
        rest = self.left_over()
        names = [f"the {size} of {self.question.name(place)}" for size, place in rest]
        over = f"Left over: {joined(names)}" if rest else "Nothing is left over"
        text = (
            f"Equal groups in different rows cancel. {over}. The nim-sum is {self.columns.nim_sum}."
        )
        places = tuple(place for _, place in rest)
        return replace(columns, text=text, components=places)

    def verdict_step(self, verdict: Step) -> Step:
        """Who wins, as pairs of groups where the nim-sum decides."""
        if self.columns.endgame or self.columns.moment:
            return verdict
        rest = self.left_over()
        if rest:
            size, place = rest[0]
            text = (
                f"The largest group left over is the {size} of {self.question.name(place)}. That "
                "row can be lowered so that every group has a partner: the player to move wins."
            )
        else:
            text = f"{self.why_lost()[:-1]}: the player to move loses."
        return replace(verdict, text=text)

    def move_step(self, step: Step) -> Step:
        """The move, in the words of the pairs."""
        return replace(step, text=step.text.replace(EVEN, "every group has a partner"))

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

    def why_lost(self) -> str:
        """Why this board is lost for the player who faces it."""
        if self.columns.endgame:
            ones = self.columns.ones
            what = "One row counts" if ones == 1 else f"{ones} rows count"
            return (
                f"{what} 1 and none counts more. That is an odd number of ones, so the last one "
                "falls to the player who has to move now."
            )
        if not self.in_cells:
            return (
                "The nim-sum is 0. Every move makes it something else, and the other player can "
                "make it 0 again."
            )
        until = (
            ", or, once a single row counts 2 or more, leave an odd number of ones"
            if self.columns.misere
            else ""
        )
        have = "Every group has a partner" if any(self.values) else "Every remainder is 0"
        return (
            f"{have}. Whatever is taken, some group is left alone, and the other player can pair "
            f"them all again{until}."
        )
