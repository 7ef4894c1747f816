"""The class against an opponent on the projector, through the client: each button and each page."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.play.models import Match, Move
from games.teach.classes.models import Staff
from games.teach.classes.teaching import create_class
from games.teach.live.rooms.game import ClassGame
from games.teach.live.rooms.models import Room, RoomQuestion
from tests.games.at_once import at_once

from .rooms import answers, room

pytestmark = pytest.mark.django_db
NIM = {"ruleset": "nim", "position": "1+2+4", "convention": "misere", "goal": "move"}
WALL = "/live/KHP4TWX/projector/"


@pytest.fixture
def made():
    return a_room()


def a_room(**columns):
    made = room(NIM, NIM | {"position": "3+5"}, code="KHP4TWX", **columns)
    made.current = made.questions.first()
    made.save()
    made.questions.filter(number=1).update(state="shown")
    return made


@pytest.fixture
def lead(made):
    return browser(made.owner)


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def do(client, step, **fields):
    posted = {"version": Room.objects.get().version, "from": "projector", **fields}
    return client.post(f"/live/KHP4TWX/do/{step}/", posted)


def press(client, step, **fields):
    """A step that is made, and the wall after it."""
    assert do(client, step, **fields).status_code == 302
    return wall(client)


def wall(client):
    return client.get(WALL).content.decode()


def vote(*texts):
    answers(Room.objects.get().current, *texts)


def words(html):
    """What is read on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_game_begins_with_a_touch_from_a_question_whose_answers_are_shown(lead):
    assert "Play it out against Perfect" in wall(lead)
    html = press(lead, "play")
    assert "The class against Perfect" in html
    assert "Your turn: vote on your phones." in html
    assert "0 of 0 have voted." in html
    assert "Count the votes and move" in html


def test_nothing_is_played_out_while_a_question_is_answered(made, lead):
    made.questions.filter(number=1).update(state="asked")
    assert "Play it out" not in wall(lead)


def test_while_votes_come_in_only_their_number_is_shown(lead):
    before = press(lead, "play")
    vote("3>3+0", "3>3+0", "2>1+0")
    html = wall(lead)
    assert "3 of 3 have voted." in html

    def drawn(page):
        return page.partition('<svg class="wall-board')[2].partition("</svg>\n</div>")[0]

    assert "room-bars" not in html
    assert drawn(before).count("<circle") == drawn(html).count("<circle") == 0


def test_the_vote_is_played_with_both_moves_on_the_board_and_what_was_chosen_beside_it(lead):
    press(lead, "play")
    vote("2>1+0", "3>3+0", "3>3+0")
    html = press(lead, "vote")
    row = Move.objects.last().text[0]
    both = rf"The class took 1 from row 3\. Perfect took [123] from row {row}\."
    assert re.search(both, words(html))
    assert 'class="trace-was-mine"' in html
    assert 'class="trace-was-theirs"' in html
    read = words(html)
    assert "Your votes on turn 1 Move" in read  # no tie
    assert "Take 1 from row 3 played 2" in read
    assert "Take 1 from row 2 1" in read
    assert "0 of 3 have voted." in read


def test_a_tie_of_votes_is_said_on_the_wall(lead):
    press(lead, "play")
    vote("2>1+0", "3>3+0")
    read = words(press(lead, "vote"))
    assert "Your votes on turn 1. It was a tie, so the earliest vote decided" in read
    assert "Take 1 from row 2 played 1" in read


def test_heaps_that_are_only_split_leave_nothing_behind_on_the_board(made, lead):
    made.questions.filter(number=1).update(ruleset="grundy", position="8+5", convention="normal")
    press(lead, "play")
    vote("1>1+7")
    html = press(lead, "vote")
    assert "The class split heap 1 into 1 and 7." in html
    assert 'class="trace"' not in html


def test_counters_that_are_taken_are_seen_behind_their_heap(made, lead):
    made.questions.filter(number=1).update(ruleset="octal:0.137", position="3+9")
    press(lead, "play")
    vote("2>6")
    html = press(lead, "vote")
    assert html.partition('class="trace-was-mine"')[2].count('<svg class="trace"') >= 3


