"""Refuted claims of the sources, by position."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from solver import Inquiry, ask
from solver.teaching import SOURCES, Erratum, Exhibit


@dataclass(frozen=True)
class Dispute:
    """A claim about a position, with the name of its *source*."""

    source: str
    erratum: Erratum
    exhibit: Exhibit


def disputes(question: Inquiry) -> tuple[Dispute, ...]:
    """The refuted claims about this position; the order of its rows does not matter."""
    return _disputes().get(_position_key(question), ())


def _position_key(question: Inquiry) -> tuple[object, ...]:
    return (
        question.ruleset.key,
        tuple(sorted(question.position)),
        question.convention,
        question.to_move if question.ruleset.partizan else None,
    )


@cache
def _disputes() -> dict[tuple[object, ...], tuple[Dispute, ...]]:
    by_position: dict[tuple[object, ...], tuple[Dispute, ...]] = {}
    for source in SOURCES:
        for erratum in source.errata:
            for exhibit in erratum.exhibits:
                if exhibit.disputed:
                    about = _position_key(
                        ask(
                            exhibit.ruleset,
                            exhibit.position,
                            exhibit.convention,
                            exhibit.to_move,
                            budget=0,  # we do not solve it
                        )
                    )
                    dispute = Dispute(source.name, erratum, exhibit)
                    by_position[about] = (*by_position.get(about, ()), dispute)
    return by_position
