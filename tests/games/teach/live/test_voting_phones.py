"""A phone while the room plays a game: the board to vote on, the vote, and what became of it."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.teach.live.leading import voting
from games.teach.live.rooms.models import Answer, Room, RoomQuestion

from .rooms import room

pytestmark = pytest.mark.django_db

NIM = {"ruleset": "nim", "position": "1+2+4", "convention": "misere", "goal": "move"}
ROOM = "/live/KHP4TWX/"


def do(name, **fields):
    now = Room.objects.select_related("current", "match").get()
    post = QueryDict(mutable=True)
    post.update(fields)
    voting.STEPS[name](now, now.version, post)
    return now


@pytest.fixture
def made():
    made = room(NIM, code="KHP4TWX")
    made.current = made.questions.get()
    made.save()
    RoomQuestion.objects.update(state="judged")
    return made


@pytest.fixture
def ada(made):
    return phone("Ada")


def phone(name):
    client = Client()
    client.post(ROOM, {"name": name})
    return client


def see(client):
    return unescape(client.get(ROOM).content.decode())


def vote(client, move, **more):
    number = Room.objects.get().current.number
    posted = {"move": move} if move else more
    return client.post(f"{ROOM}answer/?question={number}", posted)


def test_a_phone_votes_on_the_board_and_may_change_its_mind(ada):
    do("play")
    html = see(ada)
    assert "The class against Perfect" in html
    assert "Whoever takes the last match" in html
    assert 'value="3>3+0"' in html
    assert "vote for a move" in html
    assert vote(ada, "3>3+0").status_code == 302
    assert vote(ada, "2>1+0").status_code == 302
    assert Answer.objects.get().text == "2>1+0"
    assert "You chose to take 1 from row 2." in see(ada)


def test_a_move_that_is_typed_is_a_vote_and_one_that_is_not_allowed_is_told_so(ada):
    do("play")
    assert vote(ada, "", typed="3 2").status_code == 302
    assert Answer.objects.get().text == "3>2+0"
    refused = vote(ada, "", typed="3 5")
    assert refused.status_code == 422
    assert "Row 3 has only 4 matches." in refused.content.decode()
    assert vote(ada, "3>9").status_code == 422
    assert Answer.objects.get().text == "3>2+0"


def test_both_moves_are_seen_and_what_became_of_ones_vote(ada):
    bob, eve = phone("Bob"), phone("Eve")
    do("play")
    for client, move in ((ada, "3>3+0"), (bob, "2>1+0"), (phone("Cy"), "3>3+0")):
        vote(client, move)
    do("vote")
    html = see(ada)
    assert re.search(r"The class took 1 from row 3\. Perfect took [123] from row [123]\.", html)
    assert "was-mine" in html
    assert "was-theirs" in html
    assert "The class made the move you voted for." in html
    assert "The class chose another move. You voted to take 1 from row 2." in see(bob)
    assert "You didn't vote on that move." in see(eve)


def test_nothing_of_other_votes_is_told_while_the_turn_is_open(ada):
    do("play")
    before = see(phone("Bob"))
    vote(ada, "3>3+0")
    vote(phone("Cy"), "3>3+0")
    after = see(phone("Dan"))

    def stage(html):
        return html.partition('<section class="stage"')[2].partition("</section>")[0]

    def without_token(html):
        return [line for line in stage(html).splitlines() if "csrf" not in line]

    assert without_token(before) == without_token(after)


def test_a_late_vote_is_told_that_it_is_late_and_counts_nothing(ada):
    do("play", clock="20")
    turn = Room.objects.get().current
    assert 'data-seconds-left="' in see(ada)
    vote(ada, "3>3+0")
    RoomQuestion.objects.filter(pk=turn.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    late = vote(ada, "2>1+0")
    assert late.status_code == 409
    html = unescape(late.content.decode())
    assert "Too late: time was up." in html
    assert "You chose to take 1 from row 3." in html
    assert Answer.objects.get().text == "3>3+0"
    assert "Time's up. The move is being made." in html


def test_a_vote_for_the_turn_before_is_late_too(ada):
    do("play")
    vote(phone("Bob"), "3>3+0")
    number = Room.objects.get().current.number
    do("vote")
    late = ada.post(f"{ROOM}answer/?question={number}", {"move": "2>1+0"})
    assert late.status_code == 409
    assert "Too late: the class has moved on to another question." in late.content.decode()
    assert Answer.objects.count() == 1


def test_a_turn_that_nobody_voted_on_in_time_stays_open_and_says_so(ada):
    do("play", clock="20")
    RoomQuestion.objects.filter(turn_version=1).update(ends_at=timezone.now())
    do("vote")
    html = see(ada)
    assert "Nobody voted in time." in html
    assert "data-seconds-left" not in html
    assert vote(ada, "3>3+0").status_code == 302


def test_the_end_of_the_game_is_told_with_the_last_board(ada):
    do("play")
    for move in ("3>0", "1>0", "1>1+0", "1>0"):
        if Room.objects.get().match.state == "running":
            if vote(ada, move).status_code == 422:
                vote(ada, "1>0")
            do("vote")
    html = see(ada)
    assert Room.objects.get().match.state == "finished"
    assert re.search(r"(The class|Perfect) wins\.", html)
    assert "Look at the big screen to see where the game turned." in html
    assert 'name="move"' not in html


def test_thirty_votes_are_rows_of_their_own_and_touch_nothing_else(made):
    do("play")
    version = Room.objects.get().version
    for number in range(30):
        vote(phone(f"Nr {number}"), "3>3+0" if number % 3 else "2>1+0")
    assert Answer.objects.count() == 30
    assert Room.objects.get().version == version
    do("vote")
    assert Room.objects.get().match.moves.first().text == "3>3+0"
