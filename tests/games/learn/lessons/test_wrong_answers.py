"""What is said of a wrong answer: which row or number is wrong, and nothing about a right one."""

import pytest

from games.learn.lessons.models import Step
from games.questions.grading import grade

LIGHTS = {"ruleset": "octal:0.31", "convention": "misere"}


def judged(kind, given, **fields):
    return grade(Step.of({"kind": kind, "text": "What?", "convention": "misere"} | fields), given)


@pytest.mark.parametrize(
    ("given", "words", "about"),
    [
        (
            "inverter;trap;trap;inverter",
            "2 of 4 right.",
            "The rows of 1 and 4 are right. Look again at the rows of 2 and 3. A trap is a row "
            "that the player to move loses in normal play and in misère play. The row of 2 "
            "isn't one. In normal play, the player to move wins it by leaving nothing.",
        ),
        (
            "inverter;higher switch;higher switch;gremlin",
            "3 of 4 right.",
            "Look again at the row of 4. A gremlin is a row of nim-value 1 that the player "
            "to move wins in normal play and in misère play. The row of 4 isn't one.",
        ),
        (
            "null;higher switch;higher switch;inverter",
            "3 of 4 right.",
            "Look again at the row of 1. A null is a row that the player to move loses in "
            "normal play and wins in misère play. The row of 1 isn't one.",
        ),
        (
            "inverter;inverter;higher switch;inverter",
            "3 of 4 right.",
            "An inverter is a row of nim-value 1 that the player to move wins in normal play "
            "and loses in misère play. The row of 2 isn't one.",
        ),
    ],
)
def test_kinds_name_the_rows_that_are_wrong_and_no_other(given, words, about):
    verdict = judged("classify", given, ruleset="kayles", position="1+2+3+4")
    assert verdict.words == words
    assert about in verdict.answered
    right = judged(
        "classify",
        "inverter;higher switch;higher switch;inverter",
        ruleset="kayles",
        position="1+2+3+4",
    )
    assert right.correct
    assert "Look again" not in right.answered


def test_kinds_before_their_finer_names_are_told_by_the_two_endings():
    three = {"ruleset": "subtraction:2", "position": "1+3+5", "simple": True}
    one, other = (
        judged("classify", given, **three).answered
        for given in ("null;null;switch", "inverter;null;trap")
    )
    assert "Look again at the row of 1." in one
    alone = "the player to move loses in normal play and in misère play"
    said = f"A trap is a row that {alone}. The row of 5 isn't one."
    assert said in other
    assert "nim-value" not in one + other


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ("1", "The nim-sum is 0 already, so that case has no move to make."),
        ("2", "There is a trap here, and that case allows none."),
        ("4", "There is a trap here, and that case allows none."),
    ],
)
def test_each_wrong_case_is_answered_for_itself(given, about):
    verdict = judged("case", given, **LIGHTS, position="3+1+1")
    assert verdict.answered.endswith(about)


@pytest.mark.parametrize(
    ("position", "given", "about"),
    [
        ("5+1", "1", "There is no trap and no gremlin here, and only one higher switch."),
        ("4+1", "1", "There is no trap and no gremlin here, and no higher switch."),
        ("5+1", "2", "There is one inverter here, an odd number."),
        ("5+4+1", "3", "There are 2 inverters here, an even number."),
        ("5+1", "4", "There is one higher switch here."),
        ("5+2", "3", "There are 2 higher switches here."),
        ("4+1", "3", "There are no higher switches here."),
        ("1+1+1", "4", "There are 3 inverters here, an odd number."),
        ("5+1", "0", "It isn't a losing position: one of the moves wins."),
    ],
)
def test_a_wrong_case_says_which_of_its_conditions_fails(position, given, about):
    verdict = judged("case", given, ruleset="subtraction:2", position=position)
    assert not verdict.correct
    assert verdict.answered.endswith(about)


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ("3;1", "Together they cover 5 squares, but the board has 7."),
        ("5;1", "That's too many squares and too few dominoes."),
        ("1;3", "That's too few squares and too many dominoes."),
    ],
)
def test_each_wrong_sum_is_answered_for_itself(given, about):
    verdict = judged("reduce", given, ruleset="partizan-kayles", position="7")
    assert verdict.truth == "It comes to 3 squares and 2 dominoes."
    assert verdict.answered.endswith(about)


def test_a_sum_that_should_be_cancelled_says_so():
    asked = {"ruleset": "partizan-kayles", "position": "4+5+8", "cancel": True}
    assert judged("reduce", "0;1", **asked).correct
    both = judged("reduce", "1;2", **asked).answered
    assert both.endswith("You still have both squares and dominoes: a square and a domino cancel.")
    assert judged("reduce", "0;2", **asked).answered.endswith("That's too many dominoes.")


def test_a_list_of_moves_names_the_rows_of_what_is_missing_and_of_what_loses():
    asked = {"ruleset": "nim", "position": "5+6+7", "convention": "normal"}
    assert judged("all-moves", "1>1;2>2;3>3", **asked).words == "You found them all."
    for given, words in (
        ("1>1", "Not quite: you missed 2 winning moves in rows 2 and 3."),
        ("1>1;2>2;3>3;3>0", "Not quite: you marked 1 losing move in row 3."),
        (
            "1>1;2>2;1>0;2>0",
            (
                "Not quite: you missed 1 winning move in row 3, and you marked 2 losing moves in "
                "rows 1 and 2."
            ),
        ),
    ):
        assert judged("all-moves", given, **asked).words == words


STRIPS = {"ruleset": "partizan-kayles"}


@pytest.mark.parametrize(
    ("given", "about"),
    [
        ("0L2+2", "Left would miss 2 + 2, which is better than 4: two squares in one "
         "piece suit Left better than two apart."),
        ("0L2+2;0L4;0L1+3", "Left has no option left: keep the one that nothing beats."),
        ("0R3", "For Left, 4 is never better than 2 + 2."),
        ("0L4;0L1+3", "For Right, 3 and 1 + 2 count the same: keep one of them."),
    ],
)  # fmt: skip
def test_what_is_struck_out_wrongly_is_named(given, about):
    verdict = judged("fans", given, **STRIPS, position="5")
    assert not verdict.correct
    assert verdict.answered.endswith(about)
    assert verdict.truth == "That leaves {2·S2 | S1 + S2}."


def test_either_of_two_options_that_count_the_same_may_be_kept():
    for kept in ("0R3", "0R1+2"):
        struck = f"0L4;0L1+3;{kept}"
        assert judged("fans", struck, **STRIPS, position="5").correct


def test_a_company_is_told_what_it_shows():
    pair = STRIPS | {"position": "0", "claim": "at-least", "other": "1"}
    alone, broken = (judged("company", given, **pair) for given in ("0", "2+2"))
    assert not alone.correct
    assert alone.answered == (
        "You tried nothing. With nothing: the player to move wins. With 1: Right wins, whoever "
        "starts. For Left the first is better."
    )
    assert broken.correct
    assert broken.answered.endswith(
        "With nothing: Right wins, whoever starts. With 1: the player to move loses. For Left the "
        "first is not at least as good."
    )
    assert judged("company", "none", **pair).truth == "Something breaks it: keep trying."
    square = STRIPS | {"position": "1", "claim": "square-first"}
    assert judged("company", "5", **square).answered.endswith("and taking the square does it.")
    assert judged("company", "4", **square).answered.endswith(
        "On 1 + 4 Left cannot win if she starts, so that tests nothing."
    )
    assert judged("company", "none", **square).correct
