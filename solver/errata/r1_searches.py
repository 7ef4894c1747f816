"""The searches behind the errata of the R1 note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ..budget import Budget
from ..enumeration import sums
from ..kinds import Kind
from ..mex import mex
from ..positions import Position
from ..r1 import Violation, kind_table
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import Ruleset
from ..theories.r1 import case_of
from ..true_kinds import TrueKinds
from .r1_note import ESCAPING_ROWS
from .small_games import BORN_BY_DAY_3, BORN_BY_DAY_4, SmallGames, r1_predictions

EIGHT_CODES = {"35": 4, "71": 5, "75": 5, "57": 9, "72": 9, "54": 10, "53": 11, "15": 14}
"""The digits of each code that breaks the fourth condition first, and the row that does."""


def _kinds(rules: Ruleset) -> TrueKinds:
    return TrueKinds(rules, Budget(10**7))


def rows_of_four() -> Iterator[bool]:
    """Whether the note is right about rows of 1 to 4 in octal 0.35."""
    rows = _kinds(get_ruleset(ESCAPING_ROWS))
    for position in sums(5, 4):
        if position:
            yield not rows.errs(position)


def octal_codes() -> Iterator[bool]:
    """Whether a code with two digits breaks another condition before the fourth, or none."""
    for first, second in product("01234567", repeat=2):
        rules = get_ruleset(f"octal:0.{first}{second}")
        broken = kind_table(rules).check(20, Budget())
        size = broken.size if broken and broken.condition == 4 else None
        assert size == EIGHT_CODES.get(first + second), rules.key
        assert not broken or size is None or _escapes(rules, broken)
        yield size is None


def _escapes(rules: Ruleset, broken: Violation) -> bool:
    rows = _kinds(rules)
    beside_one = (1, broken.size)
    return not rows.calls_won(beside_one) and rows.search.wins(beside_one)


def tame() -> Iterator[bool]:
    """Whether the four conditions and Conway's tameness say the same of a game born by day 4."""
    games = SmallGames()
    genus = _Genus()
    wild = 0
    for game in range(BORN_BY_DAY_4):
        is_tame = not game & wild and genus.is_tame(game, games.values[game])
        if game < BORN_BY_DAY_3:
            wild |= (not is_tame) << game
        yield is_tame == games.keeps(game, 4)


class _Genus:
    """Misère nim-values of small games beside heaps of 2 and 1, as Conway's genus wants them."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int], int] = {}

    def value(self, game: int, twos: int, ones: int) -> int:
        """The misère nim-value of *game* + twos x 2 + ones x 1; nothing at all has 1."""
        key = (game, twos, ones)
        if key not in self._known:
            after = {self.value(h, twos, ones) for h in range(16) if game >> h & 1}
            if twos:
                after |= {self.value(game, twos - 1, ones + left) for left in (0, 1)}
            if ones:
                after.add(self.value(game, twos, ones - 1))
            self._known[key] = mex(after) if after else 1
        return self._known[key]

    def is_tame(self, game: int, nim_value: int) -> bool:
        """Whether the genus is that of a Nim position, given that every follower's is.

        Three terms settle it: the followers' terms repeat every two, so these do.
        """
        genus = tuple(self.value(game, twos, 0) for twos in range(3))
        firm = (nim_value, nim_value ^ 2, nim_value)
        return genus == firm or (nim_value, *genus) in {(0, 1, 2, 0), (1, 0, 3, 1)}


def case_1() -> Iterator[bool]:
    """Whether case 1 decides rightly in rows of 1 to 4 in octal 0.35."""
    return _case_1_decides(ESCAPING_ROWS, 5, 4)


def case_1_mended() -> Iterator[bool]:
    """The same in games that keep the fourth condition."""
    for key, largest in (("nim", 7), ("kayles", 4), ("octal:0.07", 9)):
        yield from _case_1_decides(key, 4, largest)


def _case_1_decides(key: str, most: int, largest: int) -> Iterator[bool]:
    rows = _kinds(get_ruleset(key))
    for position in sums(most, largest):
        if case_of(rows.kinds(position)) == 1 and rows.search.wins(position):
            yield _case_1_wins(rows, position)


def _case_1_wins(rows: TrueKinds, position: Position) -> bool:
    """Whether there are moves that return the nim-sum to 0, and every one of them wins."""
    returned = [
        after
        for move in rows.rules.legal_moves(position)
        if rows.value(after := move.apply(position)) == 0
    ]
    return bool(returned) and not any(map(rows.search.wins, returned))


def case_4() -> Iterator[bool]:
    """Whether the move that case 4 asks for is there and wins, in games that keep the fourth
    condition."""
    for key, largest in (("nim", 7), ("kayles", 4), ("octal:0.07", 9)):
        rows = _kinds(get_ruleset(key))
        for position in sums(4, largest):
            kinds = rows.kinds(position)
            if set(kinds) <= FICKLE and kinds.count(Kind.INVERTER) % 2 == 0:
                yield _case_4_wins(rows, position)


FICKLE = {Kind.NULL, Kind.INVERTER}
"""The kinds that case 4 turns into each other."""


def _case_4_wins(rows: TrueKinds, position: Position) -> bool:
    """Whether a null can become an inverter or an inverter a null, and every such move wins."""
    turned = [
        move.apply(position)
        for move in rows.rules.legal_moves(position)
        if {rows.kind((move.size,)), rows.kind(move.becomes)} == FICKLE
    ]
    return bool(turned) and not any(map(rows.search.wins, turned))


R1_SEARCHES: dict[str, Callable[[], Iterator[bool]]] = {
    "rows-of-four": rows_of_four,
    "octal-codes": octal_codes,
    "tame": tame,
    "three-conditions": r1_predictions(3),
    "four-conditions": r1_predictions(4),
    "case-1": case_1,
    "case-1-mended": case_1_mended,
    "case-4": case_4,
}
