"""A game as one object, for a notebook or a script, and the forms that other programs read.

>>> game = Game("octal:0.75")
>>> game.quotient()
<misère quotient of Octal game 0.75: 8 elements, 2 losing; rows of every length>
>>> game.analyse("3+2").outcome.value
'N'
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from .analysis import analyse
from .budget import Budget
from .conventions import Convention, Player
from .errors import InvalidInputError
from .explanation import Analysis
from .genus import bearing
from .nim_values import NimValues
from .positions import as_position
from .quotients import Known, QuotientTable, infinite_quotient, shipped_quotient
from .quotients.presentation import Relation, meximal_sets, relations_of, smallest_positions
from .rulesets.keys import get_ruleset
from .rulesets.octal import Octal
from .rulesets.rules import Ruleset
from .rulesets.sums import together
from .sparse_space import best_mask
from .version import VERSION
from .words import by_number, counted, plural, unreadable
from .words import game as words

LETTERS = 26
PER_LINE = 12
"""Values in a line of a table."""


@dataclass(frozen=True)
class NimSequence:
    """The nim-values of a game by size, from 0. *preperiod* and *period* are None until a period
    is proved (Guy and Smith 1956; a repeated window for subtraction sets; a formula)."""

    ruleset: Ruleset
    values: tuple[int, ...]
    preperiod: int | None = None
    period: int | None = None

    def __repr__(self) -> str:
        return f"<nim-values of {self.ruleset.name} up to {len(self.values) - 1}: {self.proof}>"

    def __getitem__(self, size: int) -> int:
        return self.values[size]

    def __len__(self) -> int:
        return len(self.values)

    @property
    def proof(self) -> str:
        """What is proved of the whole sequence, as one clause."""
        if self.ruleset.has_each_value_once:
            return words.NEVER_REPEATS
        if self.period is None:
            return words.NO_PERIOD
        text = by_number(self.period, words.CONSTANT, words.PERIODIC)
        return text.format(size=self.preperiod, period=self.period)

    def as_json(self) -> dict[str, Any]:
        """Plain data, the command line's contract.

        With the *mask* that makes the fewest values rare, :mod:`solver.checker` checks all of them
        in seconds.
        """
        return {
            "ruleset": self.ruleset.key,
            "solver": VERSION,
            "up_to": len(self.values) - 1,
            "nim_values": list(self.values),
            "preperiod": self.preperiod,
            "period": self.period,
            "complete": self.period is not None or self.ruleset.has_each_value_once,
            "reason": self.proof,
            "mask": best_mask(self.values),
        }

    def to_text(self) -> str:
        """The values in lines of twelve, and what is proved of them."""
        lines = [
            f"  {start:>6}  " + " ".join(map(str, self.values[start : start + PER_LINE]))
            for start in range(0, len(self.values), PER_LINE)
        ]
        return "\n".join([words.NIM_VALUES.format(game=self.ruleset.name), *lines, self.proof])

    def to_b_file(self) -> str:
        """A b-file as the On-Line Encyclopedia of Integer Sequences takes it: a size and its value
        in each line."""
        return "".join(f"{size} {value}\n" for size, value in enumerate(self.values))


@dataclass(frozen=True, repr=False)
class Quotient:
    """A misère quotient as far as it is *known*, in letters."""

    ruleset: Ruleset
    known: Known

    def __repr__(self) -> str:
        return words.QUOTIENT.format(
            game=self.ruleset.name,
            elements=counted(self.order, "element"),
            losing=len(self.p_portion),
            reach=self.ruleset.all_rows if self.is_complete else self._known_rows,
        )

    @property
    def _known_rows(self) -> str:
        rows = plural(self.ruleset.component_word)
        return words.ROWS.format(rows=rows, size=self.known.up_to)

    @property
    def is_complete(self) -> bool:
        """Whether rows of every length are covered."""
        return self.known.period is not None

    @property
    def order(self) -> int:
        return self.known.monoid.order

    @property
    def elements(self) -> list[str]:
        """The elements as shortest words; ``1`` is the empty board's."""
        return self.known.names[0]

    @property
    def generators(self) -> dict[str, int]:
        """The row that each letter stands for."""
        return self.known.names[1]

    @property
    def p_portion(self) -> list[str]:
        """The losing elements."""
        monoid = self.known.monoid
        return [name for element, name in enumerate(self.elements) if monoid.is_p(element)]

    @cached_property
    def relations(self) -> list[Relation]:
        """What presents it, beside that every product commutes."""
        return relations_of(self.known)

    def word(self, position: str | int | Iterable[int]) -> str:
        """The element of a position, as a word."""
        return self.elements[self._element(position)]

    def is_lost(self, position: str | int | Iterable[int]) -> bool:
        """Whether the player to move loses, where the last one loses."""
        return self.known.monoid.is_p(self._element(position))

    def _element(self, position: str | int | Iterable[int]) -> int:
        sizes = as_position(position)
        largest = max(sizes, default=0)
        if not self.known.covers(largest):
            raise InvalidInputError.because(
                unreadable.BEYOND_QUOTIENT, largest, known=self._known_rows
            )
        return self.known.monoid.product(self.known[size] for size in sizes)

    def report(self, up_to: int | None = None) -> dict[str, Any]:
        """The quotient as plain data, the command line's contract.

        *up_to* asks for the pretending function further than it had to be computed, which a
        complete quotient can tell from its period.
        """
        known, names = self.known, self.elements
        last = up_to if up_to is not None and self.is_complete else known.up_to
        return {
            "ruleset": self.ruleset.key,
            "up_to": last,
            "finite": True if self.is_complete else None,
            "order": self.order,
            "p_portion_order": len(self.p_portion),
            "elements": names,
            "pretending_function": [names[known[size]] for size in range(last + 1)],
            "preperiod": known.preperiod,
            "period": known.period,
            "complete": self.is_complete,
            "reason": known.certificate(self.ruleset),
            "generators": self.generators,
            "p_portion": self.p_portion,
            "table": [list(row) for row in known.monoid.table],
        }

    def as_json(self) -> dict[str, Any]:
        """The report with what presents the quotient, and which solver found it."""
        return self.report() | {
            "solver": VERSION,
            "relations": self.relations,
            "smallest_positions": smallest_positions(self.known),
            "meximal_sets": meximal_sets(self.known.monoid),
        }

    def to_json(self) -> str:
        """The same as a line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False)

    def to_latex(self, up_to: int | None = None) -> str:
        """The presentation, the P-portion and the pretending function for a paper; the table of
        the last goes *up_to* a row, or as far as it is computed."""
        last = self.known.up_to if up_to is None else up_to
        lost = ", ".join(map(tex_word, self.p_portion))
        given = ", ".join(
            rf"\Phi({size})={tex_word(letter)}" for letter, size in self.generators.items()
        )
        return "\n".join(
            [
                f"% {self._heading()}",
                f"% {self.known.certificate(self.ruleset)}",
                rf"${self._presentation()}$,",
                rf"$|\mathcal{{Q}}| = {self.order}$,",
                rf"$\mathcal{{P}} = \{{ {lost} \}}$, ${given}$.",
                "",
                rf"\begin{{tabular}}{{r|{'c' * PER_LINE}}}",
                "  $n$" + "".join(f" & $+{place}$" for place in range(PER_LINE)) + r" \\ \hline",
                *(
                    f"  ${start}$"
                    + "".join(
                        f" & ${tex_word(self.elements[self.known[size]])}$"
                        for size in range(start, min(start + PER_LINE, last + 1))
                    )
                    + r" \\"
                    for start in range(0, last + 1, PER_LINE)
                ),
                r"\end{tabular}",
                "",
            ]
        )

    def _presentation(self) -> str:
        generators = ", ".join(map(tex_word, self.generators))
        relations = ", ".join(f"{tex_word(a)}={tex_word(b)}" for a, b in self.relations)
        return rf"\mathcal{{Q}} = \langle {generators} \mid {relations} \rangle"

    def _repr_latex_(self) -> str:
        """What a notebook shows."""
        return f"${self._presentation()}$"

    def to_gap(self) -> str:
        """The monoid for GAP, which counts elements from 1, and the places of the losing ones."""
        monoid = self.known.monoid
        rows = ",\n  ".join(str([element + 1 for element in row]) for row in monoid.table)
        lost = [element + 1 for element in range(self.order) if monoid.is_p(element)]
        names = ", ".join(f'"{name}"' for name in self.elements)
        return words.GAP.format(heading=self._heading(), rows=rows, names=names, losing=lost)

    def _heading(self) -> str:
        return words.SAVED.format(ruleset=self.ruleset.key, order=self.order, solver=VERSION)


class Game:
    """A game by its key, and what the theory says about it.

    A budget limits what a question may cost; each has one of its own where none is given. Every
    error is a :class:`SolverError`.
    """

    def __init__(self, ruleset: str | Ruleset) -> None:
        self.ruleset = get_ruleset(ruleset)

    def __repr__(self) -> str:
        return f"Game({self.ruleset.key!r})"

    def __add__(self, other: Game) -> Game:
        """The sum of two games, in which every row follows the rules of its own game.

        >>> both = Game("kayles") + Game("nim")
        >>> both.analyse("kayles:5 + nim:3", "normal").winning_moves[0].becomes
        (kayles:3,)
        """
        if not isinstance(other, Game):
            return NotImplemented
        return Game(together([self.ruleset, other.ruleset], get_ruleset))

    @property
    def name(self) -> str:
        return self.ruleset.name

    def analyse(
        self,
        position: str | int | Iterable[int],
        convention: str | Convention = Convention.MISERE,
        to_move: str | Player | None = None,
        *,
        theory: str | None = None,
        budget: Budget | None = None,
    ) -> Analysis:
        """Who wins, by which moves, and why; as :func:`solver.analyse`."""
        allowed = budget or Budget()
        return analyse(self.ruleset, position, convention, to_move, theory=theory, budget=allowed)

    def nim_values(
        self, up_to: int, budget: Budget | None = None, *, compiled: bool = False
    ) -> NimSequence:
        """The nim-values of sizes 0 to *up_to*, and their period if so many prove one.

        *compiled*, those of an octal game come from :mod:`solver.rulesets.kernel`, which adds
        every split and needs numba. Raises :class:`InvalidInputError` for a partizan game.

        >>> Game("subtraction:{1,3,4}").nim_values(10).values
        (0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1)
        """
        if self.ruleset.partizan:
            raise InvalidInputError.because(
                unreadable.NO_NIM_VALUES, self.ruleset.key, example="kayles"
            )
        table = NimValues(self.ruleset, most=up_to + 1, compiled=compiled)
        allowed = budget or Budget()
        values = tuple(table.value(size, allowed) for size in range(up_to + 1))
        table.look_for_period(up_to, allowed)
        return NimSequence(self.ruleset, values, table.preperiod, table.period)

    def genus(self, position: str | int | Iterable[int], budget: Budget | None = None) -> str:
        """The genus of a position, as it is written.

        >>> Game("kayles").genus(5)
        '4^146'
        """
        return str(bearing(self.ruleset, position, budget).genus)

    def quotient(self, up_to: int | None = None, budget: Budget | None = None) -> Quotient:
        """The misère quotient of rows *up_to* a length, or of all of them.

        Raises :class:`BudgetExceededError` where that costs too much, and
        :class:`InvalidInputError` where it is known to be infinite or the game is partizan.
        """
        infinite = infinite_quotient(self.ruleset)
        if infinite and infinite.reaches(up_to):
            raise InvalidInputError(infinite.reason, value=self.ruleset.key)
        shipped = shipped_quotient(self.ruleset)
        if shipped and (up_to is None or up_to >= shipped.up_to):
            return Quotient(self.ruleset, shipped)
        table = QuotientTable(self.ruleset)
        table.grow(up_to, budget or Budget())
        return Quotient(self.ruleset, table.known())

    def to_cgsuite(self, up_to: int = 20) -> str:
        """A worksheet for CGSuite 2, which computes nim-values and genera of its own; those of
        this solver stand beside them.

        Raises :class:`InvalidInputError` for other games than octal ones.
        """
        if not isinstance(self.ruleset, Octal):
            raise InvalidInputError.because(
                unreadable.OCTAL_GAME, self.ruleset.key, example="kayles"
            )
        first, *rest = map(str, self.ruleset.digits)
        code = f"{first}.{''.join(rest)}"
        values = ",".join(map(str, self.nim_values(up_to).values))
        genera = ", ".join(self.genus(size) for size in range(up_to + 1))
        return words.CGSUITE.format(code=code, up_to=up_to, values=values, genera=genera)


def tex_word(word: str) -> str:
    """A word with powers: ``abb`` is ``ab^{2}``."""
    runs = [(letter, len(list(run))) for letter, run in groupby(word)]
    return "".join(
        _tex_letter(letter) + (f"^{{{times}}}" if times > 1 else "") for letter, times in runs
    )


def _tex_letter(letter: str) -> str:
    number = ord(letter) - ord("a")
    return letter if number < LETTERS else f"x_{{{number + 1}}}"
