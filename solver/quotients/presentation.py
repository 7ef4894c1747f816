"""What a quotient is made of: generators and relations, the mex function, smallest positions.

Plambeck and Siegel, *Misère quotients for impartial games* (2008): section 2 for presentations and
tame quotients, section 5 for meximal sets and the mex function.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from solver.budget import Allowed, Budget
from solver.positions import Position
from solver.rulesets.keys import get_ruleset
from solver.rulesets.rules import Ruleset

from .known import Known
from .monoid import Monoid

Relation = tuple[str, str]
"""A product of generators and the shortest word for it."""


def relations_of(known: Known) -> list[Relation]:
    """What presents the quotient: each product of generators that is not a shortest word though
    all its parts are, with its shortest word.

    Rewriting by them turns every product into its shortest word, since the order of words by
    length, then by letters, agrees with multiplying.

    >>> from solver import Budget, get_ruleset, quotient_of, relations_of
    >>> table = quotient_of(get_ruleset("subtraction:3"), Budget())
    >>> table.grow(None, Budget())
    >>> relations_of(table.known())
    [('aa', '1'), ('bbb', 'b')]
    """
    names, letters = known.names
    words = {"" if name == "1" else name: element for element, name in enumerate(names)}
    found = []
    for word, element in sorted(words.items(), key=lambda item: (len(item[0]), item[0])):
        for letter, heap in letters.items():
            product = word + letter
            if letter < word[-1:] or product in words:
                continue
            parts = (product[:n] + product[n + 1 :] for n in range(len(product)))
            if all(part in words for part in parts):
                found.append((product, names[known.monoid.table[element][known.values[heap]]]))
    return sorted(found, key=lambda relation: (len(relation[0]), relation[0]))


def is_tame(monoid: Monoid) -> bool:
    """Whether the quotient is one of those that Nim has: two units, one of them lost, beside a
    group in which every square is the one other lost element.

    >>> from solver import Budget, get_ruleset, is_tame, quotient_of
    >>> table = quotient_of(get_ruleset("octal:0.75"), Budget())
    >>> table.grow(None, Budget())
    >>> is_tame(table.monoid)
    False
    """
    table = monoid.table
    if monoid.order == 1:
        return True
    units = [element for element in range(monoid.order) if 0 in table[element]]
    if len(units) != 2 or monoid.is_p(0) or not monoid.is_p(units[1]):
        return False
    others = [element for element in range(monoid.order) if element not in units]
    if not others:
        return True
    square = table[others[0]][others[0]]
    return (
        table[units[1]][square] != square
        and all(table[x][x] == square and table[x][square] == x for x in others)
        and [element for element in others if monoid.is_p(element)] == [square]
    )


def meximal_sets(monoid: Monoid) -> list[tuple[int, ...]]:
    """For each element those that its options may be: the ones that no company makes lost that
    makes the element lost too.

    >>> from solver import Budget, get_ruleset, meximal_sets, quotient_of
    >>> table = quotient_of(get_ruleset("subtraction:1"), Budget())
    >>> table.grow(None, Budget())
    >>> meximal_sets(table.monoid)
    [(1,), (0,)]
    """
    elements = range(monoid.order)
    companies = [
        sum(1 << element for element in elements if monoid.is_p(row[element]))
        for row in monoid.table
    ]
    sets = []
    for element in elements:
        barred = _union(lost for lost in companies if lost >> element & 1)
        sets.append(tuple(other for other in elements if not barred >> other & 1))
    return sets


def _union(sets: Iterable[int]) -> int:
    union = 0
    for one in sets:
        union |= one
    return union


@dataclass(frozen=True)
class Mex:
    """A value of the mex function: rows whose options are worth *options* are worth *element*."""

    options: tuple[int, ...]
    element: int
    sizes: tuple[int, ...]


def mex_function(ruleset: str | Ruleset, known: Known, budget: Allowed = None) -> list[Mex]:
    """The mex function where rows up to ``known.up_to`` use it, the first used first.

    Raises :class:`BudgetExceededError` where there are too many options.

    >>> from solver import Budget, get_ruleset, mex_function, quotient_of
    >>> table = quotient_of(get_ruleset("subtraction:1"), Budget())
    >>> table.grow(None, Budget())
    >>> lines = mex_function(table.ruleset, table.known(), Budget())
    >>> [(line.options, line.element) for line in lines]
    [((0,), 1), ((1,), 0)]
    """
    ruleset, budget = get_ruleset(ruleset), Budget.of(budget)
    sizes: dict[tuple[tuple[int, ...], int], list[int]] = {}
    for size in range(1, known.up_to + 1):
        budget.spend(1 + ruleset.breadth(size))
        options = {
            known.monoid.product(known[part] for part in option) for option in ruleset.options(size)
        }
        sizes.setdefault((tuple(sorted(options)), known[size]), []).append(size)
    return [Mex(*pair, tuple(rows)) for pair, rows in sizes.items()]


def smallest_positions(known: Known) -> list[Position]:
    """For each element the position of fewest pieces, then of fewest rows, that is worth it.

    >>> from solver import Budget, get_ruleset, quotient_of, smallest_positions
    >>> table = quotient_of(get_ruleset("subtraction:3"), Budget())
    >>> table.grow(None, Budget())
    >>> smallest_positions(table.known())
    [(), (1,), (2,), (3,), (2, 2), (2, 3)]
    """
    found: dict[int, Position] = {}
    waiting: list[tuple[int, int, Position, int]] = [(0, 0, (), 0)]
    while waiting and len(found) < known.monoid.order:
        pieces, rows, position, element = heappop(waiting)
        if element in found:
            continue
        found[element] = position
        for size in range(1, known.up_to + 1):
            product = known.monoid.table[element][known.values[size]]
            if product not in found:
                larger = tuple(sorted((*position, size)))
                heappush(waiting, (pieces + size, rows + 1, larger, product))
    return [found[element] for element in range(known.monoid.order)]


def separating_companies(known: Known, element: int) -> list[Position | None]:
    """For each element the company of fewest pieces, then of fewest rows, beside which it and
    *element* have different winners; None for *element* itself. Other elements always have one.

    >>> from solver import Budget, get_ruleset, quotient_of, separating_companies
    >>> table = quotient_of(get_ruleset("subtraction:3"), Budget())
    >>> table.grow(None, Budget())
    >>> separating_companies(table.known(), 2)
    [(1,), (), None, (2,), (), (1,)]
    """
    monoid = known.monoid
    boards = sorted(
        (sum(position), len(position), position, worth)
        for worth, position in enumerate(smallest_positions(known))
    )

    def apart(other: int) -> Position | None:
        one, two = monoid.table[element], monoid.table[other]
        differ = (
            at for *_, at, worth in boards if monoid.is_p(one[worth]) != monoid.is_p(two[worth])
        )
        return next(differ, None)

    return [apart(other) for other in range(monoid.order)]


def lost_positions(known: Known, pieces: int) -> Iterator[Position]:
    """Every position of up to so many pieces that is lost for the player to move where the last
    one loses, its rows ascending. The quotient must cover a row of as many.

    >>> from solver import Budget, get_ruleset, lost_positions, quotient_of
    >>> table = quotient_of(get_ruleset("kayles"), Budget())
    >>> table.grow(None, Budget())
    >>> list(lost_positions(table.known(), 4))
    [(1,), (1, 1, 1), (2, 2), (4,)]
    """

    def larger(position: Position, element: int, left: int) -> Iterator[Position]:
        if known.monoid.is_p(element):
            yield position
        for size in range(max(position, default=1), left + 1):
            product = known.monoid.table[element][known[size]]
            yield from larger((*position, size), product, left - size)

    return larger((), 0, pieces)
