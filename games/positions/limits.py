"""How large a position a page accepts, and how much thinking one request may cost."""

from __future__ import annotations

from solver import InvalidInputError, Position, Question, as_position, ask, format_position

MAX_ROWS = 12
MAX_SIZE = 60
SEARCH_BUDGET = 3_000
"""Positions a search may visit for one page: well under 50 ms of thinking."""


def ask_within_limits(
    ruleset: str, position: str | Position, convention: str, to_move: str | None = None
) -> Question:
    """Read a question a page can show; raises :class:`InvalidInputError` with the limit passed."""
    rows = as_position(position)
    if len(rows) > MAX_ROWS:
        raise InvalidInputError.of(
            "a position a board can show", format_position(rows), f"use at most {MAX_ROWS} rows"
        )
    if rows and max(rows) > MAX_SIZE:
        raise InvalidInputError.of(
            "a row a board can show", str(max(rows)), f"use at most {MAX_SIZE} in a row"
        )
    return ask(ruleset, rows, convention, to_move, budget=SEARCH_BUDGET)
