"""The six kinds of a component, and the same fact in the literature's genus notation.

A kind is fixed by the nim-value and by who wins the component played alone under misère play.
"""

from __future__ import annotations

from collections.abc import Set
from enum import StrEnum


class Kind(StrEnum):
    """What a component is, played alone (the R1 source's words)."""

    NULL = "null"
    INVERTER = "inverter"
    TRAP = "trap"
    GREMLIN = "gremlin"
    HIGHER_SWITCH = "higher switch"
    HIGHER_INVERTER = "higher inverter"

    @classmethod
    def of(cls, nim_value: int, *, misere_win: bool) -> Kind:
        """The kind from the nim-value and whether the player to move wins misère play."""
        if nim_value == 0:
            return cls.NULL if misere_win else cls.TRAP
        if nim_value == 1:
            return cls.GREMLIN if misere_win else cls.INVERTER
        return cls.HIGHER_SWITCH if misere_win else cls.HIGHER_INVERTER

    @property
    def misere_outcome(self) -> str:
        """``N`` or ``P``: the outcome of the component alone under misère play."""
        return "P" if self in (Kind.INVERTER, Kind.TRAP, Kind.HIGHER_INVERTER) else "N"

    def genus(self, nim_value: int) -> str:
        """The genus g^m of a tame component: its nim-value and its misère nim-value (Conway).

        A fickle component has the values 0 and 1 in opposite order, a firm one twice the same.
        """
        return f"{nim_value}^{1 - nim_value if self.is_fickle else nim_value}"

    @property
    def is_fickle(self) -> bool:
        """Null and inverter: who wins depends on the convention."""
        return self in (Kind.NULL, Kind.INVERTER)


def broken_condition(kind: Kind, options: Set[Kind]) -> int | None:
    """The condition of R1 that a component of *kind* breaks, whose options have these kinds.

    Each condition is about a kind of its own, so a component breaks one at most.
    """
    if kind is Kind.HIGHER_INVERTER:
        return 1
    if kind is Kind.HIGHER_SWITCH and not options & {Kind.NULL, Kind.GREMLIN}:
        return 2
    if kind is Kind.NULL and Kind.GREMLIN in options:
        return 3
    if kind is Kind.GREMLIN and Kind.NULL in options:
        return 4
    return None
