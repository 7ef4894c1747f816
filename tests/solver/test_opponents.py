from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import IllegalMoveError, InvalidInputError, analyse, answer, ask, distinct, get_ruleset
from solver.conventions import Convention
from solver.teaching import MISCONCEPTIONS, OPPONENTS, get_opponent, habits, misconception, remarks

GAMES = ["nim", "subtraction:3", "kayles", "partizan-kayles", "heaps:{1:[[]],3:[[],[2,2]]}"]
rows = st.lists(st.integers(1, 6), min_size=1, max_size=3)
CHARACTERS = [opponent for opponent in OPPONENTS if opponent.habit]


def question_of(key, position, convention="misere"):
    return ask(key, position, convention, "left" if key == "partizan-kayles" else None)


@pytest.mark.parametrize("opponent", OPPONENTS, ids=lambda opponent: opponent.key)
@given(key=st.sampled_from(GAMES), position=rows, seed=st.integers(0, 99))
def test_every_choice_is_legal_and_repeats_with_its_seed(opponent, key, position, seed):
    question = question_of(key, position)
    legal = list(question.ruleset.legal_moves(question.position, question.to_move))
    if not legal:
        with pytest.raises(IllegalMoveError):
            opponent.choose(question, Random(seed))
        return
    chosen = opponent.choose(question, Random(seed))
    assert chosen in legal
    assert opponent.choose(question, Random(seed)) == chosen


@given(key=st.sampled_from(GAMES), position=rows)
def test_perfect_wins_where_there_is_a_win_and_is_hard_to_answer_where_there_is_none(key, position):
    question = question_of(key, position)
    if next(question.ruleset.legal_moves(question.position, question.to_move), None) is None:
        return
    chosen = get_opponent("perfect").choose(question, Random(0))
    analysis = answer(question)
    if analysis.moves:
        assert chosen in analysis.moves
    else:
        answers = [
            len(answer(question.after(move)).moves)
            for move in question.ruleset.legal_moves(question.position, question.to_move)
        ]
        assert len(answer(question.after(chosen)).moves) == min(answers)


def test_among_replies_as_hard_to_answer_the_one_that_takes_least_comes_first():
    told_apart = 0
    for key, convention in (("nim", "misere"), ("nim", "normal"), ("subtraction:3", "misere")):
        for position in combinations_with_replacement(range(1, 7), 3):
            question = question_of(key, position, convention)
            if answer(question).moves:
                continue
            legal = list(question.ruleset.legal_moves(position))
            ways = {move: len(answer(question.after(move)).moves) for move in legal}
            hard = [move for move in legal if ways[move] == min(ways.values())]
            plan = get_opponent("perfect").plan(question)
            assert set(plan) == set(hard)
            assert plan[0].removed == min(move.removed for move in hard)
            told_apart += len({move.removed for move in hard}) > 1
    assert told_apart


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.key)
@given(position=rows, key=st.sampled_from(["nim", "subtraction:3", "subtraction:2", "kayles"]))
def test_a_character_gives_a_win_away_only_by_its_own_habit(character, key, position):
    question = question_of(key, position)
    if character.mismatch(question.ruleset, question.convention):
        return
    tempting = character.habit.choices(question)
    legal = list(question.ruleset.legal_moves(question.position))
    share = len(distinct(tempting)) / len(distinct(legal))
    for move in tempting:
        shown = habits(question, move)
        analysis = answer(question)
        if analysis.moves and move not in analysis.moves and share <= 1 / 6:
            assert character.habit in shown
        if share > 1 / 3:  # so many moves follow it that it may be chance
            assert character.habit not in shown
    if not character.habit.choices(question):
        chosen = character.choose(question, Random(1))
        assert not answer(question).moves or chosen in answer(question).moves


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda character: character.key)
def test_every_character_can_be_beaten_by_its_habit(character):
    """Somewhere the habit loses a won position, and the software names that habit."""
    key = "subtraction:3"
    found = False
    for position in [(a, b, c) for a in range(1, 9) for b in range(a, 9) for c in (0, 1, 3)]:
        question = question_of(key, position)
        moves = answer(question).moves
        for move in character.habit.choices(question):
            if moves and move not in moves and misconception(question, move) == character.habit:
                found = True
    assert found


