"""Hand-written heaps: for each size a list of what it may become."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from .conventions import Player
from .rulesets import Option, Ruleset
from .words import by_number, joined, listed, parts_in_words
from .words import games as words

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
        rows = (
            f"{size}:[{','.join('[' + ','.join(map(str, o)) + ']' for o in options)}]"
            for size, options in self.rules.items()
        )
        self.key = f"heaps:{{{','.join(rows)}}}"

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
        for size in first:
            yield words.HEAP.format(size=size, options=_in_words(self.rules[size]))
        if others:
            yield words.LARGER_HEAPS.format(number=others)
        stuck = [size for size in sizes if not self.rules.get(size)]
        if not moving or len(stuck) > MAX_STUCK:
            yield words.NO_OTHER_HEAP if moving else words.NO_HEAP
        elif stuck:
            text = by_number(len(stuck), words.STUCK_HEAP, words.STUCK_HEAPS)
            yield text.format(sizes=joined(stuck))


def _in_words(options: Sequence[Option]) -> str:
    first, others = listed(list(map(parts_in_words, options)), MAX_OPTIONS)
    return ", or ".join([*first, words.OTHERS.format(number=others)] if others else first)
