"""Where each character's habit goes wrong, as two positions: what there is, and what is left."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A won position in which the habit leaves *left*, which loses; the last one loses."""

    ruleset: str
    position: str
    left: str


EXAMPLES = {
    "norma": Example("nim", "1+3", "1+1"),
    "miss-ere": Example("nim", "1+4", "1+2"),
    "evan": Example("nim", "1+1+3", "1+1"),
    "mira": Example("kayles", "4+6", "4+4"),
    "greta": Example("nim", "2+4", "2"),
    "max": Example("subtraction:3", "4+6", "4+4"),
}
"""By the keys of the opponents."""
