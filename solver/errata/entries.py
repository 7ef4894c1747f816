"""What an erratum is made of: a source, its words, positions to play, and what was searched."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True)
class Claim:
    """What a source makes of a position: *words* of it that say so, and its *verdict* in brief.

    *tags* is what each row counts to it. *wins* is whether it gives the position to the player to
    move, None where it says nothing of that; *move* is the move it would make.
    """

    words: str
    verdict: str
    tags: tuple[str, ...] = ()
    wins: bool | None = None
    move: str = ""


@dataclass(frozen=True)
class Exhibit:
    """A position that shows an erratum. *moves* are all that win; with none it is lost.

    *says* tells what the source makes of it and what is so.
    """

    ruleset: str
    position: str
    convention: str
    moves: tuple[str, ...]
    says: str
    claim: Claim
    to_move: str | None = None

    @property
    def disputed(self) -> bool:
        """Whether the claim can be tried in play: its winner or its move is wrong."""
        claim = self.claim
        return bool(claim.move) or (claim.wins is not None and claim.wins != self.wins)

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        return bool(self.moves)


@dataclass(frozen=True)
class Evidence:
    """One search: of *positions* looked at, the statement it tests failed at *exceptions*.

    *key* names the search in :mod:`solver.errata.searches`; *text* has room for both numbers.
    """

    key: str
    text: str
    positions: int
    exceptions: int = 0

    def __str__(self) -> str:
        return self.text.format(positions=f"{self.positions:,}", exceptions=f"{self.exceptions:,}")


class Flaw(Enum):
    """What sort of thing is wrong with a passage; the value is the heading of its sort."""

    FALSE = "False as printed"
    TOO_SHORT = "Too short"
    MISPRINT = "Misprints"

    @property
    def says(self) -> str:
        """What a passage of this sort does."""
        return _FLAW_SAYS[self]


_FLAW_SAYS = {
    Flaw.FALSE: "It states something that a position refutes, or that another sentence of the "
    "source denies.",
    Flaw.TOO_SHORT: "It is right as far as it goes, but it leaves out a case that comes up.",
    Flaw.MISPRINT: "A slip of the pen: the rest of the source shows what was meant.",
}


@dataclass(frozen=True)
class Erratum:
    """One passage with a *flaw*.

    *quotes* are the source's words and *hedge* its own reservation beside them; *wrong* and
    *right* are ours.
    """

    key: str
    flaw: Flaw
    title: str
    place: str
    quotes: tuple[str, ...]
    wrong: str
    right: str
    exhibits: tuple[Exhibit, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    hedge: str = ""


@dataclass(frozen=True)
class Source:
    """One of the four sources. *hedge* quotes how sure its author is of the whole."""

    key: str
    name: str
    errata: tuple[Erratum, ...]
    hedge: str = ""
    note: str = ""
