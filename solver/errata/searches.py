"""The search behind every number on the errata: each yields whether a statement holds there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from io import StringIO
from itertools import combinations_with_replacement

from ..budget import Budget
from ..conventions import Convention, Player
from ..enumeration import strips, sums
from ..positions import Position
from ..rulesets.keys import get_ruleset
from ..rulesets.rules import PartizanKayles
from ..search import Search
from ..theories.reduction import counts, outcome_of_counts, reduced, theorem_4
from .nimble_searches import NIMBLE_SEARCHES
from .r1_searches import R1_SEARCHES
from .sample_function import nim

SQUARES = 23
"""How many squares the positions of partizan Kayles have at most."""


def theorem_4_speaks(player: Player, total: int = SQUARES) -> Callable[[], Iterator[bool]]:
    """Whether Theorem 4 names a winning move wherever *player* can win and has a move."""

    def run() -> Iterator[bool]:
        search = Search(PartizanKayles(), Convention.MISERE, Budget(10**7))
        for position in _won_by_a_move(search, player, total):
            named = theorem_4(position, player)
            if named and search.wins(named.apply(position), player.other):
                raise AssertionError(f"Theorem 4 loses at {position}")
            yield named is not None

    return run


def _won_by_a_move(search: Search, player: Player, total: int) -> Iterator[Position]:
    for position in strips(total):
        can_move = next(search.ruleset.legal_moves(position, player), None) is not None
        if can_move and search.wins(position, player):
            yield position


def theorem_4_mended() -> Iterator[bool]:
    """Whether the end of a strip of 3k wins where Theorem 4 is silent."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget(10**7))
    for player in Player:
        take = PartizanKayles.take(player)
        for position in _won_by_a_move(search, player, SQUARES):
            if theorem_4(position, player) is None:
                size = next(size for size in position if size % 3 == 0)
                after = [*position, size - take]
                after.remove(size)
                yield not search.wins(tuple(after), player.other)


def _squares_and_dominoes(squares: int, dominoes: int) -> Position:
    return (1,) * squares + (2,) * dominoes


def lemma_3(*, mended: bool) -> Callable[[], Iterator[bool]]:
    """Whether the lemma's Left option of kS1 + jS2 is one, and (mended) wins if any does."""

    def run() -> Iterator[bool]:
        search = Search(PartizanKayles(), Convention.MISERE, Budget())
        for k in range(1, 7):
            for j in range(1, 7):
                position = _squares_and_dominoes(k, j)
                named = _squares_and_dominoes(k - 1, j) if mended else (2,) * (k - 1 + j)
                wins = not search.wins(named, Player.RIGHT)
                is_option = named in _options(search, position, Player.LEFT)
                yield is_option and not (mended and wins != search.wins(position, Player.LEFT))

    return run


def _options(search: Search, position: Position, player: Player) -> set[Position]:
    return {
        tuple(sorted(move.apply(position))) for move in search.ruleset.legal_moves(position, player)
    }


def theorem_2() -> Iterator[bool]:
    """Whether Theorem 2 is right for k and j from 0."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget())
    for k in range(9):
        for j in range(9):
            position = _squares_and_dominoes(k, j)
            yield search.outcome(position) == outcome_of_counts(k, j)


def no_squares() -> Iterator[bool]:
    """Whether dominoes alone have the one Left option S1 + (j-1)S2."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget())
    for j in range(1, 13):
        only = {_squares_and_dominoes(1, j - 1)}
        yield _options(search, _squares_and_dominoes(0, j), Player.LEFT) == only


def strip_of_three() -> Iterator[bool]:
    """Whether a strip of 3 beside a board leaves its outcome as it was."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget(10**7))
    for position in strips(17):
        yield search.outcome((*position, 3)) == search.outcome(position)


def figure_1() -> Iterator[bool]:
    """Whether what a move each leaves of S6 is something else than S1 + S3."""
    search = Search(PartizanKayles(), Convention.MISERE, Budget())
    reached = {
        after
        for first in Player
        for between in _options(search, (6,), first)
        for after in _options(search, between, first.other)
    }
    for position in sorted(reached):
        yield position != (1, 3)


def case_1_index(*, mended: bool) -> Callable[[], Iterator[bool]]:
    """Whether Right can leave the sum GR3 of Theorem 1, and (mended) it reduces as printed."""

    def run() -> Iterator[bool]:
        search = Search(PartizanKayles(), Convention.MISERE, Budget())
        for k in range(2, 9):
            for i in range(2, 3 * k - 1, 3):
                rest = 3 * k - 1 - i - mended
                left = tuple(sorted((i, rest)))
                total = tuple(map(sum, zip(reduced(i), reduced(rest), strict=True)))
                yield left in _options(search, (3 * k,), Player.RIGHT) and (
                    not mended or (total == (k - 2, k) and counts(left) == (0, 2))
                )

    return run


def _won_in_nim(largest: int) -> Iterator[tuple[Search, Position]]:
    for convention in Convention:
        search = Search(get_ruleset("nim"), convention, Budget())
        for number in range(1, 5):
            for heaps in combinations_with_replacement(range(1, largest + 1), number):
                if search.wins(heaps):
                    yield search, heaps


def _call(heaps: Position, convention: Convention) -> tuple[int, int, str]:
    with redirect_stdout(StringIO()) as printed:
        chosen, take = nim(heaps, misere=convention is Convention.MISERE)
    return chosen, take, printed.getvalue()


def sample_ones() -> Iterator[bool]:
    """Whether the sample function takes something where every heap is 1."""
    for search, heaps in _won_in_nim(1):
        yield _call(heaps, search.convention)[1] > 0


def sample_function() -> Iterator[bool]:
    """Whether the sample function wins in every other won position."""
    for search, heaps in _won_in_nim(7):
        if max(heaps) > 1:
            chosen, take, _ = _call(heaps, search.convention)
            after = [size - take if i == chosen else size for i, size in enumerate(heaps)]
            yield take > 0 and not search.wins(tuple(filter(None, after)))


def sample_words() -> Iterator[bool]:
    """Whether the warning is printed exactly where the player to move loses."""
    search = Search(get_ruleset("nim"), Convention.MISERE, Budget())
    for heaps in sums(4, 7):
        if heaps:
            printed = _call(heaps, Convention.MISERE)[2]
            yield ("You will lose" in printed) != search.wins(heaps)


def sample_crash() -> Iterator[bool]:
    """Whether the sample function answers without a card on the table."""
    for number in range(5):
        for convention in Convention:
            stops = UnboundLocalError if number else TypeError
            try:
                _call((0,) * number, convention)
            except stops:
                yield False


SEARCHES: dict[str, Callable[[], Iterator[bool]]] = {
    **R1_SEARCHES,
    **NIMBLE_SEARCHES,
    "theorem-4-left": theorem_4_speaks(Player.LEFT),
    "theorem-4-right": theorem_4_speaks(Player.RIGHT),
    "theorem-4-mended": theorem_4_mended,
    "lemma-3": lemma_3(mended=False),
    "lemma-3-mended": lemma_3(mended=True),
    "theorem-2": theorem_2,
    "no-squares": no_squares,
    "strip-of-three": strip_of_three,
    "figure-1": figure_1,
    "case-1-index": case_1_index(mended=False),
    "case-1-index-mended": case_1_index(mended=True),
    "sample-ones": sample_ones,
    "sample-function": sample_function,
    "sample-words": sample_words,
    "sample-crash": sample_crash,
}
