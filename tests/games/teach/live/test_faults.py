"""What goes wrong in a classroom: each of it has a page in words, and loses nothing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.teach.classes.teaching import create_class
from games.teach.live.rooms.models import Answer, Participant, Room

from .phones import Leader, Phone, browser, words
from .rooms import KAYLES, NIM, room

pytestmark = pytest.mark.django_db

MOVED_ON = "The room moved on before you pressed the button. This is the room now."


@pytest.fixture
def made():
    owner = User.objects.create(username="ms-lind", teaches=True)
    return room(NIM, KAYLES, owner=owner, classroom=create_class(owner, "8 b"))


@pytest.fixture
def leader(made):
    leads = Leader(made)
    leads.press("next")
    return leads


@pytest.fixture
def ada(made, leader):
    phone = Phone(made)
    phone.answer(choice="N")
    return phone


def test_who_reloads_is_where_they_were(ada):
    before = words(ada.page())
    assert "You can change it until the answers are shown." in before
    assert words(ada.page()) == before
    assert Participant.objects.count() == Answer.objects.count() == 1


def test_on_another_phone_the_answer_is_still_there_and_may_be_changed(made, ada):
    seat = Participant.objects.get().seat
    other = Phone(made, name="")
    response = other.client.post(f"{ada.address}back/", {"back-name": "Ada", "back-seat": seat})
    assert response.url == ada.address
    assert "You can change it until the answers are shown." in words(other.page())
    other.answer(choice="P")
    assert Answer.objects.get().text == "P"
    # the first phone is out, and is told so instead of going on under the same name
    assert "Your first name" in words(ada.page())
    assert ada.poll(0).headers["HX-Redirect"] == ada.address
    ada.answer(choice="N")
    assert Answer.objects.get().text == "P"


def test_after_a_minute_without_network_one_poll_brings_everything(leader, ada):
    """Three steps were missed: the next poll has the whole of what is shown now."""
    old = Room.objects.get().version
    for step in ("show", "judge", "next"):
        leader.press(step)
    response = ada.poll(old)
    version = Room.objects.get().version
    assert version == old + 3
    assert response.status_code == 200
    assert "Question 2" in words(response)
    assert f"version={version}" in response.content.decode()
    assert ada.poll(version).status_code == 204


def test_an_answer_sent_after_the_network_came_back_is_told_that_it_is_late(leader, ada):
    leader.press("show")
    response = ada.answer(choice="P")
    assert response.status_code == 409
    assert "Too late: the answers are already on the big screen." in words(response)
    assert Answer.objects.get().text == "N"


def test_on_two_projectors_each_step_is_made_once(leader, made, ada):
    """The second screen had not heard of the step: it is told, and shows how the room stands."""
    version = Room.objects.get().version
    first, second = leader, Leader(made, browser(made.owner.username))
    assert first.press("show", version).status_code == 302
    assert second.press("show", version).status_code == 302  # the same step: done already
    assert Room.objects.get().version == version + 1
    response = second.press("next", version)
    assert response.status_code == 409
    assert MOVED_ON in words(response)
    assert "Show the right answer" in words(response)
    assert Room.objects.get().current.number == 1


def test_while_the_browser_of_whoever_leads_is_closed_the_room_goes_on(made, leader, ada):
    leader.client.logout()
    assert ada.answer(choice="P").status_code == 302
    assert Phone(made, "Bob").answer(choice="N").status_code == 302
    again = Leader(made, browser(made.owner.username))
    assert "2 of 2 have answered." in words(again.screen())
    assert again.press("show").status_code == 302
    assert "look at the big screen" in words(ada.page()).lower()


def test_in_a_break_nothing_is_lost_and_afterwards_it_goes_on(leader, ada):
    leader.press("pause")
    assert "Paused" in words(ada.page())
    assert ada.answer(choice="P").status_code == 409
    assert Answer.objects.get().text == "N"
    leader.press("resume")
    assert "You can change it until the answers are shown." in words(ada.page())


@pytest.mark.parametrize("how", ["closed", "after three hours"])
def test_a_room_that_is_over_says_so_on_every_screen(made, leader, ada, how):
    old = Room.objects.get().version
    if how == "closed":
        leader.press("close")
    else:
        Room.objects.update(closes_at=timezone.now() - timedelta(seconds=1))
    late = ada.answer(choice="P")
    assert late.status_code == 409
    assert "Too late: the room is closed." in words(late)
    poll = ada.poll(old)
    assert poll.status_code == 200
    assert "The room is closed" in words(poll)
    assert "data-poll" not in poll.content.decode()
    for page in (ada.page(), leader.screen(), leader.screen("desk")):
        assert page.status_code == 200
        assert "is closed" in words(page)
    assert "You can't join it any more." in words(Client().get(ada.address))
    response = leader.press("show")
    assert response.status_code == 409
    assert "The room is closed. Nothing has changed." in words(response)


def test_a_room_of_no_class_forgets_who_was_in_it_and_says_that_it_is_over(made, leader, ada):
    Room.objects.update(classroom=None)
    leader.press("close")
    assert not Participant.objects.exists()
    assert ada.poll(0).headers["HX-Redirect"] == ada.address
    assert ada.answer(choice="P").url == ada.address
    assert "This room is closed. You can't join it any more." in words(ada.page())


def test_a_room_that_is_gone_is_told_to_whoever_still_looks(made, ada):
    """It was deleted with its owner's account."""
    made.delete()
    assert ada.page().status_code == 404
    assert "This code opens nothing." in words(ada.page())
    assert ada.poll(1).status_code == 404
    assert ada.answer(choice="N").status_code == 404
