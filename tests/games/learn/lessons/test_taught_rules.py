"""Whoever follows the rules of lessons 1 to 9, word by word, beats the perfect player.

The rules are coded here from the words of the lessons and share no code with the solver.
"""

from itertools import combinations_with_replacement
from random import Random

import pytest

from solver import ask
from solver.teaching import get_opponent
from tests.solver.oracle import Oracle, nim, takes


def one_row(size, maximum, misere):
    """Lessons 2 and 3: leave a multiple of the divisor, plus one if the last one loses."""
    more = 1 if misere else 0
    return next(take for take in range(1, maximum + 1) if (size - take - more) % (maximum + 1) == 0)


def two_rows(rows):
    """Lesson 4, the recipe where the last one loses, any number from one row."""
    small, large = sorted(range(2), key=lambda row: rows[row])
    wanted = rows[small] if rows[small] >= 2 else 1 - rows[small]
    return large, rows[large] - wanted


def by_columns(counts):
    """Lemma 2 of lesson 7: the leftmost odd column, a row with a one there, row ⊕ nim-sum."""
    total = 0
    for count in counts:
        total ^= count
    leftmost = 1 << (total.bit_length() - 1)
    row = next(row for row, count in enumerate(counts) if count & leftmost)
    return row, counts[row] - (counts[row] ^ total)


def many_rows(rows, maximum, misere):
    """Lessons 6, 8 and 9: with a maximum remainders stand for the rows."""
    counts = [size % (maximum + 1) for size in rows] if maximum else list(rows)
    large = [row for row, count in enumerate(counts) if count >= 2]
    ones = [row for row, count in enumerate(counts) if count == 1]
    if not misere or len(large) >= 2:
        return by_columns(counts)
    if len(large) == 1:
        leave = 1 - len(ones) % 2
        return large[0], counts[large[0]] - leave
    if ones:
        return ones[0], 1
    return next(row for row, size in enumerate(rows) if size), maximum


def after(rows, row, take):
    return (*rows[:row], rows[row] - take, *rows[row + 1 :])


def boards(most_rows, longest):
    for number in range(1, most_rows + 1):
        yield from combinations_with_replacement(range(1, longest + 1), number)


def is_lost(oracle, rows):
    return not oracle.wins(tuple(size for size in rows if size))


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("maximum", [2, 3, 4, 5])
def test_one_row(maximum, misere):
    oracle = Oracle(takes(range(1, maximum + 1)), misere)
    for size in range(1, 31):
        if oracle.wins((size,)):
            assert is_lost(oracle, (size - one_row(size, maximum, misere),))


def test_the_recipe_for_two_rows():
    oracle = Oracle(nim, misere=True)
    for rows in combinations_with_replacement(range(9), 2):
        if any(rows) and not is_lost(oracle, rows):
            assert is_lost(oracle, after(rows, *two_rows(rows))), rows


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(("maximum", "longest"), [(0, 7), (3, 9), (4, 11)])
def test_many_rows(maximum, longest, misere):
    oracle = Oracle(takes(range(1, maximum + 1)) if maximum else nim, misere)
    for rows in boards(3, longest):
        if not is_lost(oracle, rows):
            assert is_lost(oracle, after(rows, *many_rows(rows, maximum, misere))), rows


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize(
    ("ruleset", "maximum", "rows"),
    [("nim", 0, (3, 5, 7)), ("nim", 0, (1, 4, 6, 9)), ("subtraction:4", 4, (7, 2, 8))],
)
def test_the_perfect_player_is_beaten_to_the_end(ruleset, maximum, rows, ending):
    misere, perfect, mine = ending == "misere", get_opponent("perfect"), True
    while any(rows):
        if mine:
            rows = after(rows, *many_rows(rows, maximum, misere))
        else:
            move = perfect.choose(ask(ruleset, rows, ending), Random(0))
            rows = move.apply(rows)
        rows, mine = tuple(size for size in rows if size), not mine
    assert mine == misere  # whose turn it is did not take the last one