def test_a_habit_that_takes_too_long_to_follow_is_not_followed():
    greta, heaps = get_opponent("greta"), [10**6, 10**6 + 1]
    chosen = greta.choose(ask("nim", heaps, "misere", budget=100), Random(1))
    assert str(chosen) == "2>1000000"


@pytest.mark.parametrize(
    ("key", "position", "convention", "becomes", "habit"),
    [
        ("nim", "1+3", "misere", (0, ()), None),
        ("nim", "1+1+3", "misere", (2, ()), "even-ones"),
        ("nim", "1+2", "misere", (1, (1,)), "even-ones"),
        ("kayles", "4+5", "misere", (1, (4,)), None),
        ("subtraction:3", "5+6", "normal", (1, (5,)), None),
        ("subtraction:3", "5+6", "normal", (1, (3,)), None),  # one move in three takes three
        ("subtraction:3", "1+2+5", "normal", (2, (2,)), "grab"),
        ("nim", "3+4+6", "normal", (2, ()), "grab"),
        ("nim", "3+4+6", "normal", (0, (1,)), None),  # the right row, but who could miss it
        ("nim", "2+2+5", "misere", (0, (1,)), None),
        ("nim", "2+3+5", "misere", (2, (2,)), "flip-everything"),
        ("subtraction:3", "4+9", "normal", (1, (6,)), None),
    ],
)
def test_habits_of_particular_moves(key, position, convention, becomes, habit):
    question = question_of(key, position, convention)
    move = question.ruleset.check_move(question.position, becomes[0], becomes[1])
    shown = misconception(question, move)
    assert (shown.key if shown else None) == habit


def test_a_lost_position_and_a_position_too_large_show_no_habit():
    lost = question_of("nim", "1+3+5+7")
    for move in lost.ruleset.legal_moves(lost.position):
        assert habits(lost, move) == ()
    large = ask("octal:0.3122", "40+40+41", "misere", budget=10)
    move = next(large.ruleset.legal_moves(large.position))
    assert habits(large, move) == remarks(large, move) == ()


def test_every_misconception_says_one_sentence_under_a_name():
    for habit in MISCONCEPTIONS:
        assert habit.name
        assert habit.text.endswith(".")
    assert len({habit.key for habit in MISCONCEPTIONS}) == len(MISCONCEPTIONS)


def test_characters_say_where_they_make_no_sense():
    nim, rows_of_three = get_ruleset("nim"), get_ruleset("subtraction:3")
    assert "maximum" in get_opponent("max").mismatch(nim, Convention.MISERE)
    assert get_opponent("max").mismatch(rows_of_three, Convention.NORMAL) is None
    assert "loses" in get_opponent("norma").mismatch(nim, Convention.NORMAL)
    assert get_opponent("perfect").mismatch(nim, Convention.NORMAL) is None


def test_an_unknown_opponent_is_named():
    with pytest.raises(InvalidInputError, match="nobody"):
        get_opponent("nobody")


def test_learner_misses_some_wins_and_finds_others():
    question = question_of("nim", "1+3+5+4")
    kept = [
        get_opponent("learner").choose(question, Random(seed))
        in analyse("nim", "1+3+5+4", "misere").moves
        for seed in range(200)
    ]
    assert 100 < sum(kept) < 190


def test_learner_sees_the_winning_move_two_times_in_three_and_else_moves_by_lot():
    question = question_of("nim", "1+30+40")
    [wins] = answer(question).moves
    learner = get_opponent("learner")
    kept = sum(learner.choose(question, Random(seed)) == wins for seed in range(900))
    assert 560 <= kept <= 650


def test_mira_makes_no_pair_of_ones():
    question = question_of("nim", "1+1+3")
    mira = get_opponent("mira")
    assert mira.habit.choices(question) == []
    assert str(mira.choose(question, Random(1))) == "3>1"
    assert [str(move) for move in mira.habit.choices(question_of("nim", "1+1+2+3"))] == ["4>2"]


def test_a_move_of_the_habit_tempts_in_its_mirror_image_too():
    norma, question = get_opponent("norma"), ask("kayles", "2+5", "misere")
    tempting = [move for move in question.legal_moves() if norma.is_tempted(question, move)]
    assert [(move.size, sorted(move.becomes)) for move in tempting] == [(5, [1, 3])]
    [move] = tempting
    assert norma.is_tempted(question, replace(move, becomes=move.becomes[::-1]))
    assert not norma.is_tempted(question, replace(move, becomes=(2, 2)))
