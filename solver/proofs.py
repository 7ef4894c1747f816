"""Everything that is kept as data, computed anew and compared: ``python -m solver prove``."""

from __future__ import annotations

from collections.abc import Iterator

from .checks import Check
from .reach import DIGITS, computed, known_reaches
from .weakened import as_kept


def reach_as_kept() -> Iterator[bool]:
    """Each game's reach, with its witness or its certificate, is the one that is kept."""
    kept = known_reaches()
    for reach in computed():
        yield kept.get(reach.key) == reach


PROOFS = (
    Check(f"How far R1 reaches: octal games of up to {DIGITS} digits", reach_as_kept, among=1024),
    Check("R1 without some conditions: the smallest games", as_kept, among=32),
)
"""A line for each set of data."""
