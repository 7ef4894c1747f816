"""Sentences of proofs are true of all positions or broken by the smallest one."""

import pytest

from solver import Budget, Convention, InvalidInputError, Player, Territory, Within, get_ruleset
from solver.teaching import Lemma

from . import oracle

ZERO, OTHER = {"plain_nim_sum": 0}, {"plain_nim_sum": ">=1"}


def partitions(total, most=None):
    """The ways to write a number as a sum, each ascending."""
    if not total:
        yield ()
    for last in range(min(total, most or total), 0, -1):
        for rest in partitions(total - last, last):
            yield (*rest, last)


def broken(lemma, ruleset="nim", convention="normal", rows=3, largest=4):
    bounds = Within(rows, largest)
    game = get_ruleset(ruleset)
    ground = Territory(game, Convention.parse(convention), bounds, Budget(400_000))
    found = Lemma.read(lemma).breach(ground)
    return found and (found.place[0], [found.after(move)[0] for move in found.moves])


@pytest.mark.parametrize(
    "lemma",
    [
        {"from": ZERO, "never": ZERO},
        {"from": OTHER, "some": ZERO},
        {"from": ZERO, "answered": ZERO},
        {"from": {"rows": 0}, "is": ZERO},
        {"from": {"rows": 0}, "mover": "loses"},
        {"from": OTHER, "mover": "wins"},
    ],
)
def test_every_sentence_of_boutons_proof_is_true_of_nim(lemma):
    assert broken(lemma) is None
    assert Lemma.read(lemma).content == lemma


@pytest.mark.parametrize(
    ("lemma", "game", "breach"),
    [
        ({"from": ZERO, "never": ZERO}, {"ruleset": "lasker"}, ((3, 3), [(1, 2, 3)])),
        ({"from": OTHER, "some": ZERO}, {"ruleset": "subtraction:3"}, ((4,), [(3,), (2,), (1,)])),
        ({"from": {"rows": 1}, "answered": {"rows": 0}}, {}, ((1,), [()])),
        ({"from": {"rows": 1}, "is": {"total": 1}}, {}, ((2,), [])),
        ({"from": {"rows": 0}, "mover": "loses"}, {"convention": "misere"}, ((), [])),
    ],
)
def test_a_false_sentence_is_broken_by_the_smallest_position(lemma, game, breach):
    position, moves = broken(lemma, **game)
    assert (position, sorted(moves)) == (breach[0], sorted(breach[1]))


STRIPS = [()] + [p for n in range(1, 8) for p in partitions(n)]


def smallest(is_broken):
    """The first board, by the number of squares and strips, and the first player, with Left
    first."""
    boards = sorted(STRIPS, key=lambda one: (sum(one), len(one), one))
    places = ((board, player) for board in boards for player in ("left", "right"))
    return next((place for place in places if is_broken(*place)), None)


def breach_of(lemma, convention):
    within = Within(total=7)
    game = get_ruleset("partizan-kayles")
    ground = Territory(game, Convention.parse(convention), within, Budget(4_000_000))
    return Lemma.read(lemma).breach(ground)


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(
    ("one", "other"),
    [((2,), (1, 1)), ((1, 1), (2,)), ((3,), ()), ((), (3,)), ((1, 2), ()), ((5,), (1, 2, 2))],
)
def test_a_comparison_fails_first_at_the_board_where_search_finds_it(convention, one, other):
    game = oracle.Oracle(oracle.partizan_kayles, misere=convention == "misere")

    def left_wins(board, player):
        return game.wins(board, player) is (player == "left")

    def is_worse(beside, player):
        return left_wins(beside + other, player) and not left_wins(beside + one, player)

    written = " >= ".join("+".join(map(str, side)) or "0" for side in (one, other))
    breach = breach_of({"from": {"rows": ">=0"}, "compare": written}, convention)
    found = smallest(is_worse)
    assert (breach is None) is (found is None)
    if breach:
        board = tuple(sorted(found[0] + one))
        assert breach.place == (board, Player(found[1]))
        moves = game.moves(board, found[1])
        left = {breach.after(move)[0] for move in breach.moves}
        reached = {game.after(board, move) for move in moves}
        if found[1] == "left":
            assert left == reached
        elif moves:
            assert len(left) == 1
            assert not game.wins(left.pop(), "left")


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(("size", "player"), [(1, "left"), (2, "right")])
def test_taking_a_strip_first_fails_first_where_search_finds_it(convention, size, player):
    game = oracle.Oracle(oracle.partizan_kayles, misere=convention == "misere")

    def is_broken(board, mover):
        if mover != player or size not in board or not game.wins(board, mover):
            return False
        left = list(board)
        left.remove(size)
        return game.wins(tuple(left), "right" if mover == "left" else "left")

    lemma = {"from": {"to_move": player}, "first": size}
    breach, found = breach_of(lemma, convention), smallest(is_broken)
    assert (breach and (breach.place[0], breach.place[1].value)) == found
    assert Lemma.read(lemma).content == lemma


@pytest.mark.parametrize(
    "written",
    [
        "nim",
        {},
        {"from": ZERO},
        {"never": ZERO},
        {"from": ZERO, "never": ZERO, "some": ZERO},
        {"from": ZERO, "always": ZERO},
        {"from": ZERO, "mover": "draws"},
        {"from": ZERO, "first": 3},
        {"from": ZERO, "compare": "2 = 1+1"},
    ],
)
def test_what_is_no_sentence_is_refused(written):
    with pytest.raises(InvalidInputError, match="is not a sentence to test; write"):
        Lemma.read(written)


def test_a_sentence_that_counts_what_a_game_does_not_have_says_why():
    strips, nim = get_ruleset("partizan-kayles"), get_ruleset("nim")
    lemma = Lemma.read({"from": {"rows": 0}, "is": {"balance": 0}})
    assert lemma.refusal(strips) == ""
    assert "nim" in lemma.refusal(nim).lower()
    lemma = Lemma.read({"from": {"nim_sum": 0}, "mover": "loses"})
    assert lemma.refusal(strips)
    for more in ({"compare": "2 >= 1+1"}, {"first": 1}):
        lemma = Lemma.read({"from": {"rows": 0}} | more)
        assert lemma.refusal(strips) == ""
        assert "nim" in lemma.refusal(nim).lower()
    lemma = Lemma.read({"from": {"nim_sum": 0}, "mover": "loses"})
    assert lemma.refusal(nim) == ""