def test_two_projectors_that_press_at_once_play_one_vote(made, lead):
    press(lead, "play")
    vote("3>3+0")
    version = Room.objects.get().version
    first, second = (do(lead, "vote", version=version) for _ in range(2))
    assert (first.status_code, second.status_code) == (302, 302)
    assert Match.objects.get().moves.count() == 2
    assert Room.objects.get().version == version + 1


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_eight_projectors_in_one_moment_play_one_vote():
    lead = browser(a_room().owner)
    press(lead, "play")
    vote("3>3+0", "2>1+0", "3>3+0")
    version = Room.objects.get().version
    posted = {"version": version, "from": "projector"}
    responses = at_once(lead, [("/live/KHP4TWX/do/vote/", posted)] * 8)
    assert {response.status_code for response in responses} <= {302, 409}
    first, second = Move.objects.order_by("ply")
    assert (first.text, first.seat, second.seat) == ("3>3+0", "owner", "other")
    now = Room.objects.get()
    assert (now.version, now.current.turn_version) == (version + 1, 2)
    assert RoomQuestion.objects.filter(turn_version=2).count() == 1


def test_a_page_from_before_is_told_so_and_nothing_is_played(lead):
    press(lead, "play")
    vote("3>3+0")
    old = Room.objects.get().version
    press(lead, "vote")
    stale = do(lead, "leave", version=old)
    assert stale.status_code == 409
    assert "The room moved on before you pressed the button." in stale.content.decode()
    assert Room.objects.get().current.turn_version == 2


def test_a_turn_without_a_vote_is_not_played_but_said(lead):
    press(lead, "play")
    refused = do(lead, "vote")
    assert refused.status_code == 422
    assert "Nobody has voted yet." in refused.content.decode()
    assert not Move.objects.exists()


def test_a_clock_counts_down_and_names_the_button_that_it_presses(lead):
    html = press(lead, "play", clock="30")
    [left] = re.findall(r'data-seconds-left="([\d.]+)"', html)
    assert 25 < float(left) <= 30
    assert 'data-then="play-vote"' in html
    assert 'id="play-vote"' in html


def test_a_clock_that_ends_with_no_votes_makes_no_move_and_says_so(lead):
    press(lead, "play", clock="20")
    RoomQuestion.objects.filter(turn_version=1).update(
        ends_at=timezone.now() - timedelta(seconds=1)
    )
    assert 'data-seconds-left="0.0"' in wall(lead)
    html = press(lead, "vote")
    assert "Nobody voted in time" in html
    assert "data-seconds-left" not in html
    assert not Move.objects.exists()


def play_on(lead):
    """Vote for what is first on the board until the game is over."""
    while Match.objects.get().state == "running":
        board = ClassGame.of(Room.objects.get()).task.board
        vote(next(iter(board.choices())).text)
        html = press(lead, "vote")
    return html


def test_at_the_end_it_is_told_who_won_and_where_the_game_turned(lead):
    press(lead, "play")
    html = play_on(lead)
    read = words(html)
    assert read.count("Perfect wins.") == 1
    assert re.search(r"Perfect wins\. The class could have won at move \d+ by taking", read)
    desk = words(lead.get("/live/KHP4TWX/desk/").content.decode())
    assert re.search(r"Perfect wins\. .* The class could have won at move \d+ by taking", desk)
    assert "Vote for a move" not in desk
    assert "Review the turning point" in read
    assert 'class="trace-move-made"' in html
    assert 'class="trace-move-wins"' in html
    again = press(lead, "again", swap="1")
    assert "Perfect took" in again


def test_back_to_the_questions_is_where_the_game_began_and_the_next_one_waits(lead):
    press(lead, "play")
    html = press(lead, "leave")
    assert "1, 2 and 4 matches. Take from one row." in html
    assert "Next question" in html
    assert "3 and 5 matches. Take from one row." in press(lead, "next")


