"""Sums of different games: each row follows the rules of its own game.

A position such as ``kayles:5 + nim:3 + octal:0.35:4`` is a sum of components like any other one: a
move replaces one component by a tuple of components, here of the same game. So whatever holds of
sums of components holds here: search, nim-values (Sprague and Grundy), genus and R1. What is known
of a component, its own game knows; only a size by itself means nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations_with_replacement, pairwise, product

from ..conventions import Player
from ..errors import InvalidInputError, about
from ..positions import Move, Position, RowOf
from ..words import games as words
from ..words import joined, unreadable
from .rules import Option, Ruleset, SupportsNimValue

SEPARATOR = "+"


class SumOfGames(Ruleset):
    """The rules of a sum of *games*, at least two that are different, in the order of their keys.

    The size of a component is a :class:`~solver.positions.RowOf`.
    """

    family = "sum"
    is_sum = True

    def __init__(self, games: Sequence[Ruleset], named: Callable[[str], Ruleset]) -> None:
        self.games, self._named = tuple(games), named
        self.by_key = {game.key: game for game in games}
        self.key = SEPARATOR.join(game.key for game in games)
        self.name = f" {SEPARATOR} ".join(game.name for game in games)
        self.partizan = any(game.partizan for game in games)
        self.splits = any(game.splits for game in games)
        self.takes_pieces = all(game.takes_pieces for game in games)
        names = {game.component_word for game in games}
        self.component_word = names.pop() if len(names) == 1 else Ruleset.component_word

    @cached_property
    def identity(self) -> str:
        return SEPARATOR.join(game.identity for game in self.games)

    @property
    def last_is_taken(self) -> bool:
        return all(game.last_is_taken for game in self.games)

    # --- one row ------------------------------------------------------------------------

    def alone(self, size: int) -> tuple[Ruleset, int]:
        if not isinstance(size, RowOf):
            games = joined(self.by_key, "or")
            raise InvalidInputError.because(unreadable.ONE_GAME, self.key, games=games)
        return size.rules, size.own

    def positions_of(self, sizes: Position) -> Iterator[Position]:
        rows = [
            combinations_with_replacement([RowOf(size, game) for game in self.games], many)
            for size, many in Counter(sizes).items()
        ]
        for chosen in product(*rows):
            yield tuple(chain.from_iterable(chosen))

    def facts_of(self, size: int) -> Mapping[str, str]:
        return {"ruleset": self.alone(size)[0].key}

    def resized(self, size: int, to: int) -> int:
        return RowOf(to, self.alone(size)[0])

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        rules, own = self.alone(size)
        for option in rules.options(own, player):
            yield _rows(option, rules)

    def breadth(self, size: int) -> int:
        rules, own = self.alone(size)
        return rules.breadth(own)

    def splitting(self, size: int) -> int:
        rules, own = self.alone(size)
        return rules.splitting(own)

    def allows(self, size: int, option: Option, player: Player | None) -> bool:
        rules, own = self.alone(size)
        return rules.allows(own, tuple(map(int, option)), player)

    def options_of_nim_value(
        self, size: int, wanted: int, values: SupportsNimValue
    ) -> Iterator[Option]:
        rules, own = self.alone(size)
        for option in rules.options_of_nim_value(own, wanted, _ValuesOf(rules, values)):
            yield _rows(option, rules)

    # --- moves --------------------------------------------------------------------------

    def count(self, moves: Iterable[Move]) -> int:
        return sum(self.alone(move.size)[0].count([move]) for move in moves)

    def check_move(
        self, position: Position, component: int, becomes: Position, player: Player | None = None
    ) -> Move:
        if 0 <= component < len(position):
            rules, _ = self.alone(position[component])
            becomes = _rows(rules.read_position(map(int, becomes)), rules)
        return super().check_move(position, component, becomes, player)

    # --- texts --------------------------------------------------------------------------

    def row_words(self, size: int) -> str:
        rules, own = self.alone(size)
        return words.ROW_IN.format(row=rules.row_words(own), game=rules.name)

    def ways(self, largest: int) -> Iterator[str]:
        for game in self.games:
            for way in game.ways(largest):
                yield words.WAY_IN.format(game=game.name, way=way)

    @about("position")
    def read_position(self, value: str | int | Iterable[int | str]) -> Position:
        """Take rows as text, ``kayles:5+3 + nim:2``, or one by one. A number alone belongs to the
        game before it.

        Raises :class:`InvalidInputError` for a row of another game.
        """
        pieces = value.split(SEPARATOR) if isinstance(value, str) else value
        if isinstance(pieces, int):
            pieces = [pieces]
        return tuple(
            RowOf(own, game)
            for game, rows in rows_of(map(self._text, pieces), self._game)
            for own in rows
        )

    def _text(self, piece: int | str) -> str:
        """A row as it is written; a number that comes with no game is none."""
        if isinstance(piece, str):
            return piece
        rules, own = self.alone(piece)
        return f"{rules.key}:{own}"

    def _game(self, key: str) -> Ruleset:
        """The game of the sum that is called *key*."""
        game = self.by_key.get(key) or self.by_key.get(self._named(key).key)
        if game is None:
            raise InvalidInputError.because(
                unreadable.GAME_OF_SUM, key, games=joined(self.by_key, "or")
            )
        return game


def rows_of(
    pieces: Iterable[str], named: Callable[[str], Ruleset], game: Ruleset | None = None
) -> Iterator[tuple[Ruleset, Position]]:
    """The rows of a sum: of each piece, such as ``octal:0.35:4``, its game and its sizes.

    *named* finds a game by its key. A piece without a game is of the game before it, the first one
    of *game*. Raises :class:`InvalidInputError` for a piece that is no row.
    """
    for piece in pieces:
        key, _, text = piece.strip().rpartition(":")
        if key:
            game = named(key.strip())
        elif text in ("", "0") and game is None:
            continue
        if game is None or not text:
            raise InvalidInputError.because(unreadable.ROW_OF_SUM, piece)
        yield game, game.read_position(text)


def together(games: Iterable[Ruleset], named: Callable[[str], Ruleset]) -> Ruleset:
    """The rules of a sum of *games*, each of which may be a sum itself; one game alone stays what
    it is. *named* finds a game by its key.

    Raises :class:`InvalidInputError` where rows of two different games could not be told apart.
    """
    parts = [
        part for game in games for part in (game.games if isinstance(game, SumOfGames) else (game,))
    ]
    different = {part.identity: part for part in parts}
    in_order = sorted(different.values(), key=lambda part: part.key)
    for one, other in pairwise(in_order):
        if one.key == other.key:
            raise InvalidInputError.because(unreadable.SAME_KEY, one.key)
    return SumOfGames(in_order, named) if len(in_order) > 1 else in_order[0]


def _rows(sizes: Iterable[int], rules: Ruleset) -> Position:
    return tuple(RowOf(size, rules) for size in sizes)


@dataclass(frozen=True)
class _ValuesOf:
    """The nim-values of a game by its own sizes, looked up in those of the sum."""

    rules: Ruleset
    values: SupportsNimValue

    def __getitem__(self, size: int) -> int:
        return self.values[RowOf(size, self.rules)]
