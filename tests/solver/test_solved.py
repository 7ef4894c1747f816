"""Daisies by its rule, wherever a question about it is answered: against plain recursion."""

from itertools import product
from random import Random

import pytest

from solver import BudgetExceededError, Game, analyse, ask, read_sum
from solver.budget import Budget
from solver.enumeration import strips
from solver.outcome_classes import outcome_of, winning_move
from solver.search import Search
from solver.teaching import film
from solver.theories.solved import SEARCHED, solved
from tests.solver import oracle

CODES = ["4.7", "4.71"]


@pytest.mark.parametrize("code", CODES)
def test_long_rows_are_answered_with_the_moves_of_recursion(code):
    search, random = oracle.Oracle(oracle.octal(code), misere=True), Random(1992)
    boards = [(21,), (22,), (9, 13), (3, 19), (1, 1, 3, 18), (2, 20), (1,) * 22, (8, 8, 5)]
    boards += [tuple(random.randint(1, 9) for _ in range(random.randint(4, 5))) for _ in range(12)]
    for position in boards:
        if sum(position) <= SEARCHED:
            continue
        answer = analyse(f"octal:{code}", position)
        assert answer.theory == "exhaustive"
        assert answer.steps[0].rule == "exhaustive:daisies"
        assert answer.to_move_wins == search.wins(position), position
        assert oracle.found(answer) == search.winning_moves(position), position


@pytest.mark.parametrize("code", CODES)
def test_short_rows_are_searched_and_the_rule_is_told_as_well(code):
    search = oracle.Oracle(oracle.octal(code), misere=True)
    for position in strips(9):
        answer = analyse(f"octal:{code}", position)
        assert oracle.found(answer) == search.winning_moves(position)
        rules = [step.rule for step in answer.steps]
        assert rules[0] == "exhaustive:visit"
        assert rules[1] == ("exhaustive:daisies" if position else "exhaustive:end")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("1+3+1" + "+3" * 18, "Here it is 21."),
        ("30", "Here 1 row is not small, the lead is 27, and the nim-value is 2."),
        ("30+31+1", "Here 2 rows are not small, the lead is 1, and the nim-value is 2."),
        ("20000", "the lead is 19,997, and the nim-value is 2."),
    ],
)
def test_the_rule_says_what_it_reads_off_the_board(position, said):
    step = analyse("octal:4.7", position).steps[0]
    assert step.text.startswith("A rule decides Octal game 4.7 with rows of every length.")
    assert step.text.endswith(said)


def test_rows_too_long_for_a_list_of_moves_still_have_a_winner_and_a_move():
    game = Game("4.7")
    for position, wins in (((10**12,), True), ((10**12, 1), False), ((10**30, 10**30), False)):
        assert (game.outcome(position).value == "N") is wins
        assert (game.winning_move(position) is not None) is wins
    assert str(game.winning_move((10**12 + 1,))) == f"1>1+{10**12}"
    with pytest.raises(BudgetExceededError, match="1000000000000 counters"):
        game.analyse((10**12,))
    assert game.outcome((10**12,), "normal").value == "N"


@pytest.mark.parametrize("code", CODES)
def test_one_of_the_moves_of_the_proof_wins_wherever_any_wins(code):
    random, game, options = Random(7), Game(code), oracle.octal(code)
    won = 0
    for _ in range(1_500):
        rows = [random.choice((1, 2, 3, 4, 5, 6, 7, random.randint(8, 40))) for _ in range(3)]
        counts = sum(1 if size == 2 else max(size - 3, 0) for size in rows)
        position = (*rows, counts + random.randint(1, 12))
        move = game.winning_move(position)
        assert (move is not None) == (game.outcome(position).value == "N"), position
        if move:
            won += 1
            assert move.becomes in {tuple(sorted(option)) for option in options(move.size)}
            assert game.outcome(move.apply(position)).value == "P"
    assert won > 700
    question = ask(f"octal:{code}", "30+4+1")
    named = list(solved(question).likely_moves(question.position, None))
    assert {(move.component, move.becomes) for move in named} <= {
        (move.component, move.becomes) for move in question.legal_moves()
    }
    assert {move.component for move in named} == {0, 1, 2}


@pytest.mark.parametrize(
    "games",
    [
        ("octal:4.7", "nim"),
        ("octal:4.71", "kayles", "nim"),
        ("octal:4.7", "octal:4.71"),
        ("octal:4.7", "grundy"),
        ("octal:4.7", "subtraction:2"),
    ],
)
def test_sums_with_rows_of_other_games_are_those_of_search(games):
    checked = by_rule = 0
    for sizes in product(range(1, 9 - 2 * len(games)), repeat=len(games)):
        text = " + ".join(f"{game}:{size}" for game, size in zip(games, sizes, strict=True))
        for more in ("", f" + {games[0]}:{9 if games[0].startswith('octal') else 3}"):
            rules, position = read_sum(text + more)
            search = Search(rules, ask(rules, position).convention, Budget(10**6))
            wins = search.wins(position)
            question = ask(rules, position)
            assert (outcome_of(question).value == "N") is wins, text + more
            move = winning_move(ask(rules, position))
            assert (move is not None) is wins, text + more
            if move:
                assert not search.wins(move.apply(position)), text + more
            told = analyse(rules, position)
            assert set(map(str, told.winning_moves)) == set(
                map(str, search.winning_moves(position))
            )
            by_rule += any(step.rule == "exhaustive:daisies" for step in told.steps)
            checked += 1
    assert by_rule > checked // 8


def test_a_sum_with_long_rows_says_what_each_row_is_equal_to():
    answer = analyse(*read_sum("octal:4.7:40 + nim:2 + kayles:1 + grundy:2"))
    [text] = [step.text for step in answer.steps if step.rule == "exhaustive:daisies"]
    assert text.startswith(
        "Row 2 is equal to a Nim heap of 2, and so is a row of 2 in Octal game 4.7. "
        "Row 3 is equal to a Nim heap of 1, and so is a row of 1 in Octal game 4.7. "
        "Row 4 is equal to no row at all. A rule decides Octal game 4.7"
    )
    assert "Here 2 rows are not small, the lead is 36," in text


def test_a_sum_that_the_rule_does_not_cover_is_answered_as_before():
    covered = analyse(*read_sum("octal:4.7:6 + nim:3"))
    assert all(step.rule != "exhaustive:daisies" for step in covered.steps)
    normal = analyse(*read_sum("octal:4.7:40 + nim:2"), "normal")
    assert normal.theory == "nim-sum"


def test_the_film_answers_every_sort_of_move_from_a_losing_board():
    steps = film(ask("octal:4.7", "15+14+3+2")).steps
    assert "exhaustive:daisies" in [step.rule for step in steps]
    lost = next(n for n in range(8, 40) if not analyse("4.7", (n, n)).to_move_wins)
    told = film(ask("octal:4.7", (lost, lost))).steps
    replies = [step for step in told if step.rule == "exhaustive:reply"]
    assert replies
