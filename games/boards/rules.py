"""The rules of a game in words: what a move may do, and how the game ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.boards.games import OFFERS, game_of
from solver import Convention, Ruleset, Subtraction, SumOfGames, get_ruleset
from solver.teaching import (
    LAST_ONE,
    capitalised,
    convention_words,
    counted,
    joined,
    plural,
    uncapitalised,
    with_article,
)

ONE_OF_THESE = "Make one of these moves."
OF_ITS_GAME = "Each row has the rules of its own game."


@dataclass(frozen=True)
class RuleText:
    """The rule of a game: the *move* in one sentence, *lines* for each way to move if needed, and
    how it ends: the *ending* and the *verb* to stress."""

    move: str
    lines: tuple[str, ...]
    ending: str
    verb: str

    @property
    def ends(self) -> str:
        """How the game ends, inside a sentence: ``whoever takes the last match loses``."""
        return f"{uncapitalised(self.ending)} {self.verb}"

    @property
    def sentence(self) -> str:
        """The full rule as plain text."""
        return " ".join((self.move, *self.lines, f"{self.ending} {self.verb}."))


def rule_of(ruleset: str | Ruleset, convention: str | Convention, position: str = "") -> RuleText:
    """The rule of a game. For custom heaps, only the lines for sizes up to the largest in
    *position*."""
    rules, ending = get_ruleset(ruleset), Convention(convention)
    game, largest = game_of(rules), max(rules.read_position(position), default=0)
    move, lines = game.rule(rules), tuple(rules.ways(largest))
    if isinstance(rules, SumOfGames):
        move = OF_ITS_GAME
        lines = tuple(
            f"{one.name}: {way}"
            for one in rules.games
            for way in filter(None, (game_of(one).rule(one), *one.ways(largest)))
        )
    if not move:
        move, lines = (lines[0], ()) if len(lines) == 1 else (ONE_OF_THESE, lines)
    if rules.last_is_taken:
        last = f"Whoever takes the last {game.piece}"
        return RuleText(move, lines, last, LAST_ONE[ending])
    return RuleText(move, lines, "Whoever cannot move", LAST_ONE[ending.other])


def laid_out(ruleset: Ruleset, position: Sequence[int]) -> str:
    """The rows on the board in words.

    >>> laid_out(get_ruleset("nim"), (1, 2, 4))
    'rows of 1, 2 and 4 matches'
    >>> laid_out(get_ruleset("kayles"), (9,)), laid_out(get_ruleset("grundy"), (7, 7))
    ('a row of 9 pins', '2 heaps of 7 counters')
    """
    game = game_of(ruleset)
    if ruleset.is_sum:
        return joined([ruleset.row_words(size) for size in position])
    row, sizes = ruleset.component_word, sorted(set(position))
    pieces = game.piece if sizes == [1] else plural(game.piece)
    if not sizes:
        return f"no {plural(row)}"
    if len(position) == 1:
        return f"{with_article(row)} of {sizes[0]} {pieces}"
    if len(sizes) == 1:
        return f"{counted(len(position), row)} of {sizes[0]} {pieces}"
    return f"{plural(row)} of {joined([str(size) for size in position])} {pieces}"


def game_in_words(ruleset: str | Ruleset, position: str) -> str:
    """A game and its start position, for a heading or a list.

    >>> game_in_words("subtraction:3", "13"), game_in_words("kayles", "9")
    ('A row of 13 lights. Take 1 to 3', 'Kayles: a row of 9 pins')
    >>> game_in_words("octal:0.31", "4+1")
    'Rows of 4 and 1 counters (octal game 0.31)'
    """
    rules = get_ruleset(ruleset)
    laid = laid_out(rules, rules.read_position(position))
    if rules.is_sum:
        return capitalised(laid)
    if isinstance(rules, Subtraction):
        return f"{capitalised(laid)}. Take {rules.amount}"
    name = rules.name if rules.partizan else OFFERS.get(rules.key, rules.name)
    if re.search(r" game [0-9A-Z.]+$", name):
        return f"{capitalised(laid)} ({uncapitalised(name)})"
    return f"{name}: {laid}"


def game_named(rules: Ruleset) -> str:
    """A game without its position, inside a sentence.

    >>> game_named(get_ruleset("subtraction:3")), game_named(get_ruleset("octal:0.31"))
    ('Take 1 to 3', 'Octal game 0.31')
    """
    if isinstance(rules, Subtraction):
        return f"Take {rules.amount}"
    return OFFERS.get(rules.key, rules.name)


def endings() -> list[tuple[str, str]]:
    """The two conventions to choose from, in words."""
    return [(convention, convention_words(convention)) for convention in LAST_ONE]
