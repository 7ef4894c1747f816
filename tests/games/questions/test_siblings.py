"""Positions of the same kind: each is held against exhaustive search, which shares no code."""

from random import Random

import pytest

from games.questions.facts import check_puzzle, difficulty_of
from games.questions.goals import GoalKey
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from games.questions.siblings import MOST_SIBLINGS, can_vary, siblings
from solver import Budget, SolverError, format_position, parse_position
from solver.teaching import failing

from ...solver.oracle import Oracle, kayles, nim, octal, partizan_kayles, takes

OPTIONS = {
    "nim": nim,
    "kayles": kayles,
    "subtraction:3": takes([1, 2, 3]),
    "octal:0.37": octal("0.37"),
    "partizan-kayles": partizan_kayles,
}


def models(chance, number=4):
    """Questions about positions by lot, as many of each game and question as there are."""
    for ruleset in OPTIONS:
        longest = 7 if ruleset == "nim" else 6
        for goal in (GoalKey.MOVE, GoalKey.ALL, GoalKey.PREDICT, GoalKey.PLAY, GoalKey.CASE):
            left = number
            while left:
                rows = tuple(chance.randint(1, longest) for _ in range(chance.randint(1, 3)))
                ending = chance.choice(("misere", "normal"))
                is_sided = ruleset == "partizan-kayles" and goal is not GoalKey.PREDICT
                mover = chance.choice(("left", "right")) if is_sided else ""
                asked = Question(ruleset, format_position(rows), ending, mover, goal.value)
                left -= 1
                try:
                    check_puzzle(*asked.columns.values())
                except SolverError:
                    continue
                yield asked


def search(asked, position):
    """What exhaustive search says: who wins, and the distinct winning moves of who moves."""
    oracle = Oracle(OPTIONS[asked.ruleset], misere=asked.convention == "misere")
    players = ["left", "right"] if asked.ruleset == "partizan-kayles" else [None]
    players = [asked.to_move] if asked.to_move else players
    rows = tuple(sorted(parse_position(position)))
    winning = {
        (player, oracle.after(rows, move))
        for player in players
        for move in oracle.winning_moves(rows, player)
    }
    return [oracle.wins(rows, player) for player in players], len(winning)


def number_of_moves(asked, position):
    """How many moves differ for those who move, by listing them."""
    oracle = Oracle(OPTIONS[asked.ruleset], misere=asked.convention == "misere")
    players = ["left", "right"] if asked.ruleset == "partizan-kayles" else [None]
    players = [asked.to_move] if asked.to_move else players
    rows = tuple(sorted(parse_position(position)))
    return len(
        {
            (player, oracle.after(rows, move))
            for player in players
            for move in oracle.moves(rows, player)
        }
    )


def habits_by_search(asked, position):
    """Whether the player of the game where the last one wins, and one who takes most, throw the
    position away with every move; None where the solver is asked about nobody, or nobody wins."""
    if asked.ruleset == "partizan-kayles":
        return None
    rows = tuple(sorted(parse_position(position)))
    misere = asked.convention == "misere"
    oracle = Oracle(OPTIONS[asked.ruleset], misere=misere)
    if not oracle.wins(rows):
        return None
    wins = {oracle.after(rows, move) for move in oracle.winning_moves(rows)}
    other = Oracle(OPTIONS[asked.ruleset], misere=False)
    normal = {other.after(rows, move) for move in other.winning_moves(rows)}
    reached = {oracle.after(rows, move) for move in oracle.moves(rows)}
    least = min(map(sum, reached))
    greedy = {left for left in reached if sum(left) == least}
    plays_normally = misere and bool(normal) and not normal & wins
    return plays_normally, bool(greedy) and not greedy & wins


def test_every_position_of_the_same_kind_is_the_same_exercise():
    chance, seen, found = Random(2), 0, set()
    for asked in models(chance):
        others = siblings(asked, Budget(1_500))
        assert len(others) <= MOST_SIBLINGS
        own = format_position(tuple(sorted(parse_position(asked.position))))
        assert len({own, *others}) == len(others) + 1, "no position twice, and another one"
        model, told = ShownQuestion(asked), search(asked, asked.position)
        habits = habits_by_search(asked, asked.position)
        moves = number_of_moves(asked, asked.position)
        for position in chance.sample(others, min(10, len(others))):
            rows = parse_position(position)
            assert list(rows) == sorted(rows)
            assert abs(len(rows) - len(parse_position(asked.position))) <= 1
            assert search(asked, position) == told, (asked, position)
            assert 3 * moves <= 4 * number_of_moves(asked, position) <= 5 * moves
            assert habits_by_search(asked, position) == habits, (asked, position)
            other = ShownQuestion(Question(**{**asked.columns, "position": position}))
            facts, own_facts = other.facts, model.facts
            assert facts.analysis.theory == own_facts.analysis.theory
            assert facts.case == own_facts.case
            assert failing(facts) == failing(own_facts)
            hard = [difficulty_of(one, asked.goal) for one in (facts, own_facts)]
            assert abs(hard[0] - hard[1]) <= 1
            assert [one.value for one in other.options] == [one.value for one in model.options]
            seen += 1
            found.add((asked.ruleset, asked.goal))
    assert seen > 200
    assert len(found) > 15, "nearly all games and questions have some"


def test_who_wins_and_what_is_right_are_the_same_in_all_of_them():
    asked = Question("nim", "2+5+6", "misere", "", "predict")
    others = siblings(asked, Budget(6_000))
    assert len(others) > 30
    rights = {
        ShownQuestion(Question(**{**asked.columns, "position": one})).facts.outcome
        for one in others
    }
    assert rights == {ShownQuestion(asked).facts.outcome}


def test_two_hundred_students_get_as_many_positions_where_there_are_so_many():
    assert len(siblings(Question("nim", "4+6", "normal", "", "move"), Budget(120_000))) >= 40
    assert len(siblings(Question("nim", "5+7+9", "misere", "", "move"), Budget(120_000))) >= 200


def test_what_takes_too_long_leaves_what_was_found_before():
    asked = Question("grundy", "4+9", "misere", "", "predict")
    few, more = (len(siblings(asked, Budget(spent))) for spent in (300, 3_000))
    assert 0 < few < more


@pytest.mark.parametrize("goal", [GoalKey.FANS, GoalKey.BUILD, GoalKey.NUMBER])
def test_what_is_about_no_single_position_cannot_vary(goal):
    assert not can_vary(goal.value, "nim")
