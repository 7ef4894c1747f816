"""Many equal components are counted: what is said of them is what plain recursion says."""

from contextlib import suppress
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import Budget, BudgetExceededError, Convention, analyse, get_ruleset
from solver.rulesets.lattice import Lattice, Sorts
from solver.search import Search

from . import oracle

MYSTERY = (
    "heaps:{1:[[]],2:[[],[1]],3:[[],[1],[2]],4:[[],[2,3],[2,2,2]],5:[[3],[4,1],[4,4]]}",
    oracle.heaps(
        {
            1: [()],
            2: [(), (1,)],
            3: [(), (1,), (2,)],
            4: [(), (2, 3), (2, 2, 2)],
            5: [(3,), (4, 1), (4, 4)],
        }
    ),
)
"""The game of a question on MathOverflow, "Can anyone analyze this misere game?"."""
GAMES = [
    MYSTERY,
    ("nim", oracle.nim),
    ("kayles", oracle.kayles),
    ("octal:0.35", oracle.octal("0.35")),
    ("octal:4.7", oracle.octal("4.7")),
    ("octal:0.02", oracle.octal("0.02")),
    ("grundy", oracle.grundy),
    ("lasker", oracle.lasker),
    ("subtraction:{2,5}", oracle.takes([2, 5])),
    ("hexadecimal:0.8F", oracle.hexadecimal("0.8F")),
]


def lattice_of(rules, convention, position, budget):
    return Lattice(Sorts(rules, position, budget), convention, position, budget)


def options_after(options, position):
    for place, size in enumerate(position):
        for option in options(size, None):
            yield position[:place] + position[place + 1 :] + tuple(filter(None, option))


def check(key, options, convention, position):
    lattice = lattice_of(get_ruleset(key), Convention(convention), position, Budget())
    lattice.solve(Budget())
    search = oracle.Oracle(options, misere=convention == "misere")
    for board in (position, *options_after(options, position)):
        assert lattice.is_lost(board) == (not search.wins(board)), board
        assert lattice.is_lost(board[::-1]) == lattice.is_lost(board)
    return lattice


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(("key", "options"), GAMES)
def test_a_position_and_all_that_a_move_leaves_are_decided_as_recursion_decides(
    key, options, convention
):
    for rows in range(4):
        for position in combinations_with_replacement(range(7), rows):
            check(key, options, convention, tuple(filter(None, position)))


@st.composite
def written_heaps(draw):
    """Heaps up to 5, each with a few options of up to three smaller ones."""
    rules = {}
    for size in range(1, 6):
        part = st.lists(st.integers(1, size - 1), max_size=3) if size > 1 else st.just([])
        options = draw(st.lists(part.map(sorted).map(tuple), max_size=3, unique=True))
        rules[size] = sorted(options)
    written = ",".join(
        f"{size}:[{','.join('[' + ','.join(map(str, one)) + ']' for one in options)}]"
        for size, options in rules.items()
    )
    return f"heaps:{{{written}}}", oracle.heaps(rules)


@given(
    written_heaps(),
    st.sampled_from(["normal", "misere"]),
    st.lists(st.integers(1, 5), max_size=4).map(tuple),
)
@settings(max_examples=150, deadline=None)
def test_any_heaps_are_decided_as_recursion_decides(game, convention, position):
    check(*game, convention, position)


def won_by_recursion(position):
    return oracle.Oracle(MYSTERY[1], misere=True).wins(position)


@given(
    written_heaps(),
    st.sampled_from(["normal", "misere"]),
    st.lists(st.integers(2, 4), min_size=1, max_size=2, unique=True),
    st.integers(3, 5),
)
@settings(max_examples=40, deadline=None)
def test_many_copies_of_one_heap_or_two_are_decided_as_recursion_decides(
    game, convention, sizes, copies
):
    check(*game, convention, tuple(sizes) * copies)


def test_blocks_say_the_same_whatever_is_asked_beside_them():
    """A larger question is made of larger blocks, of other numbers and other edges."""
    search = oracle.Oracle(MYSTERY[1], misere=True)
    large = check(*MYSTERY, "misere", (5,) * 6)
    for board in [(5,) * 5, (5, 5, 4, 2, 2, 1), (4,) * 6, (3,) * 9, (5, 4, 3, 2, 1), ()]:
        small = check(*MYSTERY, "misere", board)
        assert small.is_lost(board) == large.is_lost(board) == (not search.wins(board))


def test_every_position_below_has_an_answer_that_was_met():
    """A film asks for it at any depth."""
    rules = get_ruleset("octal:0.3541")
    search = Search(rules, Convention.MISERE, Budget())
    boards = [(3, 3, *(5,) * 8)]
    search.wins(boards[0])
    for board in boards:  # grows while it is gone through, down some lines of play
        for move in [*rules.legal_moves(board)][:2]:
            after = move.apply(board)
            if search.wins(after) and any([*rules.legal_moves(after)]):
                answer = search.met_winning_move(after)
                assert answer
                assert not search.wins(answer.apply(after))
                boards.append(answer.apply(after))


def test_what_play_does_not_lead_to_is_not_decided():
    lattice = lattice_of(get_ruleset(MYSTERY[0]), Convention.MISERE, (5,) * 6, Budget())
    lattice.solve(Budget())
    assert lattice.is_lost((5,) * 4) == (not won_by_recursion((5,) * 4))
    for board in [(5,) * 7, (5, 5, 5, 5, 5, 4, 4, 4), (5,) * 6 + (2,), (6,)]:
        assert lattice.is_lost(board) is None
    with pytest.raises(BudgetExceededError):
        lattice_of(get_ruleset(MYSTERY[0]), Convention.MISERE, (5,) * 6, Budget()).solve(Budget(1))


