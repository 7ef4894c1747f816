"""How far R1 reaches: the row at which a game leaves it, or a proof that it never does.

A game leaves R1 at the first row that breaks one of its conditions. That it never does, one of two
certificates shows. Both speak of rows that were looked at one by one, and of all longer ones.

*Periodic.* The kinds of rows repeat far enough to do so for ever (see :mod:`solver.periods`). A
condition is about the kinds of a row's options alone, so none is broken later either.

*Firm.* Let no move of an octal game take more than k counters or leave more than p rows, p at
least 1, let f be the last row found that is fickle (a null or an inverter), and let every row
longer than f and shorter than p(f + 1) + k be firm and keep the conditions. Then so does every
longer row n, by induction. It can move: what leaves p rows finds counters enough. A move leaves
at least p(f + 1) counters in at most p rows, so one of them is longer than f and firm, and a sum
with a firm part is firm. With nothing but firm options a nim-value of 0 is a trap (there is a
move, and none to a lost position), and a larger one is a switch with an option to a trap. The
first is no null, a gremlin has no null to become, and a higher switch has an option of
nim-value 1 that is firm: a gremlin. No period of the nim-values is needed, nor known for some.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import product
from pathlib import Path

from .budget import Allowed, Budget
from .errors import BudgetExceededError, InvalidInputError
from .r1 import KindTable, Violation, kind_table
from .rulesets.keys import get_ruleset
from .rulesets.octal import Octal
from .rulesets.rules import Ruleset
from .version import VERSION
from .words import by_number, unreadable
from .words import reach as words

DATA = Path(__file__).with_name("data") / "reach.json"
DIGITS = 3
"""How many digits after the point the codes have that the data speaks of."""
LOOKED_AT = 1_000
"""The longest row that is looked at before a game is left open."""


class Ending(StrEnum):
    """What becomes of R1 as the rows grow longer."""

    BROKEN = "broken"
    FIRM = "firm"
    PERIODIC = "periodic"
    FORMULA = "formula"
    OPEN = "open"


@dataclass(frozen=True)
class Reach:
    """How far R1 reaches in the game *key*.

    *size* is the row that breaks a condition, the last fickle row, the row from which the kinds
    repeat, or the longest that was looked at; *detail* is the condition or the period, else 0.
    """

    key: str
    ending: Ending
    size: int = 0
    detail: int = 0
    own_rules: Ruleset | None = field(default=None, compare=False, repr=False)
    """The rules, where they are not those of the key in any other program."""

    @property
    def rules(self) -> Ruleset:
        return self.own_rules or get_ruleset(self.key)

    @property
    def holds(self) -> bool:
        """Whether R1 covers rows of every length, with a proof."""
        return self.ending in (Ending.FIRM, Ending.PERIODIC, Ending.FORMULA)

    @property
    def violation(self) -> Violation | None:
        """The row that breaks R1, with its kind and options in words."""
        if self.ending is not Ending.BROKEN:
            return None
        return kind_table(self.rules).check(self.size, Budget())

    @property
    def text(self) -> str:
        """The verdict in one sentence, with its reason where R1 covers everything."""
        rules = self.rules
        match self.ending:
            case Ending.BROKEN:
                text = words.STOPS
            case Ending.OPEN:
                text = words.OPEN
            case Ending.FORMULA:
                text = words.FORMULA
            case Ending.PERIODIC:
                text = by_number(self.detail, words.ONE_KIND, words.REPEATS)
            case _:
                text = words.FIRM
        size = self.size + (self.ending is Ending.FIRM)
        return text.format(
            row=rules.row_words(size),
            rows=rules.rows_up_to(size),
            every=rules.all_rows,
            word=rules.component_word,
            size=size,
            condition=self.detail,
            period=self.detail,
        )


def reach_of(rules: Ruleset | str, *, budget: Allowed = None) -> Reach:
    """How far R1 reaches in a game; open where *budget* ends, or at :data:`LOOKED_AT`.

    Raises :class:`InvalidInputError` for a partizan game.

    >>> reach_of("octal:0.35").text
    'R1 stops at a row of 4, on condition 4.'
    >>> reach_of("octal:0.56").text
    'R1 covers rows of every length: from 7 on, every row is a trap or a switch.'
    """
    ruleset = get_ruleset(rules)
    if ruleset.partizan:
        raise InvalidInputError.because(unreadable.NO_KINDS, ruleset.key, example="nim")

    def reach(ending: Ending, size: int = 0, detail: int = 0) -> Reach:
        return Reach(ruleset.key, ending, size, detail, ruleset)

    allowed = Budget.of(budget)
    table, last_fickle, size = KindTable(ruleset), 0, 0
    if ruleset.closed_code(0) is not None:
        with suppress(BudgetExceededError):
            table.look_for_period(LOOKED_AT, allowed)
        return reach(Ending.PERIODIC, *table.fold) if table.fold else reach(Ending.FORMULA)
    for size in range(LOOKED_AT + 1):
        try:
            table.grow(size, allowed)
        except BudgetExceededError:
            return reach(Ending.OPEN, max(size - 1, 0))
        if table.violation:
            return reach(Ending.BROKEN, size, table.violation.condition)
        if table.period is not None and table.preperiod is not None:
            return reach(Ending.PERIODIC, table.preperiod, table.period)
        if not table.codes[size][1]:
            last_fickle = size
        if size + 1 >= _firm_from(ruleset, last_fickle):
            return reach(Ending.FIRM, last_fickle)
    return reach(Ending.OPEN, size)


def _firm_from(ruleset: Ruleset, last_fickle: int) -> float:
    """The length p(f + 1) + k from which every row is firm if those after f and before it are."""
    if not isinstance(ruleset, Octal) or max(ruleset.digits) < 2:
        return float("inf")
    parts = max(ruleset.digits).bit_length() - 1
    return parts * (last_fickle + 1) + len(ruleset.digits) - 1


def octal_codes(digits: int = DIGITS) -> Iterator[str]:
    """The keys of all octal games with at most so many digits after the point.

    >>> list(octal_codes(1))[:3]
    ['octal:0.0', 'octal:0.1', 'octal:0.2']
    """
    for whole, *others in product("04", *["01234567"] * digits):
        yield f"octal:{whole}.{''.join(others).rstrip('0') or '0'}"


def computed(digits: int = DIGITS) -> Iterator[Reach]:
    """The whole table anew, which is its proof."""
    return map(reach_of, octal_codes(digits))


def written(reaches: Iterable[Reach]) -> str:
    """The table as it is kept: one line a game, and the version of the solver that made it."""
    rows = (
        f"  {json.dumps(reach.key)}: {json.dumps([reach.ending, reach.size, reach.detail])}"
        for reach in reaches
    )
    return "".join((f'{{"solver": "{VERSION}", "reach": {{\n', ",\n".join(rows), "\n}}\n"))


@lru_cache(maxsize=1)
def known_reaches() -> dict[str, Reach]:
    """The table that is kept, by key.

    >>> known_reaches()["octal:0.07"].size
    10
    """
    kept = json.loads(DATA.read_text(encoding="utf-8"))["reach"]
    return {
        key: Reach(key, Ending(ending), size, detail)
        for key, (ending, size, detail) in kept.items()
    }
