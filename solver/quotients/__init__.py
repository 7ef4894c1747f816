"""Misère quotients: exact, proved heap by heap, with certified periods."""

from .known import Known
from .monoid import Monoid
from .table import KAYLES, Bounds, QuotientTable, quotient_of

__all__ = ["KAYLES", "Bounds", "Known", "Monoid", "QuotientTable", "quotient_of"]
