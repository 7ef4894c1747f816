"""Formulas as people write them, and rules of what can be counted as formulas.

The loosest first: ``or``, ``and``, ``not``, comparisons, ``xor``, sums, products and ``mod``.
Nothing that is written is ever run: a formula is read by this grammar or refused in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from solver.conventions import Player
from solver.errors import InvalidInputError
from solver.rulesets.rules import Ruleset
from solver.statements.conditions import Condition, Rule
from solver.statements.quantities import QUANTITIES, foreign_to
from solver.words import unreadable as words

from .formulas import (
    COMPARISONS,
    NAMES,
    Aggregate,
    Arithmetic,
    ColumnsMeasure,
    ComparisonFormula,
    EachRow,
    Formula,
    Joined,
    Negation,
    Number,
    QuantityMeasure,
    ToMove,
    Variable,
)

LONGEST = 200
"""How many characters a formula may have."""
LARGEST = 999
DEEPEST = 12
"""How deep brackets may be nested."""
PIECE = re.compile(r"\s*([0-9]+|[a-z_]+|<=|>=|!=|[^\s])")
SIGNS = {
    "≤": "<=", "≥": ">=", "≠": "!=", "==": "=", "−": "-", "×": "*", "·": "*", "%": "mod",
    "⊕": "xor",
}  # fmt: skip
AGGREGATES = ("sum", "count", "xor", "max", "columns")
ACCEPTED = words.FORMULA.format(rows=", ".join(NAMES))


def read_formula(text: str, rules: Ruleset) -> Formula:
    """The condition that *text* states; raises :class:`InvalidInputError` in one sentence.

    >>> from solver.rulesets.keys import get_ruleset
    >>> str(read_formula("a mod 4 = b mod 4", get_ruleset("nim")))
    'a mod 4 = b mod 4'
    """
    if len(text) > LONGEST:
        raise InvalidInputError.because(words.LONG_FORMULA, text, most=LONGEST)
    reader = _Reader(text, rules)
    formula = reader.either()
    if reader.next:
        raise reader.refusal()
    return _condition(formula)


class _Reader:
    """The pieces of a formula, read from the left."""

    def __init__(self, text: str, rules: Ruleset) -> None:
        written = text.lower()
        for sign, plain in SIGNS.items():
            written = written.replace(sign, f" {plain} ")
        self.pieces = PIECE.findall(written)
        self.rules = rules
        self.place = self.depth = 0
        used = [NAMES.index(piece) for piece in self.pieces if piece in set(NAMES)]
        self.rows = max(used, default=-1) + 1
        self.in_each = False

    @property
    def next(self) -> str:
        return self.pieces[self.place] if self.place < len(self.pieces) else ""

    def take(self, *wanted: str) -> str:
        """The next piece, if it is one of those that are *wanted*."""
        piece = self.next
        if piece not in wanted or not piece:
            return ""
        self.place += 1
        return piece

    def need(self, piece: str) -> None:
        if not self.take(piece):
            raise self.refusal(words.MISSING.format(piece=repr(piece)))

    def refusal(self, accepted: str = ACCEPTED) -> InvalidInputError:
        if not self.next:
            return InvalidInputError(words.ENDS_EARLY.format(accepted=accepted))
        return InvalidInputError.of(words.UNDERSTOOD, self.next, accepted)

    # --- conditions -----------------------------------------------------------------------

    def either(self) -> Formula:
        return self._joined("or", self.both)

    def both(self) -> Formula:
        return self._joined("and", self.negation)

    def _joined(self, word: str, part: Callable[[], Formula]) -> Formula:
        parts = [part()]
        while self.take(word):
            parts.append(part())
        return Joined(word, tuple(map(_condition, parts))) if parts[1:] else parts[0]

    def negation(self) -> Formula:
        if self.take("not"):
            with self.deeper():
                return Negation(_condition(self.negation()))
        return self.comparison()

    def comparison(self) -> Formula:
        """One comparison, or a chain of them: ``a = b = 0``."""
        left = self.nim_sum()
        compared = []
        while sign := self.take(*COMPARISONS):
            right = self.nim_sum()
            compared.append(ComparisonFormula(sign, _number(left), _number(right)))
            left = right
        if not compared:
            return left
        return compared[0] if len(compared) == 1 else Joined("and", tuple(compared))

    # --- numbers --------------------------------------------------------------------------

    def nim_sum(self) -> Formula:
        left = self.sum()
        while self.take("xor"):
            left = Arithmetic("xor", _number(left), _number(self.sum()))
        return left

    def sum(self) -> Formula:
        left = self.product()
        while sign := self.take("+", "-"):
            left = Arithmetic(sign, _number(left), _number(self.product()))
        return left

    def product(self) -> Formula:
        left = self.single()
        while sign := self.take("*", "mod"):
            right = self.single() if sign == "*" else self.divisor()
            left = Arithmetic(sign, _number(left), _number(right))
        return left

    def divisor(self, least: int = 1) -> Number:
        if not self.next.isdigit() or int(self.next) < least:
            raise self.refusal(words.LARGER_NUMBER.format(least=least))
        return self.number()

    def number(self) -> Number:
        if int(self.next) > LARGEST:
            raise InvalidInputError.because(words.FORMULA_NUMBER, self.next, most=LARGEST)
        number = Number(int(self.next))
        self.place += 1
        return number

    def single(self) -> Formula:
        if self.next.isdigit():
            return self.number()
        if self.take("-"):
            return Arithmetic("-", Number(0), _number(self.single()))
        if self.take("("):
            with self.deeper():
                inside = self.either()
            self.need(")")
            return inside
        return self.named()

    def named(self) -> Formula:
        if self.next in AGGREGATES:
            return self.aggregate()
        if self.in_each:
            if self.take("r"):
                return EachRow()
            raise self.refusal(words.ROW_IS_R)
        if name := self.take(*NAMES):
            return Variable(NAMES.index(name), self.rows)
        if self.rules.partizan and (player := self.take(*Player)):
            return ToMove(Player(player))
        if name := self.take(*(set(QUANTITIES) - set(foreign_to(self.rules)))):
            return QuantityMeasure(name)
        raise self.refusal()

    def aggregate(self) -> Formula:
        """A number made from all rows; there is none inside another."""
        if self.in_each:
            raise self.refusal(words.ROW_IS_R)
        kind = self.take(*AGGREGATES)
        self.need("(")
        self.in_each = True
        with self.deeper():
            each = self.either()
        self.in_each = False
        if kind == "columns":
            self.need(",")
            base = self.divisor(2)
            self.need(")")
            return ColumnsMeasure(_number(each), base.number)
        self.need(")")
        return Aggregate(kind, _condition(each) if kind == "count" else _number(each))

    @contextmanager
    def deeper(self) -> Iterator[None]:
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.refusal(words.DEEPEST.format(most=DEEPEST))
        yield
        self.depth -= 1


def _condition(formula: Formula) -> Formula:
    if not formula.is_condition:
        raise InvalidInputError.because(words.CONDITION, formula)
    return formula


def _number(formula: Formula) -> Formula:
    if formula.is_condition:
        raise InvalidInputError.because(words.NUMBER, formula)
    return formula


# --- rules -------------------------------------------------------------------------------------


def formula_of(rule: Rule) -> Formula:
    """A rule of what can be counted as a formula.

    >>> str(formula_of(Rule.read({"switches": 0, "inverters": "odd"})))
    'switches = 0 and inverters mod 2 = 1'
    """
    return _any([_all([_part(key, part) for key, part in case.items()]) for case in rule.cases])


def _part(key: str, part: Condition | Player) -> Formula:
    if isinstance(part, Player):
        return ToMove(part)
    return _any([_entry(QuantityMeasure(key), entry) for entry in part.entries])


def _entry(measure: QuantityMeasure, entry: int | str) -> Formula:
    if isinstance(entry, int):
        return ComparisonFormula("=", measure, _signed(entry))
    if entry in ("odd", "even"):
        entry = f"{int(entry == 'odd')} mod 2"
    if "mod" in entry:
        rest, _, divisor = entry.split()
        left = Arithmetic("mod", measure, Number(int(divisor)))
        return ComparisonFormula("=", left, Number(int(rest)))
    return ComparisonFormula(entry[:2], measure, _signed(int(entry[2:])))


def _signed(number: int) -> Formula:
    return Number(number) if number >= 0 else Arithmetic("-", Number(0), Number(-number))


def _all(parts: list[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Joined("and", tuple(parts))


def _any(parts: list[Formula]) -> Formula:
    return parts[0] if len(parts) == 1 else Joined("or", tuple(parts))
