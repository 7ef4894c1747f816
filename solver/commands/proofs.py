"""Everything that is kept as data, computed anew and compared: ``python -m solver prove``."""

from __future__ import annotations

from collections.abc import Iterator

from ..budget import NO_LIMIT, Budget
from ..checker import check
from ..game import Game
from ..opponents.ladder import as_kept as ladders_as_kept
from ..quotients.infinite import claims, follows, infinite_games
from ..quotients.shipped import is_proved, kept_partial_quotients, kept_quotients
from ..reach import DIGITS, computed, known_reaches
from ..research.atlas import is_found_again, kept_entries
from ..research.monoid_atlas import found_again as monoids_as_kept
from ..research.weakened import as_kept as weakened_as_kept
from ..words import checks as words
from .checks import Check


def reach_as_kept() -> Iterator[bool]:
    """Each game's reach, with its witness or its certificate, is the one that is kept."""
    kept = known_reaches()
    for reach in computed():
        yield kept.get(reach.key) == reach


def quotients_as_kept() -> Iterator[bool]:
    """Each wild quotient that is kept is the one that is proved anew."""
    yield from map(is_proved, (*kept_quotients(), *kept_partial_quotients()))


def atlas_as_kept() -> Iterator[bool]:
    """Everything in the atlas is found anew."""
    yield from map(is_found_again, kept_entries())


def infinite_as_kept() -> Iterator[bool]:
    """Everything that is kept about an infinite quotient is proved, and the losing sums of its few
    rows follow from their gauges."""
    for key in infinite_games():
        yield all(claims(key)) and follows(key)


LONG_PERIODS = {
    "octal:0.165": (5_181, 1_550),
    "octal:0.127": (46_578, 4),
    "octal:0.16": (105_351, 149_459),
    "octal:0.56": (326_640, 144),
}
"""Games whose nim-values repeat late, with the size from which they repeat and the period (0.165:
Richard Austin 1976; the others: Gangolli and Plambeck, *A note on periodicity in some octal games*,
1989)."""


def periods_as_published() -> Iterator[bool]:
    """Each period of nim-values is found from nothing, and its certificate is checked."""
    for key, (preperiod, period) in LONG_PERIODS.items():
        enough = 3 * (preperiod + period)
        found = Game(key).nim_values(enough, Budget(NO_LIMIT))
        check(found.as_json())
        yield (found.preperiod, found.period) == (preperiod, period)


PROOFS = (
    Check(words.REACH.format(digits=DIGITS), reach_as_kept, among=1_024),
    Check(words.QUOTIENTS, quotients_as_kept, among=52 + 333),
    Check(words.ATLAS, atlas_as_kept, among=4_276),
    Check(words.MONOIDS, monoids_as_kept, among=136 + 8_256),
    Check(words.INFINITE_QUOTIENTS, infinite_as_kept, among=len(infinite_games())),
    Check(words.WEAKENED, weakened_as_kept, among=32),
    Check(words.LONG_PERIODS, periods_as_published, among=len(LONG_PERIODS)),
    Check(words.LADDERS, ladders_as_kept, among=40),
)
"""A line for each set of data."""
