"""A sentence and the board beside it name the same pins, squares and lights."""

import re
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from django.template.loader import render_to_string

from games.boards.boards import Board
from games.questions.goals import goal_of
from games.questions.goals.lines_of_play import line
from games.questions.goals.move import refutation, reply
from games.questions.hints import hints
from games.questions.question import Question
from games.questions.shown_question import ShownQuestion
from solver import Convention, Inquiry, Player, analyse, ask, get_ruleset
from solver.teaching import look

ROWS = {
    "kayles": [(size,) for size in range(1, 13)]
    + list(combinations_with_replacement(range(1, 7), 2)),
    "partizan-kayles": list(combinations_with_replacement(range(2, 7), 2)),
    "subtraction:3": list(combinations_with_replacement(range(1, 9), 2)),
    "nim": list(combinations_with_replacement(range(1, 6), 2)),
    "octal:0.07": list(combinations_with_replacement(range(2, 8), 2)),
}


def task_of(key, position, convention, player, goal="move"):
    rows = "+".join(map(str, position)) or "0"
    to_move = player.value if player else ""
    return ShownQuestion(Question(key, rows, convention, to_move, goal))


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("key", list(ROWS))
def test_the_refutation_names_the_pieces_that_the_board_marks(key, convention):
    """Each legal move, made at each place of the board: the answer that is read takes the places
    that the board shows as taken, and nothing that was gone before."""
    players = Player if get_ruleset(key).partizan else (None,)
    told = 0
    for position, player in product(ROWS[key], players):
        task = task_of(key, position, convention, player)
        for placed in task.board.choices(player):
            verdict = task.asking.grade(task, placed.text)
            if verdict.correct or not verdict.refutation.startswith("The other player answers"):
                continue
            told += 1
            drawn = task.answered(placed.text)
            [ghost] = [
                ghost
                for row in drawn.rows
                for ghost in row.ghosts
                if ghost.words.startswith("The other player answers")
            ]
            answered = ghost.placed
            told_reply = f"The other player answers by {answered.doing}. "
            assert verdict.refutation.startswith(told_reply)
            if task.board.game.look.by_options:
                continue
            before = {
                (lane.number, place)
                for lane in task.board.after(placed).lanes
                for segment in lane.segments
                for place in range(segment.start, segment.start + segment.size)
            }
            taken = {(answered.lane, place) for place in ghost.places}
            assert taken <= before, "what is gone is not taken again"
            if task.board.game.look.has_pairs:
                for _, place in taken:
                    assert str(place + 1) in answered.places
    assert told > 20


def test_a_gap_at_the_left_does_not_shift_the_pins_that_are_named():
    task = task_of("kayles", (8,), "misere", None)
    first = task.board.place("1>0+7")
    assert first.phrase() == "knock down pin 1 of row 1"
    [answered] = reply(task, first)
    assert answered.start > 0
    standing = task.board.after(first).lanes[0].segments
    assert [(one.start, one.size) for one in standing] == [(1, 7)]
    assert refutation(task, first).startswith(f"The other player answers by {answered.doing}. ")
    last = task.board.place("1>7+0")
    assert refutation(task, last) != refutation(task, first), "a mirror image has other places"


@pytest.mark.parametrize("key", ["kayles", "partizan-kayles"])
def test_hints_and_lines_name_moves_that_can_be_made_where_they_are_named(key):
    partizan = get_ruleset(key).partizan
    for position in ROWS[key]:
        player = Player.LEFT if partizan else None
        question = ask(key, position, "misere", player)
        board = Board.of(question.ruleset, question.position)
        can = {placed.phrase() for placed in board.choices(player)}
        assert not can or hints(question, board, 4)[3].placed.phrase() in can
        shown = line(question, board) if can else None
        if shown and shown.moves:
            assert shown.moves[0].phrase() in can
            after = board.after(shown.moves[0])
            answers = {one.phrase() for one in after.choices(player and player.other)}
            assert len(shown.moves) == 1 or shown.moves[1].phrase() in answers


@pytest.mark.parametrize("size", range(2, 8))
def test_a_move_in_one_of_two_equal_rows_is_answered_by_its_copy(size):
    """Where copying wins, the answer that is shown is the copy, at the same place."""
    task = task_of("kayles", (size, size), "normal", None)
    for placed in task.board.choices():
        [answered] = reply(task, placed)
        assert {placed.lane, answered.lane} == {1, 2}
        assert answered.places == placed.places
    shown = line(Inquiry(task.ruleset, (size, size), Convention.NORMAL), task.board)
    assert not shown.wins
    assert shown.moves[1].places == shown.moves[0].places


def test_a_right_answer_counts_the_moves_that_win_on_the_board():
    said = {}
    for rows in ((2, 2, 2), (5,), (3, 5)):
        for key in ("nim", "kayles"):
            task = task_of(key, rows, "misere", None)
            asking = goal_of(task.goal)
            truth = asking.grade(task, asking.right(task)).truth
            left = [task.board.after(placed).position for placed in task.board.choices()]
            wins = sum(not analyse(key, after, "misere").to_move_wins for after in left)
            listed = len(task.facts.winning)
            counting = "" if listed == wins else re.search(r", counting [a-z ]+(?=\.)", truth)[0]
            one = "Only one move wins."
            assert truth == (one if wins == 1 else f"{wins} moves win{counting}.")
            said[key, rows] = truth
    assert said["nim", (2, 2, 2)] == "3 moves win, counting equal rows."
    assert said["kayles", (5,)] == "3 moves win, counting mirror images."


@pytest.mark.parametrize(
    ("key", "rows", "length", "once"),
    [
        ("kayles", (6,), 6, "mirror images"),
        ("nim", (2, 2), 2, "equal rows"),
        ("kayles", (4, 4), 4, "equal rows and mirror images"),
        ("nim", (1, 2), 3, ""),
    ],
)
def test_a_list_of_moves_says_what_it_leaves_out(key, rows, length, once):
    task = task_of(key, rows, "misere", None)
    page = render_to_string("components/answers/all-moves.html", {"task": task, "given": {}})
    assert f"List of {length} moves<" in page
    assert re.findall("The list names (.*) only once", page) == [once] * bool(once)


MANY = re.compile(
    r"\b(1 (more|others|rows|strips|moves|squares|dominoes|lights|pins|matches|inverters|ones)"
    r"|0 moves)\b"
)
"""One that is counted as many."""


@pytest.mark.parametrize("convention", ["misere", "normal"])
@pytest.mark.parametrize("key", list(ROWS))
def test_nothing_that_an_exercise_says_counts_one_as_many(key, convention):
    """Hints, verdicts and reasons, of boards with no winning move, one, two and more."""
    player = Player.RIGHT if get_ruleset(key).partizan else None
    numbers = set()
    for position in ROWS[key]:
        for goal in (
            "move",
            "all-moves",
            "predict",
            *(("reduce",) if player and convention == "misere" else ()),
        ):
            task = task_of(key, position, convention, player, goal)
            numbers.add(min(3, len(task.facts.winning)))
            if not task.facts.legal or (goal == "move" and not task.facts.winning):
                continue
            asking = task.asking
            said = [*asking.hints(task, 4)]
            for answer in (asking.right(task), asking.wrong(task, Random(1))):
                verdict = asking.grade(task, answer)
                said += [verdict.words, verdict.answered, verdict.truth, verdict.refutation]
            said += [step.text for step in task.facts.analysis.steps]
            said += [step.text for step in look(task.question).steps]
            assert not [text for text in said if MANY.search(text)]
    assert len(numbers) > 1
