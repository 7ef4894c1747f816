"""The theories, one file each, in the order in which they are preferred."""

from __future__ import annotations

from solver.theory import Theory

from .exhaustive import Exhaustive
from .nim_sum import NimSum

THEORIES: tuple[Theory, ...] = (NimSum(), Exhaustive())
