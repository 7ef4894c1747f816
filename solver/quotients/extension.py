"""Extending a misère quotient by a heap that fits none of its elements: the usual case.

Let f_k(X) say whether X + kG is a P-position, G the new heap. If the new heap tells no two
positions apart that were alike before, f_k depends on X only through its element and is
computed from f_(k-1); so the sequence f_0, f_1, … repeats, and Q x <t> with t standing for G
is finite. Reducing it gives a candidate, which the caller *proves* or rejects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from solver.budget import Budget
from solver.errors import BudgetExceededError

from .monoid import Automaton, Monoid

Word = tuple[int, ...]
"""A sum of heaps, by their letters."""


@dataclass(frozen=True)
class Classes:
    """A finite monoid of classes of sums of the old heaps.

    *action* [class][letter] adds a heap, *options* [class] holds the classes of the options of
    one sum of that class, chosen with a shortest longest play so that following options always
    ends. *order* lists the classes so that options come before what they are options of.
    """

    action: list[list[int]]
    options: list[frozenset[int]]
    accepted: list[bool]
    order: list[int]

    def add(self, state: int, word: Word) -> int:
        """The class of a sum in *state* together with *word*."""
        for letter in word:
            state = self.action[state][letter]
        return state


@dataclass(frozen=True)
class Letters:
    """The kinds of heap of the quotient so far: for each the element, the options as words, and
    how long it can be played."""

    values: Sequence[int]
    options: Sequence[Sequence[Word]]
    lengths: Sequence[int]


def classes_of_quotient(monoid: Monoid, letters: Letters) -> Classes:
    """The elements of a quotient as classes of sums of its letters."""
    action = [[row[value] for value in letters.values] for row in monoid.table]
    accepted = [monoid.is_p(element) for element in range(monoid.order)]
    return _with_shortest(action, accepted, letters)


def _with_shortest(
    action: list[list[int]],
    accepted: list[bool],
    letters: Letters,
) -> Classes:
    """Find for each class a sum that is shortest to play, and the classes of its options."""
    count, kinds = len(action), range(len(letters.lengths))
    best = {0: (0, 0, -1)}  # class -> (length, class before, letter added)
    settled: list[int] = []
    waiting = [(0, 0)]
    done = set()
    while waiting:
        length_here, state = heappop(waiting)
        if state in done:
            continue
        done.add(state)
        settled.append(state)
        for letter in kinds:
            reached, length = action[state][letter], length_here + letters.lengths[letter]
            if reached not in best or length < best[reached][0]:
                best[reached] = (length, state, letter)
                heappush(waiting, (length, reached))
    classes = Classes(action, [frozenset()] * count, accepted, settled)
    for state in settled[1:]:
        _, before, letter = best[state]
        moved = {action[option][letter] for option in classes.options[before]}
        moved.update(classes.add(before, word) for word in letters.options[letter])
        classes.options[state] = frozenset(moved)
    return classes


def candidate(
    classes: Classes, new_options: Sequence[Word], limit: int, budget: Budget
) -> tuple[Monoid, list[int]]:
    """The quotient that the classes suggest with one more heap.

    Returns the monoid and the elements of the letters, the new heap last.
    *new_options* are the options of the new heap as words. Raises
    :class:`BudgetExceededError` if more than *limit* states would be needed, or *budget* is spent.
    """
    count, new_letters = len(classes.action), sum(1 + len(word) for word in new_options)
    rows: list[tuple[bool, ...]] = [tuple(classes.accepted)]
    seen = {rows[0]: 0}
    while True:
        previous, row = rows[-1], [False] * count
        for state in classes.order:
            budget.spend(1 + (len(classes.options[state]) + new_letters) // 4)
            can_move = bool(classes.options[state]) or bool(new_options)
            reaches_p = any(row[option] for option in classes.options[state]) or any(
                previous[classes.add(state, word)] for word in new_options
            )
            row[state] = can_move and not reaches_p
        outcomes = tuple(row)
        if outcomes in seen:
            back = seen[outcomes]
            break
        seen[outcomes] = len(rows)
        rows.append(outcomes)
        if len(rows) * count > limit:
            raise BudgetExceededError(
                f"Extending the quotient needs more than {limit} classes.", budget=limit
            )
    copies = len(rows)
    action: list[list[int]] = []
    for copy in range(copies):
        onward = copy + 1 if copy + 1 < copies else back
        action.extend(
            [*(copy * count + reached for reached in row), onward * count + state]
            for state, row in enumerate(classes.action)
        )
    return Automaton(action, [yes for row in rows for yes in row]).reduced(budget)
