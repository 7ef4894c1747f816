"""Misère quotients: exact, proved heap by heap, with certified periods."""

from .by_hand import ByHandQuestion, NamedElement, QuotientByHand
from .infinite import InfiniteQuotient, infinite_games, infinite_quotient
from .known import Known
from .lost_sums import LostSums, Rays
from .monoid import Monoid
from .presentation import (
    Mex,
    is_tame,
    lost_positions,
    mex_function,
    meximal_sets,
    relations_of,
    separating_companies,
    smallest_positions,
)
from .shipped import partial_quotient, shipped_games, shipped_quotient
from .table import KAYLES, Bounds, QuotientTable, quotient_of
from .tame import TameQuotient, tame_quotient

__all__ = [
    "KAYLES",
    "Bounds",
    "ByHandQuestion",
    "InfiniteQuotient",
    "Known",
    "LostSums",
    "Mex",
    "Monoid",
    "NamedElement",
    "QuotientByHand",
    "QuotientTable",
    "Rays",
    "TameQuotient",
    "infinite_games",
    "infinite_quotient",
    "is_tame",
    "lost_positions",
    "mex_function",
    "meximal_sets",
    "partial_quotient",
    "quotient_of",
    "relations_of",
    "separating_companies",
    "shipped_games",
    "shipped_quotient",
    "smallest_positions",
    "tame_quotient",
]
