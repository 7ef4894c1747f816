"""The theories, one file each, in the order in which they are preferred."""

from __future__ import annotations

from solver.theory import Theory

from .exhaustive import Exhaustive
from .misere_quotient import MisereQuotient
from .nim_sum import NimSum
from .r1 import R1
from .reduction import Reduction
from .safe_harbors import SafeHarbors

THEORIES: tuple[Theory, ...] = (
    NimSum(),
    SafeHarbors(),
    Reduction(),
    R1(),
    MisereQuotient(),
    Exhaustive(),
)
