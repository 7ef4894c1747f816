"""Two people at one match who press a button in the same moment."""

import pytest
from django.test import Client

from games.play.models import Match

from ..at_once import all_at_once, at_once, form_key
from .friends import invite, page, said, together
from .games import send

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


def test_of_many_who_open_the_link_at_once_one_sits_down_and_the_others_are_told():
    match, link = invite(Client(), name="Ada")
    guests = [(Client(), link, {"name": f"Guest {n}"}) for n in range(12)]
    responses = all_at_once(guests)
    seated = [response for response in responses if response.status_code == 302]
    assert [response.url for response in seated] == [match.get_absolute_url()]
    others = [response for response in responses if response.status_code != 302]
    assert {response.status_code for response in others} == {409}
    assert all("Both seats are taken" in response.content.decode() for response in others)


def test_who_presses_sit_down_twice_sits_there_whichever_answer_comes_last():
    match, link = invite(Client(), name="Ada")
    bob = Client()
    posted = {"name": "Bob", "form_key": form_key(bob.get(link))}
    for response in at_once(bob, [(link, posted)] * 4):
        assert response.status_code == 302
        assert response.url == match.get_absolute_url()
        browser = Client()
        browser.cookies.update(bob.cookies)  # a click that came later was known already
        browser.cookies.update(response.cookies)
        assert "Ada to move." in said(browser, match)


def test_both_who_ask_for_another_game_at_once_land_in_the_same():
    ada, bob = Client(), Client()
    match = together(ada, bob, position="1")
    send(ada, match, "1>0")
    again = f"{match.get_absolute_url()}again/"
    all_at_once([(ada, again, {}), (bob, again, {})] * 4)
    new = Match.objects.exclude(pk=match.pk).get()
    for client in (ada, bob):
        assert client.post(again).url == new.get_absolute_url()
    assert "Your turn." in said(bob, new)


def test_a_move_and_a_leaving_at_once_leave_a_match_that_can_be_told():
    ada, bob = Client(), Client()
    match = together(ada, bob)
    where = match.get_absolute_url()
    responses = all_at_once(
        [(ada, f"{where}move/", {"version": 2, "move": "4>0"}), (bob, f"{where}leave/", {})]
    )
    assert {response.status_code for response in responses} <= {302, 409}
    match.refresh_from_db()
    assert (match.left_by == "other") == (match.winner == "owner")
    assert match.moves.count() <= 1
    assert page(ada, match)
