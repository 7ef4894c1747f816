"""The words a page uses for each ruleset: what the pieces are, and the rule in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from solver import Convention, Ruleset


@dataclass(frozen=True)
class Wording:
    """*piece* and *pieces* name what is taken, *board* the drawing, *rule* what a move is."""

    board: str
    piece: str
    pieces: str
    rule: str


def wording(ruleset: Ruleset) -> Wording:
    """The words for *ruleset*."""
    kind, _, detail = ruleset.key.partition(":")
    match kind:
        case "nim":
            return Wording("matches", "match", "matches", "Take from one row.")
        case "subtraction" if detail.isdigit():
            amount = "one light" if detail == "1" else f"1 to {detail} lights"
            return Wording("lights", "light", "lights", f"Switch off {amount} in one row.")
        case "subtraction":
            takes = detail.strip("{}").replace(",", ", ")
            return Wording("lights", "light", "lights", f"Switch off {takes} lights in one row.")
    return Wording("counters", "counter", "counters", f"{ruleset.name}.")


def ending_words(ruleset: Ruleset, convention: Convention) -> tuple[str, str]:
    """How the game ends: the sentence up to its verb, and the verb to stress."""
    verb = "wins" if convention is Convention.NORMAL else "loses"
    return f"Whoever takes the last {wording(ruleset).piece}", verb


def convention_words(convention: Convention) -> str:
    """The convention in words, never as a bare term."""
    return "last one wins" if convention is Convention.NORMAL else "last one loses"
