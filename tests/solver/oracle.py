"""A second, independent search: plain recursion over a dictionary, sharing no code with solver.

Every engine claim is compared with it. What was found once about a game stays, for every later
comparison of the same run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from weakref import WeakKeyDictionary

Options = Callable[[int, str | None], Iterable[tuple[int, ...]]]


def nim(size, player=None):
    return [(left,) for left in range(size)]


def takes(allowed):
    return takes_of(tuple(allowed))


@cache
def takes_of(allowed):
    return lambda size, player=None: [(size - take,) for take in allowed if take <= size]


@cache
def octal(code):
    whole, _, rest = code.partition(".")
    digits = [int(whole or 0), *map(int, rest)]

    def options(size, player=None):
        for take, digit in enumerate(digits):
            left = size - take
            if left == 0 and digit & 1 and size > 0:
                yield ()
            if left > 0 and digit & 2:
                yield (left,)
            if digit & 4:
                yield from ((one, left - one) for one in range(1, left))

    return options


kayles = octal("0.77")


@cache
def hexadecimal(code):
    whole, _, rest = code.partition(".")
    digits = [int(digit, 16) for digit in whole + rest]

    def parts(total, rows, least=1):
        if rows == 1:
            yield from [(total,)] if total >= least else []
        elif rows:
            for first in range(least, total):
                yield from ((first, *more) for more in parts(total - first, rows - 1, first))

    def options(size, player=None):
        for take, digit in enumerate(digits[: size + 1]):
            if digit & 1 and size == take > 0:
                yield ()
            for rows in (1, 2, 3):
                if digit >> rows & 1:
                    yield from parts(size - take, rows)

    return options


def grundy(size, player=None):
    return [(part, size - part) for part in range(1, size) if part < size - part]


def lasker(size, player=None):
    return [*nim(size), *[(part, size - part) for part in range(1, size)]]


def partizan_kayles(size, player):
    width = 1 if player == "left" else 2
    return [(start, size - width - start) for start in range(size - width + 1)]


def heaps(rules):
    return lambda size, player=None: rules.get(size, [])


def sided_heaps(left, right):
    return lambda size, player: (left if player == "left" else right).get(size, [])


KNOWN: WeakKeyDictionary[Options, dict] = WeakKeyDictionary()
"""What was found about each game: who wins, by ending, and what a row can become."""


class Oracle:
    """Who wins, and by which moves, in the game given by *options*."""

    def __init__(self, options: Options, misere: bool):
        self.options, self.misere = options, misere
        of_game = KNOWN.setdefault(options, {"rows": {}, False: {}, True: {}})
        self.known, self.rows = of_game[misere], of_game["rows"]

    def moves(self, position, player=None):
        """Each distinct move as (component, ascending non-zero parts)."""
        return {
            (index, parts)
            for index, size in enumerate(position)
            for parts in self.parts(size, player)
        }

    def parts(self, size, player):
        """What a player can leave of a row, each as ascending non-zero parts."""
        if (size, player) not in self.rows:
            self.rows[size, player] = {
                tuple(sorted(part for part in option if part))
                for option in self.options(size, player)
            }
        return self.rows[size, player]

    def after(self, position, move):
        index, parts = move
        return tuple(sorted(position[:index] + parts + position[index + 1 :]))

    def wins(self, position, player=None):
        key = (tuple(sorted(position)), player)
        if key not in self.known:
            moves = self.moves(key[0], player)
            other = {"left": "right", "right": "left", None: None}[player]
            self.known[key] = (
                any(not self.wins(self.after(key[0], move), other) for move in moves)
                if moves
                else self.misere
            )
        return self.known[key]

    def winning_moves(self, position, player=None):
        other = {"left": "right", "right": "left", None: None}[player]
        return {
            move
            for move in self.moves(position, player)
            if not self.wins(self.after(position, move), other)
        }


def found(analysis):
    """The winning moves of an analysis in the oracle's form; a repeated move is an error."""
    moves = [(move.component, tuple(sorted(move.becomes))) for move in analysis.moves]
    assert len(moves) == len(set(moves))
    return set(moves)
