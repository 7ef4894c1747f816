"""Everything that is kept as data, computed anew and compared: ``python -m solver prove``."""

from __future__ import annotations

from collections.abc import Iterator

from .checks import Check
from .reach import DIGITS, computed, known_reaches


def reach_as_kept() -> Iterator[bool]:
    """Each game's reach, with its witness or its certificate, is the one that is kept."""
    kept = known_reaches()
    for reach in computed():
        yield kept.get(reach.key) == reach


PROOFS = (
    Check(f"How far R1 reaches: octal games of up to {DIGITS} digits", reach_as_kept, among=1024),
)
"""A line for each file of data."""