def test_whoever_leads_looks_back_on_the_game_and_nobody_else():
    teacher = User.objects.create_user("teacher", teaches=True)
    classroom = create_class(teacher, "8 b")
    assistant, other = (User.objects.create_user(name) for name in ("assistant", "other"))
    Staff.objects.create(classroom=classroom, user=assistant, role="assistant")
    a_room(owner=teacher, classroom=classroom)
    lead = browser(teacher)
    press(lead, "play")
    html = play_on(lead)
    [review] = re.findall(r'id="turning-point" href="([^"]+)"', html)
    for client in (lead, browser(assistant)):
        page = client.get(review)
        assert page.status_code == 200
        read = words(page.content.decode())
        assert "The class took" in read
        assert "You took" not in read
        assert f'href="{WALL}"' in page.content.decode()
    assert browser(other).get(review).status_code == 404
    assert Client().get(review).status_code == 404
    match = Match.objects.get()
    assert browser(assistant).get(match.get_absolute_url()).status_code == 404
    assert lead.post(f"/play/{match.pk}/resign/", {"version": match.version}).status_code == 404


def test_the_game_of_the_class_is_not_among_the_games_of_whoever_leads(lead):
    def pages():
        return [words(lead.get(address).content.decode()) for address in ("/opponents/", "/me/")]

    before = pages()
    press(lead, "play", opponent="norma")
    play_on(lead)
    assert pages() == before


def desk(client):
    return client.get("/live/KHP4TWX/desk/").content.decode()


def test_at_the_desk_the_opponent_the_start_and_a_clock_are_chosen(lead):
    html = desk(lead)
    for choice in ("Perfect", "Norma", "The class starts", "30 seconds a turn", "no clock"):
        assert choice in html
    terms = {"opponent": "norma", "starter": "other", "clock": "60", "from": "desk"}
    assert do(lead, "play", **terms).url == "/live/KHP4TWX/desk/"
    html = desk(lead)
    assert "The class against Norma. Norma took" in words(html)
    assert 'data-then="play-vote"' in html
    assert "Count the votes and move" in html
    match = Match.objects.get()
    assert (match.opponent, match.starter, match.has_help) == ("norma", "other", False)


def test_an_opponent_who_makes_no_sense_there_is_not_offered_and_is_refused(made, lead):
    made.questions.update(convention="normal")
    assert "Norma" not in desk(lead)
    refused = do(lead, "play", opponent="norma")
    assert refused.status_code == 422
    assert not Match.objects.exists()


def test_the_desk_has_the_votes_by_name_and_costs_no_more_with_many(
    lead, django_assert_max_num_queries
):
    press(lead, "play")
    vote(*["3>3+0"] * 15, *["2>1+0"] * 15)
    with django_assert_max_num_queries(16):
        html = desk(lead)
    assert "30 of 30 answered" in words(html)
    assert html.count("Take 1 from row 3") == 15


def test_a_break_stops_the_clock_and_the_turn_has_its_whole_time_afterwards(lead):
    press(lead, "play", clock="30")
    RoomQuestion.objects.filter(turn_version=1).update(
        ends_at=timezone.now() + timedelta(seconds=2)
    )
    html = press(lead, "pause")
    assert "Paused" in html
    assert "data-seconds-left" not in html
    [left] = re.findall(r'data-seconds-left="([\d.]+)"', press(lead, "resume"))
    assert 25 < float(left) <= 30


def test_a_turn_that_was_closed_without_a_vote_is_opened_again(lead):
    press(lead, "play", clock="20")
    press(lead, "show")
    assert "Time's up." in wall(lead)
    html = press(lead, "vote")
    assert "Nobody voted in time" in html
    assert Room.objects.get().current.is_open


def test_the_projector_and_a_phone_cost_no_more_with_many_votes(
    lead, django_assert_max_num_queries
):
    press(lead, "play")
    vote(*["3>3+0"] * 15, *["2>1+0"] * 14)
    press(lead, "vote")
    vote(*["2>1+0"] * 30)
    with django_assert_max_num_queries(15):
        html = wall(lead)
    assert "30 of 59 have voted." in html
    phone = Client()
    phone.post("/live/KHP4TWX/", {"name": "Ada"})
    with django_assert_max_num_queries(12):
        html = phone.get("/live/KHP4TWX/").content.decode()
    assert "You didn't vote on that move." in unescape(html)


def test_a_game_that_never_turned_says_once_who_won_and_by_what(made, lead):
    made.questions.filter(number=1).update(position="1", convention="normal")
    press(lead, "play")
    vote("1>0")
    read = words(press(lead, "vote"))
    assert "The class wins. The class took the last match." in read
    assert read.count("The class took the last match.") == 1
