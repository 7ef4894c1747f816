"""Misère quotients: exact, proved heap by heap, with certified periods."""

from .monoid import Monoid
from .table import Bounds, QuotientTable, quotient_of

__all__ = ["Bounds", "Monoid", "QuotientTable", "quotient_of"]
