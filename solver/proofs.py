"""Everything that is kept as data, computed anew and compared: ``python -m solver prove``."""

from __future__ import annotations

from collections.abc import Iterator

from .checks import Check
from .ladder import as_kept as ladders_as_kept
from .quotients.shipped import is_proved, kept_quotients
from .reach import DIGITS, computed, known_reaches
from .weakened import as_kept as weakened_as_kept
from .words import checks as words


def reach_as_kept() -> Iterator[bool]:
    """Each game's reach, with its witness or its certificate, is the one that is kept."""
    kept = known_reaches()
    for reach in computed():
        yield kept.get(reach.key) == reach


def quotients_as_kept() -> Iterator[bool]:
    """Each wild quotient that is kept is the one that is proved anew."""
    yield from map(is_proved, kept_quotients())


PROOFS = (
    Check(words.REACH.format(digits=DIGITS), reach_as_kept, among=1024),
    Check(words.QUOTIENTS, quotients_as_kept, among=52),
    Check(words.WEAKENED, weakened_as_kept, among=32),
    Check(words.LADDERS, ladders_as_kept, among=40),
)
"""A line for each set of data."""
