"""Misère quotients: exact, proved heap by heap, with certified periods."""

from .known import Known
from .monoid import Monoid
from .presentation import (
    Mex,
    is_tame,
    mex_function,
    meximal_sets,
    relations_of,
    smallest_positions,
)
from .table import KAYLES, Bounds, QuotientTable, quotient_of

__all__ = [
    "KAYLES",
    "Bounds",
    "Known",
    "Mex",
    "Monoid",
    "QuotientTable",
    "is_tame",
    "mex_function",
    "meximal_sets",
    "quotient_of",
    "relations_of",
    "smallest_positions",
]
