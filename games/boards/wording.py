"""The words a page uses for each ruleset: what the pieces are, and the rule in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from solver import Convention, Ruleset


@dataclass(frozen=True)
class Wording:
    """*piece* is what is taken, *board* the drawing, *row* a lane, *rule* what a move is.

    *typed* says how a move is typed, *example* is one.
    """

    board: str
    piece: str
    row: str
    rule: str
    typed: str
    example: str


ENDS = ("row and number", "4 3")


PLACES = ("row and pins", "1 3-4")


SQUARES = ("strip and squares", "1 3-4")


PARTS = ("row and what it becomes", "1 2+5")


def wording(ruleset: Ruleset) -> Wording:
    """The words for *ruleset*."""
    kind, _, detail = ruleset.key.partition(":")
    match kind:
        case "nim":
            return Wording("matches", "match", "row", "Take from one row.", *ENDS)
        case "subtraction" if detail.isdigit():
            amount = "one light" if detail == "1" else f"1 to {detail} lights"
            return Wording("lights", "light", "row", f"Switch off {amount} in one row.", *ENDS)
        case "subtraction":
            takes = listed(tuple(map(int, detail.strip("{}").split(","))), "or")
            lights = "light" if takes == "1" else "lights"
            said = f"Switch off {takes} {lights} in one row."
            return Wording("lights", "light", "row", said, *ENDS)
        case "kayles":
            return Wording("pins", "pin", "row", "Knock one pin or two neighbours.", *PLACES)
        case "partizan-kayles":
            rule = "Left takes one square, Right two neighbours."
            return Wording("strips", "square", "strip", rule, *SQUARES)
        case "heaps":
            return Wording("counters", "counter", "row", "Change one heap by its rules.", *PARTS)
    return Wording("counters", "counter", "row", f"{ruleset.name}: change one row.", *PARTS)


def convention_words(convention: Convention) -> str:
    """The convention in words, never as a bare term."""
    return "the last one wins" if convention is Convention.NORMAL else "the last one loses"


def listed(sizes: tuple[int, ...], conjunction: str = "and") -> str:
    """Sizes in a sentence: ``nothing``, ``4``, ``2 and 5``."""
    words = [str(size) for size in sizes if size] or ["nothing"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
