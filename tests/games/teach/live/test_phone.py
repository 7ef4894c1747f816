"""What a phone shows while a room goes on: in words, with a picture, and never too early."""

import pytest
from django.test import Client
from django.utils import timezone

from games.teach.live.rooms.models import Participant, Room, RoomQuestion

from .rooms import KAYLES, NIM, room
from .test_answering import ask, give, page, words

pytestmark = pytest.mark.django_db

State = RoomQuestion.State
RIGHT, WRONG = "1>2+2", "1>1+3"
REFRESH = '<meta http-equiv="refresh"'


@pytest.fixture
def made():
    return room(KAYLES, NIM, code="KHP4TWX")


def phone(name):
    client = Client()
    client.post("/live/KHP4TWX/", {"name": name})
    return client


@pytest.fixture
def ada(made):
    return phone("Ada")


def poll(client, version):
    return client.get(f"/live/KHP4TWX/poll/?version={version}", headers={"HX-Request": "true"})


def test_the_lobby_says_that_one_is_in(ada):
    html = page(ada)
    assert (
        words(html) == "You're in, Ada. Look at the big screen. The question will appear here too."
    )
    assert "Room 8 b" in html
    assert '<svg class="thumbnail"' in html
    assert REFRESH in html


def test_a_question_that_waits_is_not_seen(made, ada):
    ask(made, 1, State.WAITING)
    html = page(ada)
    assert words(html).startswith("You're in, Ada.")
    assert "last pin" not in html


def test_who_fills_something_in_is_not_interrupted_and_may_look_again(made, ada):
    ask(made, 1)
    html = page(ada)
    assert REFRESH not in html
    assert 'href="/live/KHP4TWX/">Refresh this page</a>' in html
    give(ada, move=RIGHT)
    assert REFRESH in page(ada)


def test_what_was_shown_tells_nothing_of_right_and_wrong(made):
    ask(made, 1)
    told = []
    for name, move in (("Ada", RIGHT), ("Ben", WRONG), ("Cem", "")):
        client = phone(name)
        if move:
            give(client, move=move)
        told.append(client)
    ask(made, 1, State.SHOWN)
    ada, ben, cem = map(page, told)
    assert words(ada).endswith("Look at the big screen to see what the class chose.")
    assert words(ada).startswith("You chose to knock down pin 3 of row 1.")
    assert words(ben).startswith("You chose to knock down pin 2 of row 1.")
    assert words(cem).startswith("You didn't answer.")
    for html in (ada, ben, cem):
        assert "verdict" not in html
        assert "wins" not in html
        assert "<form" in html
        assert "/answer/" not in html


def test_a_verdict_is_ones_own_with_the_board_and_what_wins(made):
    ask(made, 1)
    right, wrong, none = phone("Ada"), phone("Ben"), phone("Cem")
    give(right, move=RIGHT)
    give(wrong, move=WRONG)
    ask(made, 1, State.JUDGED)
    html = page(right)
    assert "That wins." in html
    assert "You knocked down pin 3 of row 1." in html
    html = page(wrong)
    assert "That loses." in html
    assert "The other player answers by " in html
    assert "was-theirs" in html
    assert "Knock down pin 3 of row 1, leaving 2 and 2" in html
    html = page(none)
    assert "You didn't answer." in html
    assert "Knock down pin 3 of row 1, leaving 2 and 2" in html
    assert "That wins." not in html


def test_a_frame_of_the_film_is_the_one_of_the_projector(made, ada):
    ask(made, 2, State.JUDGED, theory="nim-sum", frame=2)
    second = page(ada)
    ask(made, 2, State.JUDGED, theory="nim-sum", frame=1)
    first = page(ada)
    assert 'class="scene ' in first
    assert "film-sentence" in first
    assert first.split("film-sentence")[1][:200] != second.split("film-sentence")[1][:200]
    assert "film-controls" not in first
    ask(made, 2, State.JUDGED, frame=0)
    assert "film-sentence" not in page(ada)


def test_a_break_hides_the_question_and_keeps_the_answer(made, ada):
    ask(made, 1)
    give(ada, move=RIGHT)
    Room.objects.update(is_paused=True)
    html = page(ada)
    assert words(html) == "Paused. Your answers are saved. This page continues by itself."
    assert "/answer/" not in html
    Room.objects.update(is_paused=False)
    assert words(page(ada)).startswith("You chose to knock down pin 3 of row 1.")


def test_a_room_that_is_over_shows_what_was_asked_and_asks_nothing_more(made, ada):
    ask(made, 1, State.JUDGED)
    Room.objects.update(closed_at=timezone.now())
    html = page(ada)
    assert words(html) == "This room is closed. Thank you for taking part."
    assert 'href="/explore/kayles/5+4+1/?convention=misere"' in html
    assert "/explore/nim/" not in html
    for gone in ("data-poll", REFRESH, "Leave the room", "Refresh this page"):
        assert gone not in html


def test_who_has_left_is_asked_nothing(made, ada):
    ask(made, 1)
    ada.post("/live/KHP4TWX/leave/")
    assert poll(ada, 0).headers["HX-Redirect"] == "/live/KHP4TWX/"
    html = page(ada)
    assert "You have left the room." in html
    assert "/answer/" not in html
    assert give(ada, move=RIGHT).url == "/live/KHP4TWX/"
    assert not Participant.objects.get().answers.exists()


def test_a_poll_hears_nothing_until_the_room_goes_on_and_then_gets_the_part(made, ada):
    assert 'data-poll="/live/KHP4TWX/poll/?version=1"' in page(ada)
    assert poll(ada, 1).status_code == 204
    ask(made, 1)
    response = poll(ada, 1)
    html = response.content.decode()
    assert response.headers["Pace"] == "2"
    assert "<html" not in html
    assert "Make a winning move." in html
    assert 'data-poll="/live/KHP4TWX/poll/?version=2"' in html
    assert 'id="live" data-hx-swap-oob="innerHTML"' in html


def test_a_room_that_ends_by_the_clock_ends_the_polls(made, ada):
    Room.objects.update(closes_at=timezone.now())
    html = poll(ada, 1).content.decode()
    assert "The room is closed" in html
    assert "data-poll" not in html


def test_the_answers_of_others_are_no_news_to_a_phone(made, ada):
    ask(made, 1)
    give(phone("Ben"), move=WRONG)
    assert poll(ada, 2).status_code == 204


def test_a_poll_without_scripts_leads_to_the_page(ada):
    assert ada.get("/live/KHP4TWX/poll/?version=0").url == "/live/KHP4TWX/"


def test_nobody_reads_the_name_or_the_answer_of_another(made, ada):
    ask(made, 1)
    ben = phone("Benedetta")
    give(ben, move=WRONG)
    for state in (State.ASKED, State.SHOWN, State.JUDGED):
        ask(made, 1, state)
        html = page(ada)
        assert "Benedetta" not in html
        assert "pin 2 of row 1" not in html.replace("Knock down pin 2 of row 1", "")
    assert "Benedetta" not in page(Client())


def test_the_page_of_a_phone_costs_the_same_whoever_else_is_there(
    made, ada, django_assert_max_num_queries
):
    ask(made, 1)
    for number in range(12):
        give(phone(f"Somebody {number}"), move=WRONG)
    give(ada, move=RIGHT)
    ask(made, 1, State.JUDGED)
    page(ada)  # which stores a verdict that the leader's step has not written
    with django_assert_max_num_queries(6):
        page(ada)
