"""Misère quotients: exact, proved heap by heap, with certified periods."""

from .monoid import Monoid
from .table import Budget, QuotientTable, quotient_of

__all__ = ["Budget", "Monoid", "QuotientTable", "quotient_of"]
