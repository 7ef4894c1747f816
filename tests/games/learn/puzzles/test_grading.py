import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.learn.puzzles.models import Puzzle
from games.questions.grading import grade
from games.questions.shown_question import ShownQuestion
from solver import Convention, InvalidInputError, Player, get_ruleset
from solver.budget import Budget
from solver.search import Search


def made(ruleset, position, goal, convention="misere", to_move=""):
    """A puzzle that is not stored, and not checked against its goal."""
    return Puzzle(
        ruleset=ruleset, position=position, convention=convention, to_move=to_move, goal=goal
    )


RULES = ["nim", "subtraction:3", "subtraction:{1,3,4}", "kayles", "octal:0.07", "partizan-kayles"]


@given(
    st.sampled_from(RULES),
    st.lists(st.integers(1, 6), min_size=1, max_size=3),
    st.sampled_from(["normal", "misere"]),
    st.sampled_from(["left", "right"]),
)
def test_a_move_is_right_exactly_when_search_says_that_it_wins(key, rows, convention, side):
    rules = get_ruleset(key)
    mover = Player(side) if rules.partizan else None
    search = Search(rules, Convention(convention), Budget())
    position = "+".join(map(str, rows))
    puzzle = made(key, position, "move", convention, side if mover else "")
    for placed in ShownQuestion(puzzle).board.choices(mover):
        after = placed.move.apply(tuple(rows))
        wins = not search.wins(after, mover.other if mover else None)
        verdict = grade(puzzle, placed.text)
        assert verdict.correct == wins
        assert bool(verdict.refutation) == (not wins)


@given(
    st.sampled_from(RULES[:5]),
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.sampled_from(["normal", "misere"]),
)
def test_all_winning_moves_means_all_and_no_other(key, rows, convention):
    puzzle = made(key, "+".join(map(str, rows)), "all-moves", convention)
    task = ShownQuestion(puzzle)
    wins = [str(move) for move in task.facts.winning]
    others = [option.value for option in task.moves if option.value not in wins]
    assert grade(puzzle, ";".join(wins) or "none").correct
    for left_out in wins:
        rest = [one for one in wins if one != left_out]
        assert not grade(puzzle, ";".join(rest) or "none").correct
    for extra in others:
        assert not grade(puzzle, ";".join([*wins, extra])).correct


def test_equal_rows_are_asked_about_once_and_either_is_right():
    puzzle = made("nim", "3+3+1", "all-moves", "normal")
    assert len(ShownQuestion(puzzle).moves) == 4
    assert grade(made("nim", "3+3+1", "move", "normal"), "3>0").correct
    assert grade(made("kayles", "5+5+1", "move", "normal"), "3>0").correct


def test_every_winning_move_is_listed_with_a_refutation_and_a_habit_for_the_wrong_one():
    verdict = grade(made("nim", "1+1+2", "move"), "3>0")
    assert verdict.words == "That loses."
    assert verdict.winning == ("Take 1 from row 3, leaving 1",)
    assert "by taking 1 from row 1" in verdict.refutation
    assert verdict.habit.key == "even-ones"
    assert verdict.reasons
    assert (verdict.glyph, verdict.key) == ("✗", "bad")


def test_running_out_of_moves_is_a_refutation_when_the_last_one_loses():
    verdict = grade(made("nim", "2", "move"), "1>0")
    assert "no move left, and so wins" in verdict.refutation


@pytest.mark.parametrize(
    ("puzzle", "right", "wrong"),
    [
        (made("nim", "1+3+5+7", "predict"), "P", "N"),
        (made("partizan-kayles", "4", "predict"), "R", "L"),
        (made("kayles", "3+4+5", "classify"), "higher switch;inverter;higher switch", None),
        (made("kayles", "9", "classify"), "higher inverter", "higher switch"),
        (made("subtraction:3", "2+1", "case"), "3", "2"),
        (made("nim", "2+2", "case"), "0", "1"),
        (made("nim", "1+2+4", "play"), "won", "lost"),
    ],
)
def test_every_goal_has_a_right_answer_and_wrong_ones(puzzle, right, wrong):
    verdict = grade(puzzle, right)
    assert verdict.correct
    assert verdict.glyph == "✓"
    assert verdict.truth.endswith(".")
    if wrong:
        assert not grade(puzzle, wrong).correct


def test_the_kinds_are_explained_row_by_row():
    verdict = grade(made("kayles", "4+5", "classify"), "null;higher switch")
    assert verdict.words == "1 of 2 right."
    assert "A row of 4 is an inverter" in verdict.truth
    assert "nim-value 1" in verdict.reasons[0]


@pytest.mark.parametrize(
    ("goal", "given"),
    [
        ("move", "x"),
        ("move", "9>0"),
        ("all-moves", "1>0;7>7"),
        ("predict", ""),
        ("predict", "L"),
        ("classify", "null"),
        ("classify", "null;nonsense;null"),
        ("case", "5"),
        ("play", "drawn"),
    ],
)
def test_an_answer_that_cannot_be_read_is_refused_in_one_sentence(goal, given):
    with pytest.raises(ValueError, match=r"\.$") as caught:
        grade(made("nim", "1+2+4", goal), given)
    assert issubclass(caught.type, InvalidInputError.__mro__[1])
