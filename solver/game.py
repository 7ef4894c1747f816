"""A game as one object, for a notebook or a script, and the forms that other programs read.

>>> game = Game("octal:0.75")
>>> game.quotient()
<misère quotient of Octal game 0.75: 8 elements, 2 losing; rows of every length>
>>> game.analyse("3+2").outcome.value
'N'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from . import outcome_classes
from .analysis import analyse, ask
from .budget import Allowed, Budget
from .conventions import Convention, Outcome, Player
from .errors import InvalidInputError
from .explanation import Analysis
from .genus import bearing
from .nim_values import NimValues
from .positions import Move, Position, as_size
from .quotients import QuotientTable, infinite_quotient, shipped_quotient
from .quotients.lettered import Quotient
from .rulesets.keys import get_ruleset
from .rulesets.octal import Octal
from .rulesets.rules import Ruleset
from .rulesets.sums import together
from .sparse_space import best_mask
from .version import VERSION
from .words import by_number, unreadable
from .words import game as words

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.ruleset.identity == other.ruleset.identity

    def __hash__(self) -> int:
        return hash(self.ruleset.identity)

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
        budget: Allowed = None,
    ) -> Analysis:
        """Who wins, by which moves, and why; as :func:`solver.analyse`."""
        return analyse(self.ruleset, position, convention, to_move, theory=theory, budget=budget)

    def outcome(
        self,
        position: str | int | Iterable[int],
        convention: str | Convention = Convention.MISERE,
        budget: Allowed = None,
    ) -> Outcome:
        """Who wins: N, P, and in partizan games also L or R. The moves need not be few enough to
        list.

        >>> Game("kayles").outcome("5+4+2"), Game("kayles").outcome(range(1, 5001), "normal")
        (<Outcome.N: 'N'>, <Outcome.N: 'N'>)
        """
        return outcome_classes.outcome_of(ask(self.ruleset, position, convention, budget=budget))

    def winning_move(
        self,
        position: str | int | Iterable[int],
        convention: str | Convention = Convention.MISERE,
        to_move: str | Player | None = None,
        budget: Allowed = None,
    ) -> Move | None:
        """One move that wins, None where there is none; in a partizan game of the player *to_move*.

        >>> str(Game("kayles").winning_move("5+4+2"))
        '1>3'
        """
        question = ask(self.ruleset, position, convention, to_move, budget=budget)
        return outcome_classes.winning_move(question)

    def p_positions(
        self,
        pieces: int,
        convention: str | Convention = Convention.MISERE,
        budget: Allowed = None,
    ) -> Iterator[Position]:
        """The positions of up to so many pieces that the player to move loses, fewest first.

        >>> list(Game("nim").p_positions(4))
        [(1,), (1, 1, 1), (2, 2)]
        """
        question = ask(self.ruleset, (), convention, budget=budget)
        return outcome_classes.p_positions(question, as_size(pieces))

    def nim_values(
        self, up_to: int, budget: Allowed = None, *, compiled: bool = False
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
        table = NimValues(self.ruleset, most=as_size(up_to) + 1, compiled=compiled)
        allowed = Budget.of(budget)
        values = tuple(table.value(size, allowed) for size in range(up_to + 1))
        table.look_for_period(up_to, allowed)
        return NimSequence(self.ruleset, values, table.preperiod, table.period)

    def genus(self, position: str | int | Iterable[int], budget: Allowed = None) -> str:
        """The genus of a position, as it is written.

        >>> Game("kayles").genus(5)
        '4^146'
        """
        return str(bearing(self.ruleset, position, budget).genus)

    def misere_nim_value(self, position: str | int | Iterable[int], budget: Allowed = None) -> int:
        """The nim-value of a position where the last one loses: 0 if it is lost, and 1 for the
        empty board (*Winning Ways*, chapter 13).

        >>> Game("kayles").misere_nim_value(5), Game("kayles").misere_nim_value(())
        (1, 1)
        """
        return bearing(self.ruleset, position, budget).genus.misere[0]

    def quotient(self, up_to: int | None = None, budget: Allowed = None) -> Quotient:
        """The misère quotient of rows *up_to* a length, or of all of them.

        Raises :class:`BudgetExceededError` where that costs too much, and
        :class:`InvalidInputError` where it is known to be infinite or the game is partizan.
        """
        check_impartial(self.ruleset)
        up_to = up_to if up_to is None else as_size(up_to)
        infinite = infinite_quotient(self.ruleset)
        if infinite and infinite.reaches(up_to):
            raise InvalidInputError(infinite.reason, value=self.ruleset.key)
        shipped = shipped_quotient(self.ruleset)
        if shipped and (up_to is None or up_to >= shipped.up_to):
            return Quotient(self.ruleset, shipped)
        table = QuotientTable(self.ruleset)
        table.grow(up_to, Budget.of(budget))
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


def check_impartial(rules: Ruleset) -> None:
    """Raise :class:`InvalidInputError` for a partizan game, which has a monoid instead."""
    if rules.partizan:
        raise InvalidInputError.because(unreadable.ITS_MONOID, rules.key, example="kayles")
