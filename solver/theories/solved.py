"""Games that are solved for rows of every length: a proved rule tells who wins, without a search.

- Partizan Kayles, the last one winning: the values of strips (:mod:`solver.theories.strip_values`).
- Daisies (4.7) and 4.71, the last one losing (:mod:`solver.quotients.daisies`), and a sum of one of
  them with rows of other games that are equal to small Nim heaps
  (:mod:`solver.quotients.beside`): rows of 1 and 2 are the heaps of their size.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from ..conventions import Convention, Outcome, Player
from ..explanation import ReasoningStep
from ..positions import Move, Position
from ..quotients.beside import Host, host_of
from ..quotients.daisies import DIGITS, DaisySums
from ..rulesets.octal import Octal
from ..rulesets.rules import Option, Ruleset
from ..rulesets.sums import SumOfGames
from ..theory import Inquiry
from ..words import by_number
from ..words import exhaustive as words
from . import strip_values
from .misere_quotient import rows_beside

SEARCHED = 20
"""How many counters or squares a board has at most that is searched although it is solved."""


class Solved(ABC):
    """A question that a rule for rows of every length answers."""

    is_theory: bool
    """Whether the rule explains a board better than any other theory does, small boards too."""

    def __init__(self, question: Inquiry) -> None:
        self.question = question

    @abstractmethod
    def outcome(self, position: Position) -> Outcome:
        """Who wins a position of this game."""

    @abstractmethod
    def step(self) -> ReasoningStep:
        """The rule, and what it says of the board."""

    def likely_moves(self, position: Position, player: Player | None) -> Iterator[Move]:
        """Moves among which there is a winning one, if any wins."""
        return self.question.ruleset.legal_moves(position, player)

    def winning_move(self, position: Position, player: Player | None) -> Move | None:
        """A move after which the other player, to move, loses; None if there is none. The moves
        need not be few enough to list."""
        if not self.outcome(position).wins(player):
            return None
        moves = self.likely_moves(position, player)
        return next((move for move in moves if self._wins(position, move)), None)

    def winning_moves(self, position: Position, player: Player | None) -> Iterator[Move]:
        """Every such move."""
        if self.outcome(position).wins(player):
            for move in self.question.ruleset.legal_moves(position, player):
                if self._wins(position, move):
                    yield move

    def _wins(self, position: Position, move: Move) -> bool:
        other = move.player.other if move.player else None
        return not self.outcome(move.apply(position)).wins(other)


def solved(question: Inquiry) -> Solved | None:
    """What solves a question without search, if anything does."""
    rules, position = question.ruleset, question.position
    if rules.partizan and strip_values.is_solved(rules, question.convention):
        return SolvedStrips(question)
    if question.convention is Convention.NORMAL:
        return None
    if is_daisies(rules):
        return SolvedDaisies(question, rules)
    if isinstance(rules, SumOfGames) and any(map(is_daisies, rules.games)):
        host = host_of(rules, position, question.budget)
        if host and is_daisies(host.rules):
            return SolvedDaisies(question, host.rules, host)
    return None


class SolvedStrips(Solved):
    """Partizan Kayles where the last one wins."""

    is_theory = False

    def outcome(self, position: Position) -> Outcome:
        return strip_values.outcome_of(position)

    def step(self) -> ReasoningStep:
        ahead, switch = strip_values.value(self.question.position)
        number = words.AHEAD_AND_A_HALF if ahead.denominator > 1 else words.AHEAD
        said = number.format(number=f"{int(ahead):,}")
        if switch:
            said = words.GIVE_OR_TAKE.format(ahead=said)
        facts = {"ahead": str(ahead), "switch": switch}
        return ReasoningStep("exhaustive:values", words.VALUES.format(ahead=said), facts)


def is_daisies(rules: Ruleset) -> bool:
    """Whether the losing sums of the game are those of Daisies."""
    return isinstance(rules, Octal) and rules.digits in DIGITS


class SolvedDaisies(Solved):
    """Daisies where the last one loses, by itself or beside rows that are equal to rows of it."""

    is_theory = True
    losing = DaisySums()

    def __init__(self, question: Inquiry, game: Ruleset, host: Host | None = None) -> None:
        super().__init__(question)
        self.game, self.host = game, host

    def rows(self, position: Position) -> Position:
        """The rows of Daisies that stand for those of a position."""
        rules, host = self.question.ruleset, self.host
        return tuple(host.row_of(*rules.alone(row)) for row in position) if host else position

    def outcome(self, position: Position) -> Outcome:
        return Outcome.P if self.losing.is_lost(self.rows(position)) else Outcome.N

    def likely_moves(self, position: Position, player: Player | None) -> Iterator[Move]:
        """Those that the proof of the rule names. A row that is equal to a Nim heap has a move to
        each smaller heap, and only rows of Daisies are long."""
        rules = self.question.ruleset
        for component, size in enumerate(position):
            game, own = rules.alone(size)
            named = options_in_proof(own) if is_daisies(game) else game.options(own)
            for option in named:
                yield Move(component, size, tuple(rules.resized(size, part) for part in option))

    def step(self) -> ReasoningStep:
        position = self.rows(self.question.position)
        read = self.losing.read(position)
        beside = rows_beside(self.question, self.host) if self.host else ()
        sentences = [*beside, words.DAISY_COUNTS.format(game=self.game.name)]
        if read.large:
            sentences.append(
                words.DAISY_SUM.format(
                    large=by_number(read.large, words.ROW_IS, words.ROWS_ARE).format(
                        row=self.game.component_word, number=read.large
                    ),
                    lead=f"{read.lead:,}".replace("-", "−"),
                    value=read.nim_value,
                )
            )
        else:
            sentences.append(words.DAISY_SMALL.format(small=len(position)))
        facts = {"large": read.large, "lead": read.lead, "nim_value": read.nim_value}
        return ReasoningStep("exhaustive:daisies", " ".join(sentences), facts)


def options_in_proof(size: int) -> Iterator[Option]:
    """What the moves in the proof of :mod:`solver.quotients.daisies` leave of a row: one counter
    less; or two rows, one of which has 1, 2 or 3 counters or which differ by at most 2."""
    yield (size - 1,) if size > 1 else ()
    for total in (size, size - 1):
        for part in (1, 2, 3, total // 2, total // 2 - 1):
            if 0 < part < total:
                yield min(part, total - part), max(part, total - part)
