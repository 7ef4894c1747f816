"""The Kayles drill: which boards it asks, that neither answer pays, and what comes back."""

import re
from collections import Counter
from datetime import timedelta
from itertools import permutations

import pytest
import time_machine
from django.utils import timezone

from games.learn.puzzles.models import Puzzle
from games.learn.puzzles.trainer import drill
from games.learn.puzzles.trainer.drill import LEVELS, Drill, beside, losing_boards
from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import Visitor
from solver import Outcome, format_position, get_ruleset, parse_position

from ....forms_read import forms_of
from ....solver import oracle
from .puzzles import solve

pytestmark = pytest.mark.days

SMALL = LEVELS[0]


def said(response):
    """The words of a page."""
    page = response.content.decode().split("<main")[1]
    return " ".join(re.sub("<[^>]+>", " ", page).split())


def asked(client, pins=SMALL):
    """The address of the next question, and its board."""
    response = client.post(f"/puzzles/drill/{pins}/")
    assert response.status_code == 302
    return response.url, parse_position(Puzzle.objects.get(pk=response.url.split("/")[2]).position)


def posted(client, address, **answer):
    """Send the form of a page; the page that follows, and its address."""
    page = client.get(address).content.decode()
    [form, *_] = [one for one in forms_of(page) if "token" in one.fields]
    action = address.partition("?")[0] + "answer/"
    sent = {"token": form.fields["token"], "theme": form.fields["theme"], **answer}
    response = client.post(action, sent, follow=True)
    assert response.status_code == 200, response.content.decode()
    return response, response.redirect_chain[-1][0]


def winning_move(address):
    puzzle = Puzzle.objects.get(pk=address.split("/")[2])
    board = parse_position(puzzle.position)
    judge = oracle.Oracle(oracle.kayles, True)
    return next(
        str(move)
        for move in get_ruleset("kayles").legal_moves(board)
        if not judge.wins(tuple(sorted(move.apply(board))))
    )


def answered(client, *, right, pins=SMALL):
    """Answer the next question, all of it; its board."""
    address, board = asked(client, pins)
    wins = oracle.Oracle(oracle.kayles, True).wins(board)
    _, then = posted(client, address, choice="N" if wins is right else "P")
    if wins and right:
        posted(client, then, move=winning_move(then))
    return board, wins


def known(client, pins=SMALL):
    """How many losing boards the page of levels says they know."""
    words = said(client.get("/puzzles/drill/"))
    return int(re.search(rf"You know (\d+) of \d+ losing boards of up to {pins} pins", words)[1])


def test_each_losing_board_has_a_winning_one_beside_it_with_as_many_pins():
    """The losing boards of up to 12 pins, by search that shares no code with the site."""
    judge = oracle.Oracle(oracle.kayles, True)
    more = []
    for board in losing_boards(12):
        other = beside(board)
        assert not judge.wins(board)
        assert judge.wins(other)
        if (sum(other), len(other)) != (sum(board), len(board)):
            more.append(board)
            assert (sum(other), len(other)) == (sum(board) + 1, len(board))
    assert len(losing_boards(12)) == 66
    for board in more:  # no pin can be moved so that one wins
        for i, j in permutations(range(len(board)), 2):
            moved = list(board)
            moved[i], moved[j] = moved[i] - 1, moved[j] + 1
            assert not moved[i] or not judge.wins(tuple(sorted(moved)))
    assert len(more) < 20
    assert [len(losing_boards(pins)) for pins in LEVELS] == [10, 27, 66, 190, 486, 1379, 3639]


class Answering(Drill):
    """A drill answered in memory."""

    def __init__(self, tries, now):
        super().__init__(Visitor(pk=7))
        self.tries, self.now = tries, now