@pytest.mark.parametrize("position", [(300, 300, 300), tuple(range(20, 32))])
def test_too_many_sorts_or_sizes_are_refused(position):
    with pytest.raises(BudgetExceededError):
        lattice_of(get_ruleset("octal:0.16"), Convention.MISERE, position, Budget())


def test_four_thousand_copies_of_a_heap_have_an_outcome():
    """The questioner found that n and n + 1 copies have one outcome for these n up to 17, and that
    all others alternate. The counts are recursion's of this test, three sorts and a parity."""
    key, options = MYSTERY
    outcomes = [analyse(key, (5,) * n).outcome.value for n in range(19)]
    assert [n for n in range(18) if outcomes[n] == outcomes[n + 1]] == [1, 2, 3, 12, 14, 17]
    search = oracle.Oracle(options, misere=True)
    assert outcomes[:7] == ["N" if search.wins((5,) * n) else "P" for n in range(7)]
    most = 20
    won = {}
    for five in range(most + 1):
        for four in range(2 * (most - five) + 1):
            for two in range(3 * (2 * (most - five) - four) + most - five + 1):
                for one in (0, 1):
                    after = [(five, four, two, 0)] * one
                    if two:
                        after += [(five, four, two - 1, one), (five, four, two - 1, 1 - one)]
                    if four:
                        after += [
                            (five, four - 1, two, one),
                            (five, four - 1, two + 2, 1 - one),
                            (five, four - 1, two + 3, one),
                        ]
                    if five:
                        after += [
                            (five - 1, four, two + 1, 1 - one),
                            (five - 1, four + 1, two, 1 - one),
                            (five - 1, four + 2, two, one),
                        ]
                    won[five, four, two, one] = not after or not all(won[one] for one in after)
    for n in range(most + 1):
        answer = analyse(key, (5,) * n)
        assert (answer.outcome.value == "N") == won[n, 0, 0, 0], n
        results = {"3": (n - 1, 0, 1, 1), "1+4": (n - 1, 1, 0, 1), "4+4": (n - 1, 2, 0, 0)}
        moves = {str(move).partition(">")[2] for move in answer.winning_moves}
        assert moves == {text for text, left in results.items() if n and not won[left]}, n
        assert len(answer.winning_moves) == n * len(moves)
    answer = analyse(key, (5,) * 3_999)
    assert {str(move).partition(">")[2] for move in answer.winning_moves} == {"1+4", "4+4"}
    assert len(answer.winning_moves) == 2 * 3_999
    lattice = lattice_of(get_ruleset(key), Convention.MISERE, (5,) * 4_000, Budget())
    lattice.solve(Budget())
    # What a program found that goes through all positions, with a bit for each.
    same = {38, 40, 56, 74, 101, 227, 319, 464, 692, 1_025, 1_189, 1_781, 2_663}
    for n in {*range(18, 4_000, 83), 3_999} | same | {n + 1 for n in same}:
        one, more = (lattice.is_lost((5,) * copies) for copies in (n, n + 1))
        assert (one == more) == (n in same), n
    assert lattice.is_lost((5,) * 4_000)
    assert not lattice.is_lost((5,) * 3_999)


def test_a_long_search_counts_where_that_costs_less(monkeypatch):
    rules, budget = get_ruleset(MYSTERY[0]), Budget()
    search = Search(rules, Convention.MISERE, budget)
    assert search.wins((5,) * 11)
    assert budget.spent < 60_000  # every line of play takes millions
    assert search.met_winning_move((5,) * 11) in search.winning_moves((5,) * 11)
    assert not search.wins((5,) * 12)
    assert search.winning_moves((5,) * 12) == ()
    assert search.met_winning_move((5,) * 12) is None
    below = Search(rules, Convention.MISERE, Budget())
    assert below.wins((5,) * 42)  # counted at once, and what it leaves as well
    assert str(below.met_winning_move((5,) * 42)) == str(below.winning_moves((5,) * 42)[0])
    # What cannot be counted is searched as before.
    plain = Search(get_ruleset("octal:0.16"), Convention.MISERE, Budget(3_000))
    with pytest.raises(BudgetExceededError):
        plain.wins((19,) * 30)


def test_counting_goes_on_where_it_was():
    rules = get_ruleset("kayles")
    whole = Budget()
    lattice_of(rules, Convention.MISERE, (7,) * 12, Budget()).solve(whole)
    lattice, tries, spent = lattice_of(rules, Convention.MISERE, (7,) * 12, Budget()), 0, 0
    while lattice.is_lost((7,) * 12) is None:
        budget = Budget(whole.spent // 400)
        with suppress(BudgetExceededError):
            lattice.solve(budget)
        tries, spent = tries + 1, spent + budget.spent
    assert tries > 3
    assert spent < 2 * whole.spent


def test_where_counting_takes_too_much_search_has_the_rest(monkeypatch):
    """Lists of equal rows are tried by counting first, for three quarters of the budget."""
    rules, board = get_ruleset("kayles"), (3,) * 14
    search = Search(rules, Convention.MISERE, Budget())
    wins = search.wins(board)
    assert search.visited
    monkeypatch.setattr(Lattice, "solve", lambda self, budget: budget.spend(budget.remaining + 1))
    listed = Search(rules, Convention.MISERE, Budget())
    assert listed.wins(board) == wins
    assert listed.budget.spent > search.budget.spent


def test_blocks_with_too_many_points_are_refused():
    """A heap that makes many of another makes the smallest block long."""
    rules = get_ruleset(
        f"heaps:{{1:[[]],2:[[],[1]],3:[{[2] * 50}],4:[{[3] * 50}]}}".replace(" ", "")
    )
    with pytest.raises(BudgetExceededError):
        lattice_of(rules, Convention.MISERE, (4,) * 3, Budget())
