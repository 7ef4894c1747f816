"""What presents a quotient, its mex function, its smallest positions: by trying everything."""

from itertools import combinations_with_replacement

import pytest

from solver import BudgetExceededError, get_ruleset
from solver.budget import Budget
from solver.quotients import Monoid, QuotientTable
from solver.quotients.presentation import (
    is_tame,
    lost_positions,
    mex_function,
    meximal_sets,
    relations_of,
    smallest_positions,
)

from . import oracle

GAMES = ["kayles", "octal:0.75", "octal:0.123", "subtraction:3", "subtraction:1", "octal:0.15"]
UP_TO = {"octal:0.15": 20}


def known_of(key):
    table = QuotientTable(get_ruleset(key))
    table.grow(UP_TO.get(key), Budget())
    return table.known()


def rewritten(word, rules):
    """A product as what the relations make of it, in whatever order they are tried."""
    rest = next((i for i in rules if all(word.count(x) >= i[0].count(x) for x in i[0])), None)
    if rest is None:
        return word
    letters = list(word)
    for letter in rest[0]:
        letters.remove(letter)
    return rewritten("".join(sorted([*letters, *rest[1].replace("1", "")])), rules)


@pytest.mark.parametrize("key", GAMES)
def test_the_relations_hold_and_leave_no_other_elements(key):
    """Every product up to four generators comes out as its own element, and no word is left
    over: so many words that nothing rewrites, so many elements."""
    known = known_of(key)
    names, letters = known.names
    rules = relations_of(known)
    irreducible = set()
    for count in range(5):
        for word in combinations_with_replacement(letters, count):
            element = known.monoid.product(known[letters[letter]] for letter in word)
            least = rewritten("".join(word), rules)
            assert (least or "1") == names[element]
            irreducible.add(least)
    assert max(len(word) for word in names) <= 4
    assert {word or "1" for word in irreducible} == set(names)
    for rule in rules:  # none is said twice
        others = [other for other in rules if other != rule]
        assert rewritten(rule[0], others) == rule[0]


def test_known_presentations():
    assert relations_of(known_of("subtraction:1")) == [("aa", "1")]
    assert relations_of(known_of("subtraction:3")) == [("aa", "1"), ("bbb", "b")]


@pytest.mark.parametrize(
    ("key", "order"),
    [("subtraction:1", 2), ("subtraction:3", 6), ("subtraction:7", 10), ("octal:0.137", None)],
)
def test_games_that_are_tame_to_the_end(key, order):
    if order is None:
        table = QuotientTable(get_ruleset(key))
        table.grow(6, Budget())
        assert is_tame(table.monoid)
    else:
        known = known_of(key)
        assert is_tame(known.monoid)
        assert known.monoid.order == order


@pytest.mark.parametrize("key", ["kayles", "octal:0.75", "octal:0.123", "octal:0.15"])
def test_wild_games(key):
    assert not is_tame(known_of(key).monoid)


def test_a_game_without_moves_is_tame_and_a_wrong_monoid_is_not():
    assert is_tame(Monoid(((0,),), 0))
    assert not is_tame(Monoid(((0, 1), (1, 1)), 0b10))  # one unit alone
    assert not is_tame(Monoid(((0, 1), (1, 0)), 0b01))  # where nothing is left, nobody loses


@pytest.mark.parametrize("key", GAMES)
def test_meximal_sets_and_the_mex_function(key):
    known = known_of(key)
    monoid, everything = known.monoid, range(known.monoid.order)
    sets = meximal_sets(monoid)
    for x in everything:
        assert list(sets[x]) == [
            y
            for y in everything
            if not any(
                monoid.is_p(monoid.table[x][z]) and monoid.is_p(monoid.table[y][z])
                for z in everything
            )
        ]
    rules = get_ruleset(key)
    told = mex_function(rules, known, Budget())
    seen = {}
    for mex in told:
        assert set(mex.options) <= set(sets[mex.element])
        for size in mex.sizes:
            seen[size] = (set(mex.options), mex.element)
    assert seen == {
        size: (
            {monoid.product(known[part] for part in option) for option in rules.options(size)},
            known[size],
        )
        for size in range(1, known.up_to + 1)
    }


def test_the_mex_function_costs_something():
    with pytest.raises(BudgetExceededError):
        mex_function(get_ruleset("kayles"), known_of("kayles"), Budget(1))


@pytest.mark.parametrize("key", ["octal:0.75", "octal:0.123", "subtraction:3", "subtraction:6"])
def test_the_smallest_position_of_each_element(key):
    known = known_of(key)
    found = smallest_positions(known)
    rules = (
        oracle.octal(key[6:])
        if key.startswith("octal")
        else oracle.takes(range(1, int(key[12:]) + 1))
    )
    search = oracle.Oracle(rules, misere=True)
    for element, position in enumerate(found):
        assert known.monoid.product(known[size] for size in position) == element
        assert search.wins(position) is not known.monoid.is_p(element)
    most = max(map(sum, found))
    assert most < 20
    cheaper = {}
    for rows in range(7):
        for position in combinations_with_replacement(range(1, min(most, known.up_to) + 1), rows):
            if sum(position) <= most:
                element = known.monoid.product(known[size] for size in position)
                cost = (sum(position), rows)
                cheaper[element] = min(cheaper.get(element, cost), cost)
    assert [(sum(position), len(position)) for position in found] == [
        cheaper[element] for element in range(known.monoid.order)
    ]


def searched_losses(pieces):
    """The losing boards of misère Kayles of each number of pins, by looking at every move of
    every board, the smaller ones first; no code of the solver is used."""
    lost, options = {}, {size: set(oracle.kayles(size)) for size in range(1, pieces + 1)}
    for total in range(1, pieces + 1):
        lost[total] = set()
        for board in boards(total, total):
            after = (
                tuple(sorted((*board[:at], *board[at + 1 :], *option)))
                for at, size in enumerate(board)
                if size not in board[:at]
                for option in options[size]
            )
            if not any(left in lost[sum(left)] for left in after if left):
                lost[total].add(board)
    return lost


def boards(total, largest):
    """Every way to set up so many pins in rows, ascending."""
    if not total:
        yield ()
    for last in range(1, min(total, largest) + 1):
        yield from ((*rest, last) for rest in boards(total - last, last))


def agrees_with_search(pieces):
    found = list(lost_positions(known_of("kayles"), pieces))
    searched = set().union(*searched_losses(pieces).values())
    assert len(found) == len(set(found))
    assert set(found) == searched
    return len(found)


def test_every_losing_board_of_kayles_up_to_fourteen_pins_is_listed():
    assert agrees_with_search(14) == 120


@pytest.mark.no_cover
def test_every_losing_board_of_kayles_up_to_thirty_pins_is_listed():
    """All 4,471 of 28,628 boards."""
    assert agrees_with_search(30) == 4471
