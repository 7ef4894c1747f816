"""Sums of heaps as words, in the order in which everything about them is found out.

A word names the heaps of a sum, the largest first. Words compare as sums have to: an option
is always less than what it is an option of, since it has smaller heaps in the place of one;
and adding the same heap to two sums does not change which of them is less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import product
from typing import TypeVar

Word = tuple[int, ...]
"""The heaps of a sum by size, the largest first."""

State = TypeVar("State", bound=Hashable)


def plus(word: Word, heap: int) -> Word:
    """One more heap."""
    return tuple(sorted((*word, heap), reverse=True))


def without(word: Word, heap: int) -> Word:
    """One heap less."""
    place = word.index(heap)
    return word[:place] + word[place + 1 :]


def word_of(counts: Mapping[int, int]) -> Word:
    """So many of each heap."""
    return tuple(sorted(Counter(counts).elements(), reverse=True))


def parts_of(word: Word) -> Iterator[Word]:
    """Every sum of some of the heaps of *word*, each once, those of fewest heaps first."""
    counts = Counter(word)
    chosen = product(*(range(count + 1) for count in counts.values()))
    ascending = sorted(chosen, key=lambda numbers: (sum(numbers), numbers))
    return (word_of(dict(zip(counts, numbers, strict=True))) for numbers in ascending)


def least_sums(
    start: State, heaps: Iterable[int], add: Callable[[State, int], State]
) -> Iterator[tuple[Word, State]]:
    """Every state that sums of *heaps* reach from *start*, with the least sum that reaches it,
    in ascending order; *add* tells what one more heap makes of a state.

    What is left of a least sum without one of its heaps is a least sum too.
    """
    heaps = list(heaps)
    waiting: list[tuple[Word, int, State]] = [((), 0, start)]
    best: dict[State, Word] = {start: ()}
    pushed = 0
    while waiting:
        word, _, state = heappop(waiting)
        if best[state] != word:
            continue
        yield word, state
        for heap in heaps:
            reached, grown = add(state, heap), plus(word, heap)
            if reached not in best or grown < best[reached]:
                pushed += 1
                best[reached] = grown
                heappush(waiting, (grown, pushed, reached))
