"""Every theory against an independent search: outcome and the whole set of winning moves."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import (
    THEORIES,
    BudgetExceededError,
    Convention,
    Move,
    Player,
    analyse,
    analysis,
    ask,
    get_ruleset,
)
from solver.analysis import FINDING
from solver.budget import STEPS, Budget
from solver.errata import GREMLIN_RULES
from solver.quotients import quotient_of
from solver.r1 import kind_table
from solver.teaching import film
from solver.theories import nim_sum
from solver.theories.exhaustive import SMALL, Exhaustive
from solver.theory import Inquiry

from . import oracle

GREMLIN = oracle.heaps({1: [()], 2: [(), (1,)], 3: [(), (2, 2)]})
TAME = oracle.heaps({1: [()], 2: [(), (1,)], 4: [(2,), (1,)], 5: [(2, 2)], 6: [(5,), (2,)]})
TAME_RULES = "heaps:{1:[[]],2:[[],[1]],4:[[2],[1]],5:[[2,2]],6:[[5],[2]]}"
GAMES = [
    ("nim", oracle.nim, 5),
    ("subtraction:1", oracle.takes([1]), 9),
    ("subtraction:3", oracle.takes([1, 2, 3]), 9),
    ("subtraction:{2,3}", oracle.takes([2, 3]), 9),
    ("subtraction:{1,3,4}", oracle.takes([1, 3, 4]), 9),
    ("subtraction:{2,5}", oracle.takes([2, 5]), 9),
    ("kayles", oracle.kayles, 9),
    ("octal:0.07", oracle.octal("0.07"), 9),
    ("octal:0.123", oracle.octal("0.123"), 11),
    ("octal:0.75", oracle.octal("0.75"), 9),
    ("octal:0.72", oracle.octal("0.72"), 9),
    ("octal:4.7", oracle.octal("4.7"), 8),
    ("octal:0.3", oracle.octal("0.3"), 9),
    (GREMLIN_RULES, GREMLIN, 3),
    (TAME_RULES, TAME, 6),
]


@pytest.mark.parametrize("convention", ["normal", "misere"])
@pytest.mark.parametrize(("key", "options", "largest"), GAMES, ids=[g[0] for g in GAMES])
@given(data=st.data())
def test_every_theory_that_covers_a_position_equals_search(key, options, largest, convention, data):
    position = tuple(data.draw(st.lists(st.integers(1, largest), max_size=3)))
    judge = oracle.Oracle(options, misere=convention == "misere")
    rules = get_ruleset(key)
    covered = 0
    for theory in THEORIES:
        question = Inquiry(rules, position, Convention(convention))
        if theory.refusal(question):
            continue
        covered += 1
        found = analyse(rules, position, convention, theory=theory.key)
        assert found.to_move_wins == judge.wins(position), theory.key
        assert oracle.found(found) == judge.winning_moves(position), theory.key
        assert bool(found.moves) == (found.preferred in found.moves)
        assert len(found.components) == len(position)
        assert found.steps
        assert all(step.text.endswith(".") for step in found.steps)
    assert covered


@pytest.mark.parametrize("player", [None, *Player])
@given(position=st.lists(st.integers(1, 8), max_size=3))
def test_partizan_kayles_equals_search(player, position):
    judge = oracle.Oracle(oracle.partizan_kayles, misere=True)
    answer = analyse("partizan-kayles", position, "misere", player)
    assert answer.theory == "reduction"
    assert answer.outcome != "L"
    for mover in Player:
        expected = judge.winning_moves(tuple(position), mover)
        assert answer.outcome.wins(mover) == judge.wins(tuple(position), mover)
        if player in (None, mover):
            named = {
                (move.component, tuple(sorted(move.becomes)))
                for move in answer.winning_moves
                if move.player is mover
            }
            assert named == expected
    if answer.preferred:
        assert answer.preferred in answer.moves


REFUSALS = [
    ("nim-sum", "partizan-kayles", "normal", "same moves"),
    ("nim-sum", "kayles", "misere", "neither"),
    ("safe-harbors", "kayles", "misere", "neither"),
    ("reduction", "kayles", "misere", "only in partizan Kayles"),
    ("reduction", "partizan-kayles", "normal", "use search instead"),
    ("r1", "nim", "normal", "only where the last one loses"),
    ("r1", "partizan-kayles", "misere", "same moves"),
    ("r1", "kayles", "misere", "a row of 5 is a higher switch"),
    ("misere-quotient", "kayles", "normal", "only where the last one loses"),
    ("misere-quotient", "partizan-kayles", "misere", "same moves"),
]


@pytest.mark.parametrize(("key", "ruleset", "convention", "said"), REFUSALS)
def test_a_theory_that_does_not_apply_says_why(key, ruleset, convention, said):
    from solver import NotCoveredError

    with pytest.raises(NotCoveredError, match=said):
        analyse(ruleset, "7+5", convention, theory=key)


def test_only_search_covers_partizan_kayles_in_normal_play():
    answer = analyse("partizan-kayles", "5+3", "normal", "left")
    assert answer.theory == "exhaustive"
    judge = oracle.Oracle(oracle.partizan_kayles, misere=False)
    assert oracle.found(answer) == judge.winning_moves((5, 3), "left")


def test_many_rows_are_summed_up():
    for key, theory in [
        ("nim", "nim-sum"),
        ("nim", "safe-harbors"),
        ("nim", "r1"),
        ("kayles", "misere-quotient"),
        ("partizan-kayles", "reduction"),
        ("subtraction:3", "nim-sum"),
    ]:
        answer = analyse(key, [3] * 9 + [1] * 7, "misere", "left", theory=theory)
        texts = " ".join(step.text for step in answer.steps)
        assert "4 more" in texts or "each 3" in texts or theory == "nim-sum"


def test_the_rows_can_be_called_what_the_board_calls_them():
    for key, theory in [("nim", "nim-sum"), ("nim", "safe-harbors"), ("nim", "r1")]:
        question = Inquiry(
            get_ruleset(key), (1, 4), Convention.MISERE, None, Budget(), ("row 2", "row 7")
        )
        [lens] = [lens for lens in THEORIES if lens.key == theory]
        assert "row 7" in lens.analyse(question).steps[-1].text


def test_reasons_are_put_into_words_when_they_are_read(monkeypatch):
    said = []
    say = nim_sum.Columns._steps
    monkeypatch.setattr(
        nim_sum.Columns, "_steps", lambda *args: said.append(args) or say(*args), raising=True
    )
    analysis, again = analyse("nim", "1+3+5"), analyse("nim", "1+3+5")
    assert analysis.moves == again.moves
    assert said == []
    assert len(analysis.steps) == len(tuple(analysis.steps)) == 5
    assert analysis.steps[-1].rule == "nim-sum:move"
    assert [step.rule for step in analysis.steps[:2]] == ["nim-sum:values", "nim-sum:columns"]
    assert len(said) == 1
    assert analysis == again
    assert analysis != analyse("nim", "1+3+5", "normal")
    assert analysis.steps != 5


def random_wild_boards(number):
    """One or two rows of up to 12 in octal games of three or four digits that leave R1 there."""
    choose, boards = Random(7), []
    while len(boards) < number:
        digits = "".join(choose.choices("01234567", k=choose.choice((3, 4))))
        key = f"octal:{choose.choice('04')}.{digits}"
        rows = tuple(choose.randint(1, 12) for _ in range(choose.choice((1, 2))))
        if kind_table(get_ruleset(key)).check(max(rows), Budget()):
            boards.append((key, rows))
    return boards


def test_a_small_board_does_not_wait_for_a_quotient():
    """The answers are those of search, and cost hardly more steps than it."""
    steps = {"exhaustive": 0, None: 0}
    for key, rows in random_wild_boards(60):
        answers = []
        for theory in steps:
            budget = Budget()
            told = analyse(key, rows, "misere", theory=theory, budget=budget)
            steps[theory] += budget.spent
            answers.append((told.outcome, set(told.winning_moves)))
        assert answers[0] == answers[1], (key, rows)
    assert steps[None] < 2 * steps["exhaustive"]


def test_a_quotient_that_is_found_or_belongs_to_a_game_with_a_name_explains():
    assert analyse("kayles", "5+4", "misere").theory == "misere-quotient"
    assert analyse("dawsons-kayles", "10+9", "misere").theory == "misere-quotient"
    assert analyse("grundy", "13", "misere").theory == "misere-quotient"
    key = "octal:4.5323"
    assert analyse(key, "12", "misere").theory == "exhaustive"
    quotient_of("octal:0.123").grow(12, Budget())
    assert analyse("octal:0.123", "12", "misere").theory == "misere-quotient"
    with pytest.raises(BudgetExceededError):
        analyse(key, "12", "misere", theory="misere-quotient", budget=Budget(1_000))


def spent(key, rows, **asked):
    """The steps of an answer or of a refusal, and what it was."""
    budget = Budget(**asked)
    try:
        told = analyse(key, rows, "misere", budget=budget)
    except BudgetExceededError as refusal:
        return budget.spent, refusal
    return budget.spent, told


def test_a_row_that_no_purse_reaches_is_refused_at_once():
    """The first try of the quotient is all that is spent."""
    steps, refusal = spent("octal:0.26", (10**30,))
    assert "counters are too many to list" in str(refusal)
    assert steps < 2 * FINDING < Budget().remaining // 20


@pytest.mark.parametrize(
    ("key", "rows"),
    [
        ("octal:0.26", (100,)),
        ("octal:4.5323", (60, 60)),
        ("octal:0.26", (5_000,)),
        ("grundy", (100,)),
        ("lasker", (10**6,)),
        ("hexadecimal:0.0F", (100,)),
        ("hexadecimal:8.3", (200,)),
    ],
)
def test_a_row_that_search_will_not_reach_is_refused_soon(key, rows):
    """Nothing but two first tries and rows of half the length is paid for."""
    steps, refusal = spent(key, rows)
    assert isinstance(refusal, BudgetExceededError)
    assert "200,000" in str(refusal)
    assert steps < 4 * FINDING < Budget().remaining // 20


def test_a_row_that_search_reaches_is_searched_to_the_end():
    judge = oracle.Oracle(oracle.octal("4.5323"), misere=True)
    steps, told = spent("octal:4.5323", (38,))
    assert told.theory == "exhaustive"
    assert told.to_move_wins == judge.wins((38,))
    assert steps > SMALL * STEPS


def test_a_board_that_neither_reached_at_first_is_reached_by_going_on(monkeypatch):
    key, rows = "octal:0.26", (10, 9)
    quotient_of(key).grow(6, Budget())
    monkeypatch.setattr(analysis, "FINDING", 1)
    monkeypatch.setattr(Exhaustive, "analyse", lambda self, question: question.budget.refuse())
    told = analyse(key, rows, "misere")
    judge = oracle.Oracle(oracle.octal("0.26"), misere=True)
    assert told.theory == "misere-quotient"
    assert told.to_move_wins == judge.wins(rows)
    assert oracle.found(told) == judge.winning_moves(rows)
    with pytest.raises(BudgetExceededError):
        analyse(key, rows, "misere", budget=Budget(1))


def test_a_quotient_that_was_proved_before_has_its_whole_purse(monkeypatch):
    monkeypatch.setattr(analysis, "FINDING", 1)
    assert analyse("octal:0.115", (10**30,), "misere").theory == "misere-quotient"
    assert analyse("kayles", (10**30,), "misere").theory == "misere-quotient"


def test_rows_keep_the_numbers_of_their_board_and_heaps_are_numbered_again():
    asked = Inquiry(get_ruleset("kayles"), (5, 3), Convention.MISERE, lanes=(2, 4))
    after = asked.after(Move(0, 5, (2, 1)))
    assert [*map(asked.name, (0, 1))] == ["row 2", "row 4"]
    assert [*map(after.name, (0, 1, 2))] == ["the 2 in row 2", "the 1 in row 2", "row 4"]
    gone = after.after(Move(1, 1, ()))
    assert [*map(gone.name, (0, 1))] == ["row 2", "row 4"]
    heaps = Inquiry(get_ruleset("grundy"), (5, 3), Convention.MISERE, lanes=(2, 4))
    assert heaps.after(Move(0, 5, (1, 4))).name(2) == "heap 3"
    assert asked.after(Move(1, 3, ())).name(0) == "row 2"


def test_the_tag_of_a_row_that_was_split_stands_once_beside_its_row():
    """A board with rows of its own draws both parts in one row; a list of sizes draws two."""
    asked = ask("kayles", "9", "misere")
    for lanes, tags in (((), 2), ((1,), 1)):
        answer = film(replace(asked, lanes=lanes), theory="exhaustive")
        reply = next(step for step in answer.steps if step.title == "Take 1, leaving 1 and 7")
        assert sum(tag.text == "was 9" for tag in reply.scene.tags) == tags
