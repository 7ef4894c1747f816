"""Everything that is kept as data, computed anew and compared: ``python -m solver prove``."""

from __future__ import annotations

from collections.abc import Iterator

from .checks import Check
from .quotients.shipped import is_proved, kept_quotients
from .reach import DIGITS, computed, known_reaches
from .weakened import as_kept


def reach_as_kept() -> Iterator[bool]:
    """Each game's reach, with its witness or its certificate, is the one that is kept."""
    kept = known_reaches()
    for reach in computed():
        yield kept.get(reach.key) == reach


def quotients_as_kept() -> Iterator[bool]:
    """Each wild quotient that is kept is the one that is proved anew."""
    yield from map(is_proved, kept_quotients())


PROOFS = (
    Check(f"How far R1 reaches: octal games of up to {DIGITS} digits", reach_as_kept, among=1024),
    Check("Wild quotients: octal games of up to three digits", quotients_as_kept, among=52),
    Check("R1 without some conditions: the smallest games", as_kept, among=32),
)
"""A line for each set of data."""
