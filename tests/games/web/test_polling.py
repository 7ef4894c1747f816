"""Pages that ask whether something is new: what they hear, and what it costs."""

import time
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.utils import OperationalError
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.play.models import Match, match_now
from games.play.protocol import make_move

from ..play.games import send, start

pytestmark = pytest.mark.django_db

LOCAL = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}


@pytest.fixture
def shared_cache(settings):
    settings.CACHES = LOCAL
    settings.CACHE_URL = "redis://somewhere"
    yield
    cache.clear()


def poll(client, match, version, **headers):
    return client.get(
        f"{match.get_absolute_url()}?version={version}", headers={"HX-Request": "true"} | headers
    )


def queries(client, match, version):
    with CaptureQueriesContext(connection) as asked:
        response = poll(client, match, version)
    assert response.status_code == 204
    return [query["sql"] for query in asked]


def test_where_nothing_has_changed_a_poll_hears_nothing_but_the_pace(visitor):
    match = start(visitor)
    response = poll(visitor, match, 1)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["Pace"] == "2"
    assert response.headers["Cache-Control"] == "no-store"


def test_where_something_has_changed_it_gets_the_part_of_the_page_and_the_pace(visitor):
    match = start(visitor, position="1+2", opponent="person")
    send(visitor, match, "1>0")
    response = poll(visitor, match, 1)
    html = response.content.decode()
    assert response.status_code == 200
    assert "Player 1 took 1 from row 1. Rows: 0, 2." in html
    assert "<html" not in html
    assert response.headers["Pace"] == "2"


def test_when_all_has_been_over_for_a_while_it_is_told_to_ask_less_often(visitor):
    match = start(visitor, position="1", opponent="person")
    send(visitor, match, "1>0")
    assert poll(visitor, match, 2).headers["Pace"] == "2"  # somebody may ask for another game
    Match.objects.update(finished_at=timezone.now() - timedelta(minutes=6))
    assert poll(visitor, match, 2).headers["Pace"] == "10"


def test_the_server_can_slow_everybody_down(visitor, settings):
    match = start(visitor)
    settings.SLOWER_POLLS = 3
    assert poll(visitor, match, 1).headers["Pace"] == "6"


@pytest.mark.parametrize("who", ["visitor", "signed_in"])
def test_it_costs_one_query_whoever_asks_and_neither_session_nor_person_is_read(who, request):
    client = request.getfixturevalue(who)
    match = start(client)
    asked = queries(client, match, 1)
    assert len(asked) == 1
    assert "games_match" in asked[0]
    assert "session" not in asked[0]
    assert not poll(client, match, 1).cookies


def test_with_a_cache_that_all_share_it_costs_none(visitor, shared_cache):
    match = start(visitor)
    assert len(queries(visitor, match, 1)) == 1
    assert queries(visitor, match, 1) == []


def test_a_change_is_seen_in_the_cache_at_once(
    visitor, shared_cache, django_capture_on_commit_callbacks
):
    match = start(visitor, position="1+2", opponent="person")
    queries(visitor, match, 1)
    with django_capture_on_commit_callbacks(execute=True):
        make_move(match, version=1, text="1>0")
    assert queries(visitor, match, 2) == []
    assert poll(visitor, match, 1).status_code == 200


def test_a_copy_that_nobody_has_told_of_a_change_is_not_believed_for_long(
    visitor, shared_cache, monkeypatch
):
    match = start(visitor)
    queries(visitor, match, 1)
    Match.objects.filter(pk=match.pk).update(version=2)  # and the process that did it is gone
    assert poll(visitor, match, 1).status_code == 204
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + 11)
    assert poll(visitor, match, 1).status_code == 200


def test_who_reads_late_does_not_put_back_what_was(
    visitor, shared_cache, django_capture_on_commit_callbacks
):
    match = start(visitor, position="1+2", opponent="person")
    before = match_now.ask

    def meanwhile(match_id):
        stands = before(match_id)
        match_now.ask = before
        with django_capture_on_commit_callbacks(execute=True):
            make_move(match, version=1, text="1>0")
        return stands

    match_now.ask = meanwhile
    try:
        poll(visitor, match, 1)
    finally:
        match_now.ask = before
    assert queries(visitor, match, 2) == []


def test_a_stranger_who_asks_for_what_is_new_is_told_that_there_is_nothing(visitor, stranger):
    match = start(visitor)
    assert poll(stranger, match, 0).status_code == 404
    Match.objects.all().delete()
    assert poll(visitor, match, 1).status_code == 404


def test_an_address_with_a_version_typed_into_a_browser_is_a_page(visitor):
    match = start(visitor)
    response = visitor.get(f"{match.get_absolute_url()}?version=1")
    assert response.status_code == 200
    assert "<html" in response.content.decode()


@pytest.mark.parametrize("path", ["/play/?version=1", "/nowhere/?version=1", "/healthz?version=1"])
def test_other_addresses_are_asked_as_ever(path):
    response = Client().get(path, headers={"HX-Request": "true"})
    assert response.status_code in (200, 404)
    assert "Pace" not in response.headers


def test_while_the_database_is_away_a_poll_is_told_so_like_any_page(visitor, monkeypatch):
    match = start(visitor)

    def away(match_id):
        raise OperationalError("no such machine")

    monkeypatch.setattr(match_now, "ask", away)
    monkeypatch.setattr("games.play.views.get_match", lambda *_: away(None))
    response = poll(visitor, match, 1)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
