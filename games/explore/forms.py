"""The rules of a game from pictures and fields: what to take, and whether a row may split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.boards.bounds import ask_within_limits
from games.boards.games import OFFERS, PRESETS, Preset
from games.boards.rules import rule_of
from games.content.game_control import own_rules, rules_by_number
from games.explore.addresses import address
from solver import SolverError, format_position, parse_position
from solver.teaching import about

OWN, CODE = "own", "code"
"""The choices beside the games of the list."""
USUAL = "5+4+3"
"""The rows for a game without a start position."""


@dataclass(frozen=True)
class GameCard:
    """A game to choose by its picture; *url* opens *position* under its rules."""

    name: str
    ruleset: str
    position: str
    rule: str
    url: str


def game_cards(rows: str = "", convention: str = "") -> list[GameCard]:
    """A card for every game, with its largest start position or with *rows*.

    Raises :class:`SolverError` for rows that cannot be read.
    """
    names = OFFERS | {
        preset.ruleset: preset.name for preset in PRESETS if preset.ruleset not in OFFERS
    }
    return [_card(ruleset, name, rows, convention) for ruleset, name in names.items()]


def _card(ruleset: str, name: str, rows: str, convention: str) -> GameCard:
    presets = [preset for preset in PRESETS if preset.ruleset == ruleset]
    fullest = max(presets, key=_pieces, default=None)
    position = rows or (fullest.position if fullest else USUAL)
    ending = convention or (fullest.convention if fullest else "misere")
    question = ask_within_limits(ruleset, position, ending)
    position = format_position(question.position)
    rule = rule_of(ruleset, ending, position)
    says = " ".join(rule.lines) or rule.move
    return GameCard(name, ruleset, position, says, address(question))


def _pieces(preset: Preset) -> int:
    return sum(parse_position(preset.position))


def ruleset_of(typed: Mapping[str, str]) -> str:
    """The ruleset of the fields; raises :class:`InvalidInputError` with one sentence."""
    game = typed.get("game", CODE)
    if game != OWN:
        return typed.get("ruleset", "nim") if game == CODE else game
    with about("take"):
        match typed.get("amount", ""):
            case "each":
                return rules_by_number(typed)
            case "most":
                return own_rules(f"1-{typed.get('most', '')}", splits="splits" in typed)
            case "any":
                return own_rules("any", splits="splits" in typed)
        return own_rules(typed.get("take", ""), splits="splits" in typed)


def field_of(error: SolverError, typed: Mapping[str, str]) -> str:
    """The field that caused an error."""
    if error.field == "ruleset":
        return {OWN: "take", CODE: "ruleset"}.get(typed.get("game", CODE), "game")
    if error.field == "take":
        return {"most": "most", "each": "each", "any": "amount"}.get(
            typed.get("amount", ""), "take"
        )
    return error.field or "position"
