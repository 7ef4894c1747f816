"""Limits on the size of a game and a position, and on the solver's work for one request."""

from __future__ import annotations

from games.web.background.fence import take_a_seat
from solver import (
    DEFAULT_BUDGET,
    Boards,
    Budget,
    Heaps,
    Hexadecimal,
    Inquiry,
    InvalidInputError,
    Octal,
    Position,
    Ruleset,
    SumOfGames,
    ask,
    format_position,
    get_ruleset,
)
from solver.teaching import about

MAX_ROWS = 12
MAX_SIZE = 60
MAX_DIGITS = 8
MAX_GAMES = 4
"""How many different games may lie side by side: their rules are read before anybody plays."""
MAX_OPTIONS = 30
MAX_PARTS = 4
MAX_RULE_TEXT = 500
MAX_MOVES = MAX_ROWS * MAX_SIZE
"""The most moves of a game: as many as it takes to clear the largest board piece by piece."""

MAX_PIECES = 240
"""Above this number of pieces or moves a board is written in numbers, and moves are typed."""

MAX_LISTED = 60
"""The number of moves of a position that a page lists with their verdicts."""

SEARCH_BUDGET = 2_000
"""The budget of one request in positions: between 0.1 and 0.2 seconds."""

SECONDS = 0.25
"""Seconds of processor time after which a request stops anyway, on a slow machine."""


def thinking(positions: int, seconds: float | None = None) -> Budget:
    """A budget, with one of this process's seats for solver work.

    Every budget of a request comes from here. Raises
    :class:`~games.web.errors.TooManyThinkersError` if no seat becomes free.
    """
    take_a_seat()
    return Budget(positions, seconds)


def page_budget() -> Budget:
    """The budget of one request."""
    return thinking(SEARCH_BUDGET, SECONDS)


def content_budget() -> Budget:
    """The budget for a stored step or puzzle: the same work but no time limit, so that a slow
    machine does not reject it."""
    return thinking(SEARCH_BUDGET)


def example_budget() -> Budget:
    """The budget for a built-in example. It is the same for everybody and always enough."""
    return thinking(DEFAULT_BUDGET)


def ask_within_limits(
    ruleset: str | Ruleset,
    position: str | Position,
    convention: str,
    to_move: str | None = None,
    *,
    budget: Budget | None = None,
    has_boards: bool = False,
    has_sums: bool = False,
) -> Inquiry:
    """Read a question that a page can show; a page that *has_boards* also shows those of Push,
    Shove and Domineering, and one that *has_sums* different games side by side. Raises
    :class:`InvalidInputError` with the limit that it exceeds.

    A caller with several questions in one request passes the same *budget* to each.
    """
    rules = get_ruleset(ruleset)
    on_boards = has_boards and isinstance(rules, Boards)
    games = rules.games if has_sums and isinstance(rules, SumOfGames) else (rules,)
    if len(games) > MAX_GAMES:
        raise InvalidInputError.of(
            "a sum a page can show", rules.key, f"use at most {MAX_GAMES} different games"
        )
    for game in () if on_boards else games:
        check_rules(game)
    rows = rules.read_position(position)
    check_rows(rows, MAX_SIZE if not on_boards else rules.largest)
    check_length(rules, rows)
    return ask(rules, rows, convention, to_move, budget=budget or page_budget())


@about("position")
def check_rows(rows: Position, largest: int = MAX_SIZE) -> None:
    """Raise :class:`InvalidInputError` for a position too large for a page."""
    if len(rows) > MAX_ROWS:
        raise InvalidInputError.of(
            "a position a board can show", format_position(rows), f"use at most {MAX_ROWS} rows"
        )
    if rows and max(rows) > largest:
        raise InvalidInputError.of(
            "a row a board can show", str(max(rows)), f"use at most {largest} in a row"
        )


@about("position")
def check_length(rules: Ruleset, rows: Position) -> None:
    """Raise :class:`InvalidInputError` for a game that can last too long to replay."""
    alone = [rules.alone(size) for size in rows]
    longest = sum(game.most_moves([size]) for game, size in alone if isinstance(game, Heaps))
    if longest > MAX_MOVES:
        raise InvalidInputError(
            f"A game from {format_position(rows)} can last {longest:,} moves; "
            f"a page accepts at most {MAX_MOVES}.",
            value=format_position(rows),
        )


@about("ruleset")
def check_rules(rules: Ruleset) -> None:
    """Raise :class:`InvalidInputError`, with the limit, for a ruleset too large for a page."""
    if isinstance(rules, Octal | Hexadecimal) and len(rules.digits) > MAX_DIGITS + 1:
        raise InvalidInputError.of(
            "a ruleset a page can show", rules.key, f"use at most {MAX_DIGITS} digits"
        )
    if rules.is_sum:
        raise InvalidInputError.of("a ruleset this page can show", rules.key, "use a single game")
    if isinstance(rules, Boards):
        raise InvalidInputError.of(
            "a ruleset this page can show",
            rules.key,
            "the lab's page Left and Right shows games on boards",
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
