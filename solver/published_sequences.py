"""Published rules as they are printed, each asked about a position beside what is so.

A rule *fits* a game it is about; of a position in it the rule says who wins and what to play, or it
*passes* where it does not speak of such rows. What it says is compared with the theory, and the
smallest position at which it errs is found by looking at every one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from .analysis import answer
from .budget import Budget
from .conventions import Convention, Player
from .enumeration import totals
from .errata.sample_steps import run_sample
from .errors import NotCoveredError
from .explanation import Analysis
from .kinds import Kind
from .positions import Move, Position
from .profiles import distinct
from .r1 import kind_of, kind_table
from .rulesets.rules import Ruleset
from .theories.r1 import case_of
from .theories.reduction import outcome_of, theorem_4
from .theory import Inquiry, set_aside
from .true_kinds import TrueKinds, counts_as_won
from .words import NOTHING, joined, position_words
from .words import published as words
from .words.r1 import PRESCRIPTIONS

LARGEST_TOTAL, MOST_ROWS = 12, 4
"""How many pieces, in how many rows, the positions have among which an error is looked for."""


@dataclass(frozen=True)
class RuleReading:
    """What a rule says of a position: whether the player to move *wins*, which *moves* it would
    make, any of them, and in a sentence *why*. *tags* is what it takes each row for."""

    wins: bool
    moves: tuple[Move, ...]
    why: str
    tags: tuple[str, ...] = ()


class Published(ABC):
    """A rule as its source prints it. *quote* are words of the source, *erratum* the key of what
    is wrong with it and *lesson* the slug of the lesson about it, where there is one."""

    key: ClassVar[str]
    name: ClassVar[str]
    source: ClassVar[str]
    quote: ClassVar[str]
    example: ClassVar[tuple[str, str, str, str | None]]
    """A game in which it errs, with a position, the ending and the player to move."""
    erratum: ClassVar[str] = ""
    lesson: ClassVar[str] = ""
    silence: ClassVar[str] = words.BUT_NO_MOVE
    """The sentence about a win for which it names no move."""

    @abstractmethod
    def misfit(self, rules: Ruleset, convention: Convention) -> str:
        """Why the rule is about other games, in a sentence; empty where it fits."""

    @abstractmethod
    def reading(self, question: Inquiry) -> RuleReading:
        """What the rule says, in a game that it fits.

        Raises :class:`NotCoveredError` where it does not speak of such a position, and
        :class:`BudgetExceededError` where that costs too much to find out.
        """


# --- the R1 note --------------------------------------------------------------------------------


class R1AsPrinted(Published):
    """The three conditions and the four cases of the note."""

    key = "r1-printed"
    name, source = words.R1_NAME, words.R1_SOURCE
    quote = "These four cases cover all positions that win for the player to move."
    example = ("octal:0.35", "4+1", "misere", None)
    erratum = "octal-035"
    lesson = "the-gremlin"

    def misfit(self, rules: Ruleset, convention: Convention) -> str:
        if convention is Convention.NORMAL:
            return words.ONLY_MISERE
        if rules.partizan:
            return words.ONLY_IMPARTIAL
        return ""

    def reading(self, question: Inquiry) -> RuleReading:
        kinds = _PrintedKinds(question)
        of_rows = [kinds.kind((size,)) for size in question.position]
        nim_sum = kinds.value(question.position)
        tags = tuple(of_rows)
        if not counts_as_won(of_rows, nim_sum):
            firm = not all(kind.is_fickle for kind in of_rows)
            why = words.LOST_WITH_FIRM if firm else words.LOST_WITH_INVERTERS
            return RuleReading(False, (), why, tags)
        case = case_of(of_rows)
        moves = tuple(
            move for move in question.legal_moves() if kinds.prescribes(case, move, nim_sum)
        )
        why = words.CASE.format(case=case, prescription=PRESCRIPTIONS[case])
        return RuleReading(True, moves, why, tags)


WANTED = {
    2: {Kind.HIGHER_SWITCH: {Kind.TRAP, Kind.INVERTER}},
    3: {Kind.HIGHER_SWITCH: {Kind.NULL, Kind.GREMLIN}},
    4: {Kind.NULL: {Kind.INVERTER}, Kind.INVERTER: {Kind.NULL}},
}
"""What the cases 2 to 4 let become what."""


class _PrintedKinds:
    """The kinds of rows, and of what they may become, wherever the three conditions hold.

    As long as the fourth holds as well they follow from the algebra of sums, and from there on
    from search.
    """

    def __init__(self, question: Inquiry) -> None:
        rules, budget = question.ruleset, question.budget
        largest = max(question.position, default=0)
        self.budget = budget
        self.table = kind_table(rules)
        self.table.grow(largest, budget)
        broken = self.table.check(largest, budget)
        self.algebra_holds = broken is None
        self.rows = TrueKinds(rules, budget)
        for size in range(broken.size, largest + 1) if broken else ():
            condition = self.rows.broken(size)
            if condition in words.ORDINALS:
                raise NotCoveredError(
                    words.BREAKS_CONDITION.format(
                        row=rules.component_word, size=size, ordinal=words.ORDINALS[condition]
                    ),
                    value=str(size),
                )

    def value(self, position: Position) -> int:
        return (
            self.table.sum(position, self.budget)[0]
            if self.algebra_holds
            else self.rows.value(position)
        )

    def kind(self, position: Position) -> Kind:
        if self.algebra_holds:
            return kind_of(self.table.sum(position, self.budget))
        return self.rows.kind(position)

    def prescribes(self, case: int, move: Move, nim_sum: int) -> bool:
        """Whether a case, as printed, names a move."""
        before = (move.size,)
        if case == 1:
            return nim_sum ^ self.value(before) == self.value(move.becomes)
        wanted = WANTED[case].get(self.kind(before), ())
        return bool(wanted) and self.kind(move.becomes) in wanted


# --- the paper on partizan Kayles ---------------------------------------------------------------


class Theorem4(Published):
    """Where Theorem 4 plays; who wins it takes from Theorem 3."""

    key = "theorem-4"
    name, source = words.THEOREM_4_NAME, words.THEOREM_4_SOURCE
    quote = (
        "If Left can win a partizan kayles position, then she can win playing at the end of a "
        "strip of length 1 modulo 3, when possible, or the end of a strip of length 2 modulo 3, "
        "otherwise."
    )
    example = ("partizan-kayles", "3+1", "misere", "right")
    erratum = "theorem-4"
    lesson = "winning-strips"

    def misfit(self, rules: Ruleset, convention: Convention) -> str:
        if rules.family != "partizan" or convention is Convention.NORMAL:
            return words.ONLY_PARTIZAN_KAYLES
        return ""

    def reading(self, question: Inquiry) -> RuleReading:
        player = question.to_move or Player.LEFT
        wins = outcome_of(question.position).wins(player)
        tags = tuple(words.MODULO.format(rest=size % 3) for size in question.position)
        if not wins:
            return RuleReading(False, (), words.LOST_BY_THEOREM_3, tags)
        move = theorem_4(question.position, player)
        if move is None:
            return RuleReading(True, (), words.NO_STRIP, tags)
        why = words.NEAR_THE_END if len(move.becomes) == 2 else words.AT_THE_END
        return RuleReading(True, (move,), why.format(rest=move.size % 3), tags)


# --- the encyclopedia's program -------------------------------------------------------------------


class SampleProgram(Published):
    """The Python function that the encyclopedia prints; without its warning it promises a win."""

    key = "program"
    name, source = words.PROGRAM_NAME, words.PROGRAM_SOURCE
    quote = "The previous strategy for a misère game can be easily implemented in Python"
    example = ("nim", "1+1", "misere", None)
    erratum = "sample-function"
    lesson = "a-program-that-plays"
    silence = words.BUT_TAKES_NOTHING

    def misfit(self, rules: Ruleset, convention: Convention) -> str:
        return "" if rules.family == "nim" else words.ONLY_NIM

    def reading(self, question: Inquiry) -> RuleReading:
        run = run_sample(question.position, misere=question.convention is Convention.MISERE)
        if run.error:
            raise NotCoveredError(words.PROGRAM_STOPS)
        moves = (run.move,) if run.move else ()
        warns = bool(run.printed)
        why = words.WARNS if warns else words.WARNS_NOT
        return RuleReading(not warns, moves, why)


# --- the idea in the laundry room -----------------------------------------------------------------


class LaundryIdea(Published):
    """Set a single card aside, and play the rest as if the last one won."""

    key = "laundry"
    name, source = words.LAUNDRY_NAME, words.LAUNDRY_SOURCE
    quote = (
        "I figured I could mentally set aside one card from the take last = lose version of the "
        "game, then play the game as if it were the take last = win game."
    )
    example = ("nim", "1+2+4", "misere", None)
    lesson = "laundry-room"

    def misfit(self, rules: Ruleset, convention: Convention) -> str:
        if convention is Convention.NORMAL:
            return words.ONLY_MISERE
        if rules.partizan or rules.is_sum or list(rules.options(1)) != [()]:
            return words.ONLY_TAKING_ONE
        return ""

    def reading(self, question: Inquiry) -> RuleReading:
        if 1 not in question.position:
            raise NotCoveredError(words.NO_SINGLE_CARD)
        moves = set_aside(question, answer)
        rest = list(question.position)
        rest.remove(1)
        why = (words.WOULD_WIN if moves else words.WOULD_LOSE).format(
            rest=position_words(rest, NOTHING)
        )
        tags = [""] * len(question.position)
        tags[question.position.index(1)] = words.SET_ASIDE
        return RuleReading(bool(moves), moves, why, tuple(tags))


PUBLISHED: tuple[Published, ...] = (R1AsPrinted(), Theorem4(), SampleProgram(), LaundryIdea())


def published(key: str) -> Published | None:
    """The rule called *key*, if there is one.

    >>> published("laundry").key
    'laundry'
    """
    return next((rule for rule in PUBLISHED if rule.key == key), None)


# --- beside the truth ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """What a *rule* says of a position beside what is so."""

    rule: Published
    question: Inquiry
    reading: RuleReading
    truth: Analysis

    @property
    def wins(self) -> bool:
        """Whether the player to move does win."""
        return bool(self.truth.to_move_wins)

    @property
    def wrong_about_winner(self) -> bool:
        return self.reading.wins != self.wins

    @cached_property
    def losing(self) -> tuple[Move, ...]:
        """The moves it would make in a won position and that lose."""
        return tuple(
            move
            for move in distinct(self.reading.moves)
            if self.wins and not self.truth.keeps_win(move)
        )

    @property
    def wrong_about_move(self) -> bool:
        """Whether it lets a win slip that it has seen: by a move that loses, or by none."""
        speaks = self.wins and self.reading.wins and bool(self.truth.moves)
        return speaks and (not self.reading.moves or bool(self.losing))

    @property
    def agrees(self) -> bool:
        return not (self.wrong_about_winner or self.wrong_about_move)

    @property
    def says(self) -> str:
        """The rule beside the truth, in a sentence."""
        if self.wrong_about_winner:
            return words.WRONGLY_WINS if self.reading.wins else words.WRONGLY_LOSES
        if not self.wrong_about_move:
            return words.RIGHTLY_WINS if self.wins else words.RIGHTLY_LOSES
        if self.losing:
            leaves = joined([_leaves(self.question, move) for move in self.losing[:2]], "or")
            return words.BUT_LEAVING.format(leaves=leaves)
        return self.rule.silence


def _leaves(question: Inquiry, move: Move) -> str:
    return position_words(move.apply(question.position), NOTHING)


def compare(rule: Published, question: Inquiry) -> Comparison:
    """A rule beside the truth, in a game that it fits; raises as :meth:`Published.reading`.

    >>> from solver import ask, published
    >>> compare(published("r1-printed"), ask("octal:0.35", "4+2")).wrong_about_winner
    True
    """
    return Comparison(rule, question, rule.reading(question), answer(question))


@dataclass(frozen=True)
class Disagreements:
    """The smallest positions at which a rule errs: about who wins, and about what to play in a
    position that it rightly calls won; None where none of the *looked* ones is such a position."""

    winner: Comparison | None
    move: Comparison | None
    looked: int


def disagreements(
    rule: Published, rules: Ruleset, convention: Convention, budget: Budget
) -> Disagreements:
    """The positions with the fewest pieces, and then the fewest rows, at which *rule* errs; looked
    for among those of :data:`MOST_ROWS` rows and :data:`LARGEST_TOTAL` pieces.

    Raises :class:`BudgetExceededError` where that costs too much.

    >>> from solver import Budget, get_ruleset, published
    >>> rules, rule = get_ruleset("octal:0.35"), published("r1-printed")
    >>> found = disagreements(rule, rules, Convention.MISERE, Budget())
    >>> found.winner.question.position, found.move.question.position
    ((4, 1), (4,))
    """
    winner: Comparison | None = None
    move: Comparison | None = None
    looked = 0
    for question in _questions(rules, convention, budget):
        try:
            comparison = compare(rule, question)
        except NotCoveredError:
            continue
        looked += 1
        if comparison.wrong_about_winner:
            winner = winner or comparison
        elif comparison.wrong_about_move:
            move = move or comparison
        if winner and move:
            break
    return Disagreements(winner, move, looked)


def _questions(rules: Ruleset, convention: Convention, budget: Budget) -> Iterator[Inquiry]:
    players: tuple[Player | None, ...] = tuple(Player) if rules.partizan else (None,)
    for position in totals(LARGEST_TOTAL, MOST_ROWS):
        for player in players:
            yield Inquiry(rules, position, convention, player, budget)
