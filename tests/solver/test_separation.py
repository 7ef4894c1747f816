"""Positions that tell one habit from the others, held against exhaustive search."""

import pytest

from solver import BudgetExceededError, Spec, ask, separate, separation
from solver.profiles import distinct, is_same_move
from solver.teaching import HABITS, habits

from .oracle import Oracle, kayles, nim, octal, takes

BY_KEY = {habit.key: habit for habit in HABITS}
OPTIONS = {
    "nim": nim,
    "kayles": kayles,
    "subtraction:3": takes([1, 2, 3]),
    "octal:0.37": octal("0.37"),
}
GAMES = [
    ("nim", "misere", "grab"),
    ("nim", "misere", "even-ones"),
    ("nim", "misere", "flip-everything"),
    ("nim", "normal", "grab"),
    ("kayles", "misere", "mirror"),
    ("kayles", "normal", "missed-split"),
    ("subtraction:3", "misere", "no-remainder"),
    ("subtraction:3", "misere", "normal-habit"),
    ("octal:0.37", "misere", "normal-habit"),
]


def frame(ruleset, convention, **changes):
    return Spec(ruleset, convention, **{"rows": (1, 4), "sizes": (1, 7)} | changes)


@pytest.mark.parametrize(("ruleset", "convention", "key"), GAMES)
def test_what_the_habit_plays_loses_there_and_shows_no_other_habit(ruleset, convention, key):
    oracle = Oracle(OPTIONS[ruleset], misere=convention == "misere")
    found = separate(BY_KEY[key], frame(ruleset, convention), 5)
    assert len(found) == len({one.question.position for one in found}) == 5
    for one in found:
        question = one.question
        assert oracle.wins(question.position)
        assert one.moves
        for move in one.moves:
            assert oracle.wins(move.apply(question.position))  # for the other player
            shown = [habit.key for habit in habits(question, move)]
            assert shown[0] == key
            assert set(shown[1:]) <= {"normal-habit", "right-row-wrong-count"} - {key}
            for other in one.others:
                assert move not in other.choices(question)


def test_of_nim_where_the_last_one_loses_only_a_case_of_a_habit_shares_its_moves():
    found = separate(BY_KEY["even-ones"], frame("nim", "misere"), 5)
    shared = {
        habit.key
        for one in found
        for habit in HABITS
        if set(one.moves) & set(habit.choices(one.question))
    }
    assert shared == {"even-ones", "normal-habit"}


def test_the_same_are_chosen_again_and_those_had_before_are_left_out():
    def positions(**had):
        chosen = separate(BY_KEY["grab"], frame("nim", "misere"), 5, **had)
        return [one.question.position for one in chosen]

    first = positions()
    assert positions() == first
    second = positions(without=frozenset(first))
    assert len(second) == 5
    assert not set(first) & set(second)


def test_fewer_are_told_where_there_are_no_more():
    few = frame("nim", "misere", rows=(1, 2), sizes=(1, 4))
    found = separate(BY_KEY["even-ones"], few, 50)
    assert [one.question.position for one in found] == [(1, 2), (1, 3), (1, 4)]
    assert [[str(move) for move in one.moves] for one in found] == [["2>1"]] * 3
    assert separate(BY_KEY["no-remainder"], few, 5) == []


def test_a_neighbour_whose_moves_are_too_many_to_be_told_comes_last():
    # Whoever takes all of a single heap takes the most there is, and everywhere else the habit of
    # the other game leaves an even number of ones: that is a case of it, and said of each.
    found = separate(BY_KEY["normal-habit"], frame("nim", "misere"), 5)
    assert len(found) == 5
    for one in found:
        single = len(one.question.position) == 1
        assert [habit.key for habit in one.alike] == ["grab" if single else "even-ones"]
    assert any(len(one.question.position) > 1 for one in found)
    grab = separate(BY_KEY["grab"], frame("nim", "misere"), 5)
    assert {one.vague for one in grab} == {()}
    assert {one.alike for one in grab} == {()}
    # An even number of ones is what the other game's habit leaves too: that is said of each.
    ones = separate(BY_KEY["even-ones"], frame("nim", "misere"), 5)
    assert ones
    for one in ones:
        assert one.alike[0] == BY_KEY["normal-habit"]
        theirs = distinct(BY_KEY["normal-habit"].choices(one.question))
        assert any(is_same_move(move, their) for move in one.moves for their in theirs)


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("grab", [1, 1]),  # lost
        ("grab", [2, 2, 3]),  # taking all of the three wins
        ("no-remainder", [3, 4, 6]),  # no remainders in Nim
        ("grab", [2, 3]),  # among five moves the largest is no habit
    ],
)
def test_where_nothing_is_told(key, rows):
    assert separation(BY_KEY[key], ask("nim", rows)) is None


def test_the_work_of_a_choice_is_bounded(monkeypatch):
    monkeypatch.setattr("solver.opponents.separations.PATIENCE", 1)
    assert separate(BY_KEY["mirror"], frame("kayles", "misere"), 5) == []
    with pytest.raises(BudgetExceededError):
        separation(BY_KEY["mirror"], ask("octal:0.77777", [31, 32, 33], budget=1))
