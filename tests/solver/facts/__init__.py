"""What each sentence of a film says, asserted against its scene."""

from . import everywhere, exhaustive, nim_sum, quotient, r1, reduction, refusals, safe_harbors
from .frame import FACTS, Frame, check_frame

__all__ = [
    "FACTS",
    "Frame",
    "check_frame",
    "everywhere",
    "exhaustive",
    "nim_sum",
    "quotient",
    "r1",
    "reduction",
    "refusals",
    "safe_harbors",
]
