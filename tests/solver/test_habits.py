"""Habits told from chance: what is drawn by lot seldom has a name, what a habit plays has."""

from collections import Counter
from random import Random

import pytest

from solver import Move, answer, ask, profile
from solver.teaching import OPPONENTS, Mistake, habits, misconception, remarks, shown_by_move

FAMILIES = {
    "nim": ["nim"],
    "rows": ["subtraction:2", "subtraction:3", "subtraction:5", "subtraction:{1,3,4}"],
    "kayles": ["kayles"],
    "octal": ["octal:0.07", "octal:0.137", "octal:0.35"],
    "partizan": ["partizan-kayles"],
}
ENDINGS = ("misere", "normal")
EACH = 80


def losing_moves(question):
    wins = {move.canonical for move in answer(question).moves}
    legal = question.ruleset.legal_moves(question.position, question.to_move)
    return [move for move in legal if wins and move.canonical not in wins]


def random_slips(family, convention):
    """Losing moves drawn by lot, each from a position drawn by lot."""
    chance = Random(f"{family}:{convention}")
    found = []
    while len(found) < EACH:
        key = chance.choice(FAMILIES[family])
        rows = [chance.randint(1, 9) for _ in range(chance.randint(1, 4))]
        mover = chance.choice(["left", "right"]) if family == "partizan" else None
        question = ask(key, rows, convention, mover)
        losing = losing_moves(question)
        if losing:
            found.append((question, chance.choice(losing)))
    return found


@pytest.mark.no_cover
def test_at_most_one_random_losing_move_in_ten_gets_a_name():
    named, everything = Counter(), 0
    for family in FAMILIES:
        for convention in ENDINGS:
            for question, move in random_slips(family, convention):
                everything += 1
                named[family, convention] += bool(habits(question, move))
    assert everything == 2 * EACH * len(FAMILIES)
    assert named.total() / everything <= 0.10, named
    assert max(named.values()) / EACH <= 0.20, named


WHERE = {
    "evan": ("nim", lambda size: [1, 1, size + 1]),
    "norma": ("nim", lambda size: [1, 1, size + 1]),
    "mira": ("subtraction:3", lambda size: [4, 4, size % 3 + 1]),
    "max": ("subtraction:5", lambda size: [size, 7, 9]),
}
"""Where a habit has something to choose; the others have that in Nim."""


@pytest.mark.parametrize("character", [one for one in OPPONENTS if one.habit], ids=lambda o: o.key)
def test_what_a_character_loses_by_is_named_after_its_habit(character):
    chance = Random(3)
    key, rows = WHERE.get(character.key, ("nim", lambda size: [size, 4, 6]))
    shown = []
    for size in range(1, 10):
        question = ask(key, rows(size), "misere")
        move = character.choose(question, chance)
        if move in losing_moves(question):
            shown.append(character.habit in habits(question, move))
    assert len(shown) >= 2
    assert sum(shown) >= len(shown) / 2


@pytest.mark.parametrize(
    ("position", "text", "habit", "is_named"),
    [
        ("2+3", "2>0", "grab", False),  # the largest take is one move of five,
        ("2+4", "2>0", "grab", True),  # and here of six
        ("1+4", "2>2", "flip-everything", False),
        ("1+5", "2>2", "flip-everything", True),
    ],
)
def test_a_move_that_one_in_five_makes_by_lot_shows_no_habit(position, text, habit, is_named):
    question = ask("nim", position, "misere")
    [move] = [move for move in question.legal_moves() if str(move) == text]
    assert (habit in {one.key for one in habits(question, move)}) is is_named


def named(key, position, convention, text, of=remarks, to_move=None):
    question = ask(key, position, convention, to_move)
    [move] = [
        move
        for move in question.ruleset.legal_moves(question.position, question.to_move)
        if str(move) == text
    ]
    return {one.key for one in of(question, move)}


def test_what_makes_no_sense_in_a_game_is_not_said_there():
    # Every move of 0.07 takes two: the number can neither be right nor wrong.
    slips = random_slips("octal", "misere")
    for question, move in slips:
        if question.ruleset.key == "octal:0.07":
            assert "right-sum-wrong-row" not in {one.key for one in remarks(question, move)}
    assert any(question.ruleset.key == "octal:0.07" for question, _ in slips)
    # A row of 1 has no move in 0.07, so an even number of them is nothing to take in turn.
    assert "even-ones" not in named("octal:0.07", "4", "misere", "1>1+1", of=habits)
    # Hand-written heaps change by their own rules: nothing is counted there.
    heaps = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"
    for position in ((3, 1), (3, 2), (3, 3), (3, 2, 1), (2, 1), (3, 1, 1)):
        question = ask(heaps, position, "misere")
        for move in losing_moves(question):
            assert "right-sum-wrong-row" not in {one.key for one in remarks(question, move)}
    # A pair of strips is no mirror: Left and Right move differently.
    for question, move in random_slips("partizan", "misere"):
        assert not {"mirror", "even-ones"} & {one.key for one in habits(question, move)}


def test_what_is_true_by_chance_still_chooses_an_authors_words():
    assert "right-row-wrong-count" in named("nim", "3+4+6", "normal", "1>1")
    # One row among those that have a winning move is right as well.
    assert "right-row-wrong-count" in named("nim", "3+5+7", "normal", "1>0")
    # Two numbers are enough for one to be right in another row.
    assert "right-sum-wrong-row" in named("kayles", "1+2", "normal", "1>0")
    assert "missed-split" in named("kayles", "3+3+2", "misere", "3>1") | named(
        "kayles", "7", "normal", "1>6"
    )
    assert named("nim", "1+3+5+7", "misere", "1>0") == set()


def test_not_splitting_is_what_would_win_without_splits():
    seen = 0
    for question, move in random_slips("kayles", "misere") + random_slips("kayles", "normal"):
        shown = misconception(question, move)
        if shown and shown.key == "missed-split":
            seen += 1
            assert len(move.becomes) < 2
            assert all(len(won.becomes) == 2 for won in answer(question).moves)
            flat = ask("subtraction:2", question.position, question.convention)
            assert move in answer(flat).moves
    assert seen


def test_a_mistake_has_no_name_where_habits_cost_more_than_is_left():
    question = ask("nim", "1+1+2")
    facts, lost = profile(question), Move(2, 2, ())
    assert shown_by_move(question, lost, facts).habits
    assert shown_by_move(question, facts.winning[0], facts) == Mistake()
    question.budget.spend(question.budget.remaining)
    assert shown_by_move(question, lost, facts) == Mistake()
    assert shown_by_move(question, lost) == Mistake()
