"""The rules of a game in words: what a move may change, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.boards.wording import listed, wording
from solver import Convention, Ruleset, get_ruleset, parse_position
from solver.rulesets import Heaps, Octal

LEFT_OVER = {1: "nothing", 2: "one row", 4: "two rows"}


MAX_OPTIONS = 6


MAX_HEAPS = 10


MAX_STUCK = 3


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
    rules = get_ruleset(ruleset)
    ending, verb = _ending(rules, Convention(convention))
    largest = max(parse_position(position), default=0)
    return Rule(wording(rules).rule, tuple(_lines(rules, largest)), ending, verb)


def _ending(ruleset: Ruleset, convention: Convention) -> tuple[str, str]:
    normal = convention is Convention.NORMAL
    if ruleset.last_is_taken:
        return f"Whoever takes the last {wording(ruleset).piece}", "wins" if normal else "loses"
    return "Whoever cannot move", "loses" if normal else "wins"


def _lines(ruleset: Ruleset, largest: int) -> Iterator[str]:
    if isinstance(ruleset, Octal) and ruleset.key.startswith("octal"):
        return _octal_lines(ruleset)
    if isinstance(ruleset, Heaps):
        return _heap_lines(ruleset, largest or max(ruleset.rules, default=0))
    return iter(())


def _octal_lines(ruleset: Octal) -> Iterator[str]:
    """One line for each digit that occurs: what may be taken, and what it may leave."""
    whole, *digits = ruleset.digits
    if whole:
        yield "Split it into two rows."
    for digit in dict.fromkeys(filter(None, digits)):
        takes = tuple(take for take, other in enumerate(digits, 1) if other == digit)
        left = [words for bit, words in LEFT_OVER.items() if digit & bit]
        leaves = " or ".join([", ".join(left[:-1]), left[-1]]) if left[1:] else left[0]
        yield f"Take {listed(takes, 'or')}, leaving {leaves} where it was."
    if not any(ruleset.digits):
        yield "No row may be changed."


def _heap_lines(ruleset: Heaps, largest: int) -> Iterator[str]:
    """One line for each heap that has a move, and one for those that have none."""
    moving = [size for size in range(1, largest + 1) if ruleset.rules.get(size)]
    for size in moving[:MAX_HEAPS]:
        yield f"A heap of {size} may become {_options(ruleset, size)}."
    if len(moving) > MAX_HEAPS:
        yield f"{len(moving) - MAX_HEAPS} larger heaps have rules of their own."
    stuck = tuple(size for size in range(1, largest + 1) if not ruleset.rules.get(size))
    if not moving or len(stuck) > MAX_STUCK:
        yield f"{'No' if not moving else 'No other'} heap has a move."
    elif len(stuck) > 1:
        yield f"Heaps of {listed(stuck)} have no move."
    elif stuck:
        yield f"A heap of {stuck[0]} has no move."


def _options(ruleset: Heaps, size: int) -> str:
    options = [listed(option) for option in ruleset.rules[size]]
    more = len(options) - MAX_OPTIONS
    if more > 0:
        options[MAX_OPTIONS:] = [f"{more} {'other' if more == 1 else 'others'}"]
    return ", or ".join(options)
