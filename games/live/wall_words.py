"""The text above the board on the wall: a game in short sentences that a class can read."""

from __future__ import annotations

from collections.abc import Sequence

from games.boards.games import game_of
from games.boards.rules import rule_of
from games.exercises.goals import Goal
from games.exercises.tasks import Task
from solver import Convention, Ruleset, Subtraction, get_ruleset, parse_position
from solver.teaching import LAST_ONE, capitalised, counted, joined, plural

FEW_TAKES = 4
"""The number of takes up to which each is named."""
FEW_ROWS = 4
"""The number of rows up to which their sizes are named."""


def on_the_wall(ruleset: str, position: str) -> str:
    """The board and the rule of a move, in words.

    >>> on_the_wall("subtraction:3", "4")
    '4 lights. Take 1, 2 or 3.'
    >>> on_the_wall("nim", "1+2+4"), on_the_wall("kayles", "9")
    ('1, 2 and 4 matches. Take from one row.', '9 pins. Knock down one pin, or two side by side.')
    """
    rules, rows = get_ruleset(ruleset), parse_position(position)
    return f"{_laid(rules, rows)}. {_move(rules, rows, position)}"


def how_it_ends(ruleset: str, convention: str) -> tuple[str, str]:
    """How the game ends: the words before the verb to stress, and the verb.

    >>> how_it_ends("kayles", "misere"), how_it_ends("grundy", "normal")
    (('Last one', 'loses'), ('Whoever cannot move', 'loses'))
    """
    rules, ending = get_ruleset(ruleset), Convention.parse(convention)
    if rules.last_is_taken:
        return "Last one", LAST_ONE[ending]
    rule = rule_of(rules, ending)
    return rule.ending, rule.verb


def asked_on_the_wall(task: Task) -> str:
    """The question. It leaves out perfect play, which the wall always assumes."""
    return "Who wins?" if task.goal == Goal.PREDICT else task.asks


def _laid(rules: Ruleset, rows: Sequence[int]) -> str:
    piece, row = game_of(rules).piece, rules.component_word
    if len(rows) == 1:
        return counted(rows[0], piece)
    if len(set(rows)) == 1:
        return f"{counted(len(rows), row)} of {counted(rows[0], piece)} each"
    if len(rows) > FEW_ROWS:
        return f"{counted(len(rows), row)} of {plural(piece)}"
    return f"{joined(map(str, rows))} {plural(piece)}"


def _move(rules: Ruleset, rows: Sequence[int], position: str) -> str:
    """The rule of a move. If it only limits the number of pieces, say only that."""
    if isinstance(rules, Subtraction):
        takes = [take for take in rules.takes if take <= max(rows, default=0)] or rules.takes
        number = joined(takes, "or") if len(takes) <= FEW_TAKES else rules.amount
        return f"Take {number}{' from one row' if len(rows) > 1 else ''}."
    rule = rule_of(rules, Convention.MISERE, position)
    return capitalised(" ".join((rule.move, *rule.lines)))
