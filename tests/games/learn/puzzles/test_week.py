"""The weekly list of the site: who is on it, what counts, and who may take a name off."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.learn.puzzles.week import SHOWN
from games.people.models import User
from games.play.models import Match

from ...play.games import send, start
from .puzzles import puzzle, solve

pytestmark = [pytest.mark.days, pytest.mark.django_db]

WEEK = "/puzzles/week/"


def browser(name, **fields):
    client = Client()
    client.user = User.objects.create_user(name, **fields)
    client.force_login(client.user)
    return client


def list_me(client, listed="1"):
    assert client.post(WEEK, {"listed": listed}).url == WEEK


def beat(client, opponent="random"):
    match = start(client, position="2", opponent=opponent)
    send(client, match, "1>1")
    match.refresh_from_db()
    assert match.winner == "owner"
    return match


def text_of(client):
    response = client.get(WEEK)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def rows(client):
    """The list as it is read: both together, name, puzzles, opponents."""
    part = text_of(client).partition('id="listed">')[2].partition("</ol>")[0]
    one = r"<strong>(\d+)</strong> ([^<]+?) <span class=\"quiet\"> (\d+) puzzles?, (\d+) opponents?"
    return re.findall(one, part)


def test_nobody_is_named_before_choosing_it_and_choosing_can_be_taken_back():
    ann, visitor = browser("ann"), Client()
    beat(ann)
    beat(visitor)
    assert rows(visitor) == rows(ann) == []
    assert "No names yet this week." in text_of(visitor)
    assert "Your name is not on the list." in text_of(ann)
    list_me(ann)
    assert rows(visitor) == [("1", "ann", "0", "1")]
    assert "And " not in text_of(visitor)
    assert "Everyone can read your user name here, ann," in text_of(ann)
    list_me(ann, "0")
    assert rows(visitor) == []
    assert "ann" not in text_of(visitor).partition("<main")[2]


def test_a_visitor_has_no_name_to_show_and_is_asked_to_sign_in():
    visitor = Client()
    response = visitor.post(WEEK, {"listed": "1"})
    assert response.url == f"/accounts/login/?next={WEEK}"
    assert f'href="/accounts/signup/?next={WEEK}"' in text_of(visitor)
    assert not User.objects.filter(is_listed=True).exists()


def test_puzzles_and_opponents_count_and_the_best_stands_first():
    ann, bob = browser("ann"), browser("bob")
    for client in (ann, bob):
        list_me(client)
        beat(client)
    beat(bob)  # the same opponent counts once
    beat(bob, "perfect")
    solve(bob, puzzle(position="1+2+4"), move="3>3")
    second = puzzle(position="1+2+5")
    solve(bob, second, move="3>1")
    solve(bob, second, move="3>3")  # not at the first try
    assert rows(Client()) == [("3", "bob", "1", "2"), ("1", "ann", "0", "1")]


def test_the_week_begins_on_monday_by_the_clock_of_the_site(settings):
    settings.TIME_ZONE = "UTC"
    ann = browser("ann", time_zone="Pacific/Auckland")
    list_me(ann)
    beat(ann)
    monday = datetime(2026, 3, 2, tzinfo=UTC)
    with time_machine.travel(monday + timedelta(days=6, hours=23), tick=False):
        Match.objects.update(finished_at=monday)
        assert rows(ann) == [("1", "ann", "0", "1")]
        Match.objects.update(finished_at=monday - timedelta(seconds=1))
        assert rows(ann) == []
    assert "The week began on Monday, 2 March." in at(monday, Client())


def at(moment, client):
    with time_machine.travel(moment, tick=False):
        return text_of(client)


def test_staff_take_a_name_off_and_its_owner_cannot_show_it_again():
    ann, bob = browser("ann"), browser("bob")
    staff = browser("sue", is_staff=True, is_superuser=True)
    for client in (ann, bob):
        list_me(client)
        beat(client)
    address = f"/admin/games/user/{ann.user.pk}/change/"
    page = staff.get(address).content.decode()
    assert 'name="is_kept_off_lists"' in page
    assert 'name="is_listed"' not in page  # nobody is named by somebody else
    form = staff.get(address).context["adminform"].form
    sent = {key: value for key, value in form.initial.items() if value not in (None, False, [])}
    sent |= {"date_joined_0": "2026-01-01", "date_joined_1": "00:00", "is_kept_off_lists": "on"}
    assert staff.post(address, sent | {"is_active": "on"}).status_code == 302
    assert [name for _, name, _, _ in rows(Client())] == ["bob"]
    assert "have hidden your user name" in text_of(ann)
    list_me(ann, "0")
    list_me(ann, "1")
    assert [name for _, name, _, _ in rows(ann)] == ["bob"]


def test_only_so_many_are_named_and_the_others_are_counted():
    match = beat(browser("ann"))
    users = User.objects.bulk_create(
        User(username=f"u{n:02}", is_listed=True) for n in range(SHOWN + 2)
    )
    for user in users:
        match.pk, match.user = None, user
        match.save(force_insert=True)
    assert len(rows(Client())) == SHOWN
    assert "And 2 others." in text_of(Client())


def test_the_choice_is_among_ones_own_data_and_goes_with_the_account():
    ann = browser("ann")
    beat(ann)
    assert ann.get("/me/export/").json()["on_the_weekly_list"] is False
    list_me(ann)
    told = ann.get("/me/export/").json()
    assert told["on_the_weekly_list"] is True
    assert told["kept_off_the_weekly_list"] is False
    ann.user.delete()
    assert rows(Client()) == []


def test_the_page_about_privacy_says_who_can_read_it():
    page = " ".join(Client().get("/privacy/").content.decode().split())
    assert f'<a href="{WEEK}">weekly list</a> of this site names you only if you choose it.' in page
    assert "the people who run this site can hide it, too." in page
