"""Hand-written heaps: for each size a list of what it may become, or one list for each player."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from ..conventions import Player
from ..words import by_number, joined, listed, parts_in_words
from ..words import games as words
from .rules import Option, Ruleset, of_player

Board = TypeVar("Board", bound=Hashable)

MAX_HEAPS = 10
MAX_OPTIONS = 6
MAX_STUCK = 3
"""How many heaps, options of a heap, and heaps without a move are listed one by one."""


class Heaps(Ruleset):
    """Hand-written rules: for each heap size, the options it has. A size not listed has none."""

    name = words.HEAPS
    family = "heaps"
    component_word = "heap"
    takes_pieces = False

    def __init__(self, rules: Mapping[int, frozenset[Option]]) -> None:
        self.rules = {size: tuple(sorted(rules[size])) for size in sorted(rules)}
        self.key = _key(f"{size}:{_list(options)}" for size, options in self.rules.items())

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        yield from self.rules.get(size, ())

    def breadth(self, size: int) -> int:
        return 1 + sum(1 + len(option) for option in self.rules.get(size, ()))

    def most_moves(self, position: Iterable[int]) -> int:
        """How many moves the longest game from *position* has."""
        longest: dict[int, int] = {}
        for size, options in self.rules.items():  # options name smaller sizes, which come first
            after = (sum(longest.get(part, 0) for part in option) for option in options)
            longest[size] = 1 + max(after, default=-1)
        return sum(longest.get(size, 0) for size in position)

    def ways(self, largest: int) -> Iterator[str]:
        """One sentence for each heap that has a move, and one for those that have none."""
        sizes = range(1, (largest or max(self.rules, default=0)) + 1)
        moving = [size for size in sizes if self.rules.get(size)]
        first, others = listed(moving, MAX_HEAPS)
        yield from map(self._way, first)
        if others:
            yield words.LARGER_HEAPS.format(number=others)
        stuck = [size for size in sizes if not self.rules.get(size)]
        if not moving or len(stuck) > MAX_STUCK:
            yield words.NO_OTHER_HEAP if moving else words.NO_HEAP
        elif stuck:
            text = by_number(len(stuck), words.STUCK_HEAP, words.STUCK_HEAPS)
            yield text.format(sizes=joined(stuck))

    def _way(self, size: int) -> str:
        """What a heap that has a move may become, in a sentence."""
        return words.HEAP.format(size=size, options=_in_words(self.rules[size]))


class PartizanHeaps(Heaps):
    """Hand-written rules in which Left and Right have options of their own.

    *rules* has the options of both together. In the key, the list of Left stands before the bar
    and that of Right after it, as in ``{Left | Right}``; one list alone is for both.
    """

    partizan = True

    def __init__(
        self, left: Mapping[int, frozenset[Option]], right: Mapping[int, frozenset[Option]]
    ) -> None:
        sizes = left.keys() | right.keys()
        super().__init__({n: left.get(n, frozenset()) | right.get(n, frozenset()) for n in sizes})
        self.of = {
            player: {size: tuple(sorted(own.get(size, ()))) for size in self.rules}
            for player, own in ((Player.LEFT, left), (Player.RIGHT, right))
        }
        self.key = _key(f"{size}:{'|'.join(map(_list, self._lists(size)))}" for size in self.rules)

    def options(self, size: int, player: Player | None = None) -> Iterator[Option]:
        yield from self.of[of_player(player)].get(size, ())

    def _lists(self, size: int) -> tuple[tuple[Option, ...], ...]:
        """The options of Left and those of Right; once, where both have the same."""
        left, right = (self.of[player][size] for player in Player)
        return (left,) if left == right else (left, right)

    def _way(self, size: int) -> str:
        lists = self._lists(size)
        if len(lists) == 1:
            return super()._way(size)
        said = [_in_words(options) for options in lists]
        if all(lists):
            return words.HEAP_OF_BOTH.format(size=size, left=said[0], right=said[1])
        mover, other = Player if lists[0] else reversed(Player)
        return words.HEAP_OF_ONE.format(
            size=size, options="".join(said), mover=mover.value.title(), other=other.value.title()
        )


def heaps_of(
    left: Mapping[int, frozenset[Option]], right: Mapping[int, frozenset[Option]]
) -> Heaps:
    """The rules in which Left and Right have these options."""
    return Heaps(left) if left == right else PartizanHeaps(left, right)


def written_out(
    board: Board, options: Callable[[Board, Player], Iterable[Iterable[Board]]]
) -> tuple[Heaps, dict[Board, int]]:
    """Any short game as heaps, and the heap that stands for each board that play leads to.

    *options* has what a player may leave of a board: the boards that are then side by side. So
    small boards of Domineering, Push or Shove become hand-written heaps.

    >>> def options(waits, player):
    ...     return [[waits - 1]] if waits and player == "left" else []
    >>> heaps, numbers = written_out(2, options)
    >>> heaps.key, numbers
    ('heaps:{1:[],2:[[1]]|[],3:[[2]]|[]}', {0: 1, 1: 2, 2: 3})
    """
    numbers: dict[Board, int] = {}
    sides: dict[Player, dict[int, frozenset[Option]]] = {player: {} for player in Player}

    def number(board: Board) -> int:
        if board not in numbers:
            may_leave = {
                player: frozenset(
                    tuple(sorted(number(part) for part in parts))
                    for parts in options(board, player)
                )
                for player in Player
            }
            numbers[board] = len(numbers) + 1  # above those of all boards below it
            for player, left in may_leave.items():
                sides[player][numbers[board]] = left
        return numbers[board]

    number(board)
    return heaps_of(sides[Player.LEFT], sides[Player.RIGHT]), numbers


def _list(options: Iterable[Option]) -> str:
    """Options as they are written in a key: ``[[],[2,2]]``."""
    return f"[{','.join('[' + ','.join(map(str, option)) + ']' for option in options)}]"


def _key(rows: Iterable[str]) -> str:
    return f"heaps:{{{','.join(rows)}}}"


def _in_words(options: Sequence[Option]) -> str:
    first, others = listed(list(map(parts_in_words, options)), MAX_OPTIONS)
    return ", or ".join([*first, words.OTHERS.format(number=others)] if others else first)
