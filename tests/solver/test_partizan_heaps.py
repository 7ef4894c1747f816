"""Heaps that are written by hand for Left and Right: who wins, compared with plain recursion."""

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import (
    Budget,
    InvalidInputError,
    NotCoveredError,
    Player,
    ask,
    distinguish,
    get_ruleset,
    never_apart,
    written_out,
)
from solver.analysis import analyse
from solver.commands.command_line import main
from solver.enumeration import sums
from solver.opponents.strategies import NAMED
from solver.statements.conditions import Rule
from solver.statements.lemmas import Lemma
from solver.statements.reading import read_formula
from solver.teaching import pairs

from . import oracle

OUTCOMES = {(True, True): "N", (True, False): "L", (False, True): "R", (False, False): "P"}
SIZES = range(1, 8)


def placed(size, width):
    """What is left of a strip when somebody covers so many squares side by side."""
    return [(start, size - width - start) for start in range(size - width + 1)]


STRIPS = {size: (placed(size, 1), placed(size, 2)) for size in SIZES}
DOMINEERING = {size: ([], placed(size, 2)) for size in SIZES}
"""Domineering on a strip one square high: only Right can lay a domino."""


def key_of(rules):
    """A key with nothing in order."""
    lists = {
        size: "|".join(json.dumps([list(option) for option in side]) for side in sides)
        for size, sides in rules.items()
    }
    return "heaps:{" + ",".join(f"{size}:{lists[size]}" for size in reversed(lists)) + "}"


def oracle_of(rules, *, misere):
    left, right = ({size: sides[side] for size, sides in rules.items()} for side in (0, 1))
    return oracle.Oracle(oracle.sided_heaps(left, right), misere)


@st.composite
def sided_rules(draw):
    def options(size):
        option = st.lists(st.integers(0, size - 1), max_size=2).map(tuple)
        return draw(st.lists(option, max_size=3))

    return {size: (options(size), options(size)) for size in range(1, draw(st.integers(3, 5)))}


def check(rules, positions):
    ruleset = get_ruleset(key_of(rules))
    for convention in ("misere", "normal"):
        searched = oracle_of(rules, misere=convention == "misere")
        for position in positions:
            wins = [searched.wins(position, player) for player in ("left", "right")]
            for player, mover_wins in zip(("left", "right"), wins, strict=True):
                found = analyse(ruleset, position, convention, player)
                assert found.outcome.value == OUTCOMES[tuple(wins)]
                assert found.to_move_wins == mover_wins
                assert oracle.found(found) == searched.winning_moves(position, player)


@pytest.mark.parametrize("rules", [STRIPS, DOMINEERING], ids=["strips", "domineering"])
def test_every_sum_of_three_heaps_is_decided_as_by_plain_recursion(rules):
    check(rules, list(sums(3, 5)))


@given(sided_rules())
@settings(max_examples=30, deadline=None)
def test_any_rules_are_decided_as_by_plain_recursion(rules):
    check(rules, list(sums(2, 4)))


def test_strips_written_by_hand_are_partizan_kayles():
    by_hand, strips = get_ruleset(key_of(STRIPS)), get_ruleset("partizan-kayles")
    assert pairs(by_hand, 7, Budget()) == pairs(strips, 7, Budget())


