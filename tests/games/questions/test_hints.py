"""Hints climb: what could happen, a question, the picture that matters, the answer."""

import pytest

from games.boards.boards import Board
from games.learn.lessons.models import Step
from games.questions.hints import hints
from games.questions.shown_question import ShownQuestion, puzzle_hints
from solver import ask

from ...solver.oracle import Oracle, kayles, nim, partizan_kayles

NIM, KAYLES, STRIPS = "nim", "kayles", "partizan-kayles"
OPTIONS = {NIM: nim, KAYLES: kayles, STRIPS: partizan_kayles}


def hints_on(rules, position, player=None, theories=None):
    question = ask(rules, position, "misere", player)
    board = Board.of(question.ruleset, question.position)
    return hints(question, board, 4, *([theories] if theories is not None else []))


def rows(words):
    """The rows of ``1, 3 and 5``."""
    return tuple(int(word) for word in words.replace(" and ", ", ").split(", ") if word.isdigit())


@pytest.mark.parametrize(
    ("rules", "position", "player"),
    [
        (NIM, "1+3+5+4", None),
        (NIM, "1+3+5+7", None),
        (KAYLES, "5+4", None),
        (KAYLES, "3+3", None),
        (STRIPS, "3+4", "left"),
        (STRIPS, "4+4", "right"),
    ],
)
def test_the_first_hint_is_a_reply_that_does_win(rules, position, player):
    first = hints_on(rules, position, player)[0]
    left, answered = first.removeprefix("If you leave ").split(", the other player can leave ")
    left, answered = rows(left), rows(answered.split(".")[0])
    game = Oracle(OPTIONS[rules], misere=True)
    other = {"left": "right", "right": "left", None: None}[player]
    start = tuple(map(int, position.split("+")))
    reached = {game.after(start, move) for move in game.moves(start, player)}
    assert tuple(sorted(left)) in reached
    assert tuple(sorted(answered)) in {
        game.after(left, move) for move in game.winning_moves(left, other)
    }


@pytest.mark.parametrize(
    ("rules", "position", "player", "shown"),
    [
        (NIM, "7+5+3", None, "left over"),
        (KAYLES, "4+3+1", None, "higher switch"),
        (STRIPS, "7+5+3", "left", "domino"),
        ("subtraction:3", "9+6", None, "remainder 1"),
    ],
)
def test_the_third_hint_is_the_picture_that_matters_without_the_move(
    rules, position, player, shown
):
    said = hints_on(rules, position, player, {"nim-sum", "safe-harbors", "r1", "reduction"})
    assert [bool(hint.scene) for hint in said] == [False, False, True, False]
    heard = " ".join(row.heard for row in said[2].scene.rows)
    assert shown in heard
    assert "taken" not in heard


def test_who_has_learnt_no_theory_is_shown_the_row_alone():
    *_, picture, _ = hints_on(KAYLES, "4+3+1", theories=set())
    assert picture.endswith(("Look at row 1.", "Look at row 2."))
    assert [group.mark for row in picture.scene.rows for group in row.groups].count("focus") == 1
    assert not any(row.tags for row in picture.scene.rows)


def asked(kind, rules, position, **more):
    content = {"kind": kind, "text": "?", "ruleset": rules, "position": position}
    return ShownQuestion(Step.of(content | {"convention": "misere"} | more))


def test_the_picture_to_a_question_about_kinds_or_cases_keeps_its_answer():
    kinds = puzzle_hints(asked("classify", KAYLES, "4+3+1"), 4)
    assert kinds[0] == "Look at the row of 4 alone. You can leave 3, 1 and 2, 2 or 1 and 1."
    assert kinds[2].scene.rows[0].tags[0].text == "nim-value 1: inverter"
    assert not kinds[2].scene.rows[1].tags, "the others are left to find"
    case = puzzle_hints(asked("case", KAYLES, "4+3+1"), 4)
    assert [line.label for line in case[2].scene.tally][-1] == "nim-sum"
    assert not case[2].scene.cases


@pytest.mark.parametrize("position", ["7+5+3", "1+2+3"])
def test_the_picture_to_who_wins_does_not_tell_it(position):
    said = puzzle_hints(asked("predict", NIM, position), 3)[2]
    assert said.scene
    assert not {"wins", "loses", "lost", "won"} & set(said.replace(":", "").split()) - {"loses"}


def test_who_wins_at_strips_begins_with_a_smaller_board():
    first = puzzle_hints(asked("predict", STRIPS, "4+3"), 1)[0]
    assert first == "Start smaller. With a single strip of 4, Right wins, whoever starts."
    alone = puzzle_hints(asked("predict", STRIPS, "4"), 1)[0]
    assert "strip of 3" in alone