@pytest.mark.parametrize("says", ["N", "P", "right"])
def test_half_of_the_boards_are_losing_whatever_was_answered(says):
    """Four days of fifty boards each: nobody who always says the same is right more often than
    half of the time, though what they miss comes back."""
    judge, tries, losing = oracle.Oracle(oracle.kayles, True), [], 0
    now = timezone.now()
    pins, rows = Counter(), Counter()
    for number in range(200):
        at = now + timedelta(days=number // 50, minutes=number)
        board = Answering(tries, at).next_board(12)
        truth = "N" if judge.wins(board) else "P"
        losing += truth == "P"
        pins[truth] += sum(board)
        rows[truth] += len(board)
        right = says in (truth, "right")
        tries.append(drill.BoardTry(board, at, right, is_move=truth == "N" and right))
    assert 80 <= losing <= 120
    assert abs(pins["P"] / losing - pins["N"] / (200 - losing)) < 1
    assert abs(rows["P"] / losing - rows["N"] / (200 - losing)) < 1
    knows = Answering(tries, now).standing(12).known
    assert knows == 0 if says != "right" else knows > 30


@pytest.mark.django_db
def test_a_losing_board_and_a_winning_one_from_question_to_reason(visitor, stranger):
    seen = {}
    for _ in range(30):
        address, board = asked(visitor)
        wins = oracle.Oracle(oracle.kayles, True).wins(board)
        page = said(visitor.get(address))
        assert "Kayles drill, up to 6 pins" in page
        assert "Who wins, with perfect play?" in page
        assert "ifficulty" not in page
        response, then = posted(visitor, address, choice="N" if wins else "P")
        if wins:
            assert "Right, you can win. Now make a winning move." in said(response)
            response, _ = posted(visitor, then, move=winning_move(then))
            seen["won"] = said(response)
        else:
            seen["lost"] = said(response)
        if len(seen) == 2:
            break
    assert seen["won"].index("That wins.") < seen["won"].index("becomes")
    assert "a losing product" in seen["won"]
    assert re.search(r"Right\. .*the only (row|losing)|is among the losing products", seen["lost"])
    assert "You know" in seen["lost"]
    assert "Next position" in seen["lost"]
    assert "Your first try counts" not in said(stranger.get("/puzzles/drill/"))
    assert not known(stranger)


@pytest.mark.django_db
def test_a_wrong_answer_shows_the_winning_move_and_its_letters(visitor):
    while True:
        address, board = asked(visitor)
        wins = oracle.Oracle(oracle.kayles, True).wins(board)
        if wins:
            break
        posted(visitor, address, choice="P")
    response, then = posted(visitor, address, choice="P")
    words = said(response)
    assert "/tries/" in then
    assert words.index("Not quite.") < words.index("You can win.")
    assert re.search(r"Take \d from row \d, leaving .*: \w+ becomes \w+", words)
    assert re.search(r"\w+ → \w+", words)
    assert "This board comes back tomorrow." in words


@pytest.mark.django_db
def test_a_missed_board_comes_back_the_next_day_and_one_that_is_known_later(visitor):
    missed, _ = answered(visitor, right=False)
    owner = Visitor.objects.get()
    assert Drill(owner).standing(SMALL).due == 0
    with time_machine.travel(timezone.now() + timedelta(days=1, minutes=5), tick=True):
        assert "1 board is due." in said(visitor.get("/puzzles/drill/"))
        assert missed in {answered(visitor, right=True)[0] for _ in range(12)}
        assert "due" not in said(visitor.get("/puzzles/drill/")).split("Up to 9 pins")[0]
    with time_machine.travel(timezone.now() + timedelta(days=4, minutes=15), tick=True):
        assert missed in Drill(owner)._due(SMALL)


@pytest.mark.django_db
def test_the_count_grows_for_one_person_and_moves_into_their_account(visitor, stranger):
    for _ in range(60):
        answered(visitor, right=True)
        if known(visitor) == 10:
            break
    assert known(visitor) == 10
    assert known(stranger) == 0
    answered(stranger, right=False)
    assert known(visitor) == 10
    visitor.post("/accounts/signup/", {"username": "kim", "password": "correct horse battery"})
    assert PuzzleAttempt.objects.filter(user__username="kim").exists()
    assert known(visitor) == 10


@pytest.mark.django_db
def test_a_board_is_known_once_its_neighbour_is_won_and_not_when_it_is_only_named(visitor):
    board = losing_boards(SMALL)[-1]
    other = beside(board)
    who, move = drill.puzzle_on(other, "predict"), drill.puzzle_on(other, "move")
    solve(visitor, drill.puzzle_on(board, "predict"), choice="P")
    assert known(visitor) == 0
    solve(visitor, who, choice="N")
    assert known(visitor) == 0
    solve(visitor, move, move=winning_move(move.get_absolute_url()))
    assert known(visitor) == 1
    solve(visitor, who, choice="P")
    assert known(visitor) == 0


@pytest.mark.django_db
def test_a_winning_board_comes_back_only_after_it_was_missed(visitor):
    for _ in range(12):
        answered(visitor, right=True)
    owner = Visitor.objects.get()
    won = [board for board in Drill(owner).by_board if not drill.is_losing(board)]
    assert won
    with time_machine.travel(timezone.now() + timedelta(days=90), tick=False):
        due = set(Drill(owner)._due(SMALL))
        assert due == set(Drill(owner).by_board) - set(won)
    while True:
        board, wins = answered(visitor, right=False)
        if wins:
            break
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        assert board in Drill(owner)._due(SMALL)


@pytest.mark.django_db
def test_who_always_says_the_same_knows_nothing(visitor):
    for _ in range(8):
        address, _ = asked(visitor)
        posted(visitor, address, choice=Outcome.P.value)
    assert PuzzleAttempt.objects.filter(solved=True).exists()
    assert known(visitor) == 0


@pytest.mark.django_db
def test_the_pages_that_lead_to_the_drill(client):
    assert 'href="/puzzles/drill/"' in client.get("/puzzles/").content.decode()
    assert 'href="/puzzles/drill/"' in client.get("/puzzles/train/").content.decode()
    assert 'href="/puzzles/drill/"' in client.get("/lab/").content.decode()
    assert client.post("/puzzles/drill/7/").status_code == 404
    assert client.get("/puzzles/drill/6/").status_code == 405
    page = said(client.get("/puzzles/drill/"))
    assert "You lose if you get a, d, e, ac, bb, acc, add, ade, adf." in page
    assert format_position(losing_boards(6)[0]) == "1"
