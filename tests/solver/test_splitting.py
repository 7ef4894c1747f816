"""Grundy's game, Lasker's Nim and hexadecimal games, against exhaustive search."""

from itertools import combinations_with_replacement, product

import pytest

from solver import Budget, analyse, get_ruleset
from solver.nim_values import nim_values
from solver.r1 import KindTable
from solver.rulesets.splitting import LaskersNim
from tests.solver import oracle

GAMES = [
    ("grundy", oracle.grundy, 11),
    ("lasker", oracle.lasker, 6),
    ("hexadecimal:0.0F", oracle.hexadecimal("0.0F"), 8),
    ("hexadecimal:8.3", oracle.hexadecimal("8.3"), 6),
    ("dawsons-chess", oracle.octal("0.137"), 9),
    ("treblecross", oracle.octal("0.007"), 11),
]


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize(("key", "options", "largest"), GAMES)
def test_every_theory_agrees_with_search(key, options, largest, convention):
    search = oracle.Oracle(options, misere=convention == "misere")
    sizes = range(1, largest + 1)
    for position in [(n,) for n in sizes] + list(combinations_with_replacement(sizes, 2)):
        answer = analyse(key, position, convention)
        assert answer.to_move_wins == search.wins(position)
        assert oracle.found(answer) == search.winning_moves(position)


class ByOptions(LaskersNim):
    """Lasker's Nim without its formulas."""

    def closed_nim_value(self, size):
        return None

    def closed_code(self, size):
        return None


def test_laskers_nim_is_its_formula_and_keeps_the_conditions_of_r1():
    rules, plain = get_ruleset("lasker"), ByOptions()
    table = KindTable(plain)
    table.grow(60, Budget())
    assert table.violation is None
    closed = [rules.closed_nim_value(size) for size in range(61)]
    assert closed[:9] == [0, 1, 2, 4, 3, 5, 6, 8, 7]
    assert [code for code, _ in table.codes] == closed
    assert table.codes == [rules.closed_code(size) for size in range(61)]


def test_a_heap_of_a_trillion_in_laskers_nim_has_its_value_at_once():
    budget = Budget()
    assert nim_values(get_ruleset("lasker")).value(10**12, Budget()) == 10**12 - 1
    assert budget.spent == 0


def test_the_nim_values_of_grundys_game():
    values = nim_values(get_ruleset("grundy")).within(Budget())
    assert [values[size] for size in range(20)] == [
        *[0, 0, 0, 1, 0, 2, 1, 0, 2, 1],
        *[0, 2, 1, 3, 2, 1, 3, 2, 4, 3],
    ]


def test_treblecross_is_crosses_on_a_strip_two_squares_shorter():
    """Whoever makes three in a row wins; crossing next to a cross or next but one loses to it."""

    def wins(strip):
        for place, square in enumerate(strip):
            after = strip[:place] + "x" + strip[place + 1 :]
            if square == "." and ("xxx" in after or not wins(after)):
                return True
        return False

    for length in range(3, 10):
        assert wins("." * length) == analyse("treblecross", [length + 2], "normal").to_move_wins


def test_dawsons_chess_is_pawns_on_three_ranks():
    """White and black pawns face each other with a rank between; whoever can must capture. A file
    is exchanged with its neighbours, and what is left of the files moves on its own."""

    def wins(files):
        moves = [files - set(range(file - 1, file + 2)) for file in files]
        return any(not wins(frozenset(left)) for left in moves)

    for files in range(1, 9):
        row = frozenset(range(files))
        assert wins(row) == analyse("dawsons-chess", [files], "normal").to_move_wins


@pytest.mark.parametrize("digits", list(product("08F", "38F")), ids="".join)
def test_nim_values_of_hexadecimal_games_are_those_of_their_options(digits):
    code = f"8.{''.join(digits)}"
    values = nim_values(get_ruleset(f"hexadecimal:{code}")).within(Budget())
    options = oracle.hexadecimal(code)
    for size in range(16):
        reached = set()
        for option in options(size):
            value = 0
            for part in option:
                value ^= values[part]
            reached.add(value)
        assert values[size] not in reached
        assert set(range(values[size])) <= reached
