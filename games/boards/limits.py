"""How large a game and a position a page accepts, and how much thinking one request may cost."""

from __future__ import annotations

from games.web.fence import take_a_seat
from solver import (
    DEFAULT_BUDGET,
    Budget,
    Heaps,
    Hexadecimal,
    InvalidInputError,
    Octal,
    Position,
    Question,
    Ruleset,
    about,
    as_position,
    ask,
    format_position,
    get_ruleset,
)

MAX_ROWS = 12
MAX_SIZE = 60
MAX_DIGITS = 8
MAX_OPTIONS = 30
MAX_PARTS = 4
MAX_RULE_TEXT = 500
MAX_MOVES = MAX_ROWS * MAX_SIZE
"""How long a game may last: as long as taking the pieces of the largest board one by one."""

MAX_PIECES = 240
"""Above so many pieces or moves a board is written in numbers, and moves are typed."""

MAX_LISTED = 60
"""How many moves of a position are listed with their verdicts."""

SEARCH_BUDGET = 2_000
"""What one request may cost, in positions: between a tenth and two tenths of a second."""

SECONDS = 0.25
"""Processor time after which a request gives up even so, on a slow machine."""


def thinking(positions: int, seconds: float | None = None) -> Budget:
    """So much work, and a seat among those of this process who think.

    Every budget of a request is made here. Raises
    :class:`~games.web.refusals.TooManyThinkersError` where no seat gets free.
    """
    take_a_seat()
    return Budget(positions, seconds)


def page_budget() -> Budget:
    """What one request may cost."""
    return thinking(SEARCH_BUDGET, SECONDS)


def content_budget() -> Budget:
    """What deciding a stored step or puzzle may cost: the same work, and no clock, so that a
    slow machine does not call it wrong."""
    return thinking(SEARCH_BUDGET)


def example_budget() -> Budget:
    """What an example of the house may cost: it is the same whoever asks, and always decided."""
    return thinking(DEFAULT_BUDGET)


def ask_within_limits(
    ruleset: str | Ruleset,
    position: str | Position,
    convention: str,
    to_move: str | None = None,
    *,
    budget: Budget | None = None,
) -> Question:
    """Read a question a page can show; raises :class:`InvalidInputError` with the limit passed.

    Whoever asks more than once for one request hands the same *budget* in.
    """
    rules = get_ruleset(ruleset)
    check_rules(rules)
    rows = as_position(position)
    check_rows(rows)
    check_length(rules, rows)
    return ask(rules, rows, convention, to_move, budget=budget or page_budget())


@about("position")
def check_rows(rows: Position) -> None:
    """Raise :class:`InvalidInputError` for a position too large for a page."""
    if len(rows) > MAX_ROWS:
        raise InvalidInputError.of(
            "a position a board can show", format_position(rows), f"use at most {MAX_ROWS} rows"
        )
    if rows and max(rows) > MAX_SIZE:
        raise InvalidInputError.of(
            "a row a board can show", str(max(rows)), f"use at most {MAX_SIZE} in a row"
        )


@about("position")
def check_length(rules: Ruleset, rows: Position) -> None:
    """Raise :class:`InvalidInputError` for a game that can last too long to be replayed."""
    longest = rules.most_moves(rows) if isinstance(rules, Heaps) else 0
    if longest > MAX_MOVES:
        raise InvalidInputError(
            f"A game from {format_position(rows)} can last {longest:,} moves; "
            f"a page accepts at most {MAX_MOVES}.",
            value=format_position(rows),
        )


@about("ruleset")
def check_rules(rules: Ruleset) -> None:
    """Raise :class:`InvalidInputError` for a game too large for a page, with the limit passed."""
    if isinstance(rules, Octal | Hexadecimal) and len(rules.digits) > MAX_DIGITS + 1:
        raise InvalidInputError.of(
            "a ruleset a page can show", rules.key, f"use at most {MAX_DIGITS} digits"
        )
    if not isinstance(rules, Heaps):
        return
    if len(rules.key) > MAX_RULE_TEXT:
        raise InvalidInputError.of(
            "a ruleset a page can show", rules.key, f"use at most {MAX_RULE_TEXT} characters"
        )
    for size, options in rules.rules.items():
        parts = max(map(len, options), default=0)
        for number, what, most in (
            (len(options), "options", MAX_OPTIONS),
            (parts, "parts in one option", MAX_PARTS),
        ):
            if number > most:
                raise InvalidInputError(
                    f"Heap {size} of this ruleset has {number} {what}; "
                    f"a page accepts at most {most}.",
                    value=str(size),
                )
