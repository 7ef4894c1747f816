"""Sentences of proofs are true of all positions or broken by the smallest one."""

import pytest

from solver import Budget, Convention, InvalidInputError, Lemma, Territory, Within, get_ruleset

ZERO, OTHER = {"plain_nim_sum": 0}, {"plain_nim_sum": ">=1"}


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
    assert lemma.refusal(nim) == ""
