"""A guesser's chance is what grading every answer that a guesser may give comes to."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from games.questions.goals import GOALS
from games.questions.grading import grade
from games.questions.guessers import BELIEVERS, BY_LOT, CONSTANT
from games.questions.guessing import best, chance, is_free, passing
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import Outcome, companies
from tests.games.test_goals import EVERY, EXAMPLES

BELIEVE = {one.belief.key: one for one in BELIEVERS}
SAYS = {(one.says, one.says_none): one for one in CONSTANT}


def asked(kind, **more):
    content = {"position": "", "to_move": ""} | EXAMPLES[kind] | more
    columns = ("ruleset", "position", "convention", "to_move")
    extra = {key: value for key, value in content.items() if key not in columns}
    return Question(*(content[name] for name in columns), kind, extra)


def graded(exercise, answers):
    """The share of *answers* that are right when they are graded."""
    right = [grade(exercise, answer).correct for answer in answers]
    return Fraction(sum(right), len(right))


@pytest.mark.parametrize(
    ("goal", "position"), [("move", "1+2+4"), ("move", "1+1"), ("all-moves", "1+2+4")]
)
def test_a_move_by_lot_is_any_of_the_different_moves(goal, position):
    exercise = asked(goal, position=position)
    moves = [str(move) for move in ShownQuestion(exercise).facts.legal]
    assert chance(exercise) == graded(exercise, moves)


def test_where_several_moves_win_a_coin_marks_each_and_one_at_least_is_marked():
    exercise = asked("all-moves", position="3+3+2")
    moves = [str(move) for move in ShownQuestion(exercise).facts.legal]
    assert len(ShownQuestion(exercise).facts.winning) > 1
    marked = [";".join(some) for n in range(1, len(moves) + 1) for some in combinations(moves, n)]
    assert chance(exercise) == graded(exercise, marked) > 0


@pytest.mark.parametrize("position", ["1+2+4", "2+2"])
def test_who_always_names_the_same_winner_is_right_as_often_as_that_one_wins(position):
    exercise = asked("predict", position=position)
    assert chance(exercise) == Fraction(1, 2)
    for outcome in Outcome:
        right = ShownQuestion(exercise).facts.outcome is outcome
        assert chance(exercise, SAYS[outcome, False]) == right
    assert best(exercise) == 1


def test_all_moves_are_none_where_none_wins():
    lost, won = (asked("all-moves", position=rows) for rows in ("2+2", "1+2"))
    says_none = SAYS[Outcome.N, True]
    assert (chance(lost, says_none), chance(won, says_none)) == (1, 0)
    assert graded(lost, ["none"]) == 1
    assert chance(lost) == 0


def test_a_position_built_by_lot_fits_as_often_as_graded():
    exercise = asked("build", rows=[1, 2], largest=4, goal={"outcome": "P"}, forbid=["1"])
    built = ["2", "3", "4", *(f"{a}+{b}" for a in range(1, 5) for b in range(a, 5))]
    assert chance(exercise) == graded(exercise, built)
    assert 0 < chance(exercise) < 1


def test_a_company_by_lot_breaks_as_often_as_graded():
    exercise = asked("company", position="1", other="1+1", rows=[1, 2], largest=3)
    beside = ["+".join(map(str, rows)) or "0" for rows in companies(6, 2, 3)]
    assert chance(exercise) == graded(exercise, beside) > 0
    assert chance(exercise, SAYS[Outcome.N, True]) == graded(exercise, ["none"])


def test_one_option_kept_on_each_side_by_lot_is_the_best_as_often_as_graded():
    exercise = asked("fans", position="4")
    [fans] = ShownQuestion(exercise).parts
    sides = [[option.value for option in side.options] for side in fans.sides]
    every = {value for side in sides for value in side}
    answers = [";".join(sorted(every - set(kept))) for kept in product(*sides)]
    assert chance(exercise) == graded(exercise, answers)


@EVERY
def test_every_question_has_a_chance(asking):
    exercise = asked(asking.key)
    assert asking.key in GOALS
    for guesser in (BY_LOT, *CONSTANT, *BELIEVERS):
        assert 0 <= chance(exercise, guesser) <= 1


def test_half_of_the_moves_may_not_win():
    assert is_free(asked("move", position="1+1+1+1"))
    assert is_free(asked("move", ruleset="subtraction:2", position="2"))
    assert not is_free(asked("move", position="1+2+4"))
    assert not is_free(asked("predict"))


def test_passing_is_the_binomial_where_all_are_alike_and_a_product_where_all_must_be_right():
    half, third = Fraction(1, 2), Fraction(1, 3)
    assert passing([half] * 5, enough=4) == Fraction(6, 32)
    assert passing([half, third], enough=2) == Fraction(1, 6)
    assert passing([half, third], enough=0) == 1
    assert passing([], enough=1) == 0


def test_who_plays_as_if_the_last_one_won_is_right_where_both_endings_agree():
    normal = BELIEVE["normal-habit"]
    agree, part = (asked("move", position=rows) for rows in ("2+5", "1+5"))
    assert graded(agree, ["2>2"]) == chance(agree, normal) == 1
    assert graded(part, ["2>1"]) == chance(part, normal) == 0
    other = asked("move", position="1+5", convention="normal")
    assert graded(other, ["2>1"]) == chance(other, normal) == 1


def test_moves_in_equal_rows_are_one_move_to_a_belief():
    exercise = asked("move", position="3+3+2", convention="normal")
    assert len(ShownQuestion(exercise).facts.winning) < 3
    assert chance(exercise, BELIEVE["normal-habit"]) == 1
    every = asked("all-moves", position="3+3+2", convention="normal")
    assert chance(every, BELIEVE["normal-habit"]) == 1


def test_who_has_a_belief_says_who_wins_by_it_and_tosses_a_coin_where_it_says_nothing():
    lost = asked("predict", position="1+1+1")
    assert graded(lost, ["N"]) == chance(lost, BELIEVE["normal-habit"]) == 0
    assert graded(lost, ["P"]) == chance(lost, BELIEVE["mirror"]) + 1
    assert chance(lost, BELIEVE["longest-row"]) == Fraction(1, 2)
    pairs = asked("predict", position="3+3")
    assert graded(pairs, ["P"]) == chance(pairs, BELIEVE["mirror"]) == 1


def test_who_has_a_belief_marks_all_that_it_calls_winning():
    alike, apart = (asked("all-moves", position=rows) for rows in ("3+5", "1+1+4"))
    assert graded(alike, ["2>3"]) == chance(alike, BELIEVE["mirror"]) == 1
    assert graded(apart, ["3>0"]) == chance(apart, BELIEVE["mirror"]) == 0


def test_a_belief_makes_any_move_where_it_has_none():
    exercise = asked("move", position="1+2+4")
    assert chance(exercise, BELIEVE["mirror"]) == chance(exercise)


def test_a_belief_about_the_ending_answers_what_is_asked_of_the_other_game():
    """Whoever builds a losing board for the other ending is wrong; a kind of row is the same."""
    built = asked("build", rows=[1, 3], largest=3, goal={"outcome": "P"})
    assert graded(built, ["1+1"]) == chance(built, BELIEVE["normal-habit"]) == 0
    assert chance(built, BELIEVE["mirror"]) == 1
    assert chance(asked("classify"), BELIEVE["normal-habit"]) == 1
    assert chance(asked("fans", position="4"), BELIEVE["normal-habit"]) == 1
