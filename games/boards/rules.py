"""The rules of a game in words: what a move may change, and how the game ends."""

from __future__ import annotations

from dataclasses import dataclass

from games.boards.games import game_of
from solver import LAST_ONE, Convention, Ruleset, convention_words, get_ruleset, parse_position


@dataclass(frozen=True)
class Rule:
    """The rule of a game: *move* in one sentence, where it needs them *lines* that say each way
    to move, and how it ends: *ending* up to the *verb* to stress."""

    move: str
    lines: tuple[str, ...]
    ending: str
    verb: str

    @property
    def ends(self) -> str:
        """How the game ends, inside a sentence: ``whoever takes the last match loses``."""
        return f"{self.ending[0].lower()}{self.ending[1:]} {self.verb}"

    @property
    def sentence(self) -> str:
        """The whole rule as plain text."""
        return " ".join((self.move, *self.lines, f"{self.ending} {self.verb}."))


def rule_of(ruleset: str | Ruleset, convention: str | Convention, position: str = "") -> Rule:
    """The rule of a game; of hand-written heaps only those that *position* can lead to."""
    rules, ending = get_ruleset(ruleset), Convention(convention)
    game, largest = game_of(rules), max(parse_position(position), default=0)
    lines = tuple(rules.ways(largest))
    if rules.last_is_taken:
        last = f"Whoever takes the last {game.piece}"
        return Rule(game.rule(rules), lines, last, LAST_ONE[ending])
    return Rule(game.rule(rules), lines, "Whoever cannot move", LAST_ONE[ending.other])


def endings() -> list[tuple[str, str]]:
    """The two conventions to choose from, in words."""
    return [(convention.value, convention_words(convention)) for convention in LAST_ONE]