def test_the_command_line_answers_for_the_player_to_move(capsys):
    arguments = ["analyse", "heaps:{1:[[]]|[],2:[[1]]|[[]]}", "2+1", "--json", "--to-move"]
    answers = []
    for player in ("left", "right"):
        assert main([*arguments, player]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert [(answer["outcome"], answer["to_move_wins"]) for answer in answers] == [("N", True)] * 2
    assert answers[0]["ruleset"] == "heaps:{1:[[]]|[],2:[[1]]|[[]]}"
    assert [move["becomes"] for move in answers[1]["winning_moves"]] == [[]]


# --- boards whose moves leave no sizes -----------------------------------------------------


def shoved(strip, player):
    """Shove: a piece moves one square to the left with all pieces before it; the first falls."""
    for place, piece in enumerate(strip):
        if piece == player[0]:
            yield [strip[1 : place + 1] + "." + strip[place + 1 :]]


def pushed(strip, player):
    """Push: a piece moves one square to the left with the pieces right before it."""
    for place, piece in enumerate(strip):
        if piece == player[0]:
            gap = max(0, strip.rfind(".", 0, place))  # without one, the first piece falls
            yield [strip[:gap] + strip[gap + 1 : place + 1] + "." + strip[place + 1 :]]


def laid(cells, player):
    """Domineering: Left lays a domino upright, Right across."""
    for row, column in cells:
        other = (row + 1, column) if player == "left" else (row, column + 1)
        if other in cells:
            yield [cells - {(row, column), other}]


def board_wins(board, options, player, *, misere):
    """Whether a player wins moving first on a board, by plain recursion."""
    other = {"left": "right", "right": "left"}[player]
    after = [left for [left] in options(board, player)]
    if not after:
        return misere
    return any(not board_wins(left, options, other, misere=misere) for left in after)


STRIPS_OF_3 = ["".join(pieces) for pieces in product(".lr", repeat=3)]
RECTANGLE = frozenset(product(range(2), range(3)))
BOARDS = [
    *((strip, rule) for rule in (shoved, pushed) for strip in STRIPS_OF_3),
    *((strip, rule) for rule in (shoved, pushed) for strip in ("lr.l", ".rlr", "r.lr")),
    (RECTANGLE, laid),
]


@pytest.mark.parametrize("convention", ["misere", "normal"])
def test_boards_written_out_as_heaps_are_won_by_whoever_wins_on_the_board(convention):
    for board, options in BOARDS:
        heaps, numbers = written_out(board, options)
        assert get_ruleset(heaps.key).key == heaps.key
        for player in Player:
            wins = board_wins(board, options, player, misere=convention == "misere")
            found = analyse(heaps, numbers[board], convention, player)
            assert found.outcome.wins(player) == wins


def test_sums_of_written_out_boards_are_those_of_the_boards():
    heaps, numbers = written_out(RECTANGLE, laid)
    far = frozenset((row + 9, column) for row, column in RECTANGLE)
    both = [numbers[RECTANGLE]] * 2
    for player in Player:
        wins = board_wins(RECTANGLE | far, laid, player, misere=True)
        assert analyse(heaps, both, "misere", player).outcome.wins(player) == wins


# --- what is said of strips or of impartial games is not said of these ----------------------

SIDED = "heaps:{1:[[]]|[],2:[[1]]|[[]]}"


@pytest.mark.parametrize("command", ["quotient", "reach", "nim-values", "classify"])
def test_what_needs_an_impartial_game_says_so_in_one_line(command, capsys):
    up_to = ["--up-to", "3"] if command in ("nim-values", "classify") else []
    assert main([command, SIDED, *up_to]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "is not an impartial game" in line


def test_two_positions_are_told_apart_by_search_alone():
    assert distinguish(SIDED, "misere", 1, 2).company == ()
    found = distinguish(SIDED, "misere", "1+2", (), Budget(2_000))
    assert found.company is None
    assert not found.is_proved
    with pytest.raises(NotCoveredError):
        never_apart(ask(SIDED, "1"), (2,))


def test_squares_and_dominoes_and_kinds_mean_nothing_here():
    rules = get_ruleset(SIDED)
    for key in ("balance", "nim_sum"):
        assert Rule.read({key: 1}).refusal(rules)
        with pytest.raises(InvalidInputError):
            read_formula(f"{key} = 1", rules)
    assert not Rule.read({"total": 1, "to_move": "left"}).refusal(rules)
    assert read_formula("left and total = 1", rules)
    assert Lemma.read({"from": {"total": 1}, "compare": "2 >= 1+1"}).refusal(rules)
    assert all(NAMED[key].refusal(rules) for key in ("swap", "pair"))
