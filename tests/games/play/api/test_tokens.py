"""Tokens: made on the own page, shown once, and ended there or with the password."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.people.accounts import claim
from games.people.browsers import end_everywhere
from games.people.models import User, Visitor
from games.play.api.tokens import MAX_TOKENS, ApiToken, make_token
from games.site.own_data import export
from games.web.limits import Limit

from .programs import Program, program_of

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'id="token" value="([\w-]{43})"')


def make(client, label="A laptop", status=200):
    response = client.post("/me/tokens/", {"label": label})
    assert response.status_code == status
    return response.content.decode()


def works(token):
    program = Program(token)
    answer = program.client.get("/api/opponents", headers=program.headers)
    assert answer.status_code in (200, 401)
    return answer.status_code == 200


def test_a_token_is_shown_once_and_not_stored(signed_in):
    page = make(signed_in)
    [token] = TOKEN.findall(page)
    assert works(token)
    again = signed_in.get("/me/tokens/").content.decode()
    assert token not in again
    assert "A laptop" in again
    assert token[:6] in again
    stored = ApiToken.objects.values().get()
    assert token not in map(str, stored.values())
    assert "no-store" in signed_in.get("/me/tokens/").headers["Cache-Control"]


def test_the_own_page_leads_there(signed_in, visitor):
    for client in (signed_in, visitor):
        assert 'href="/me/tokens/"' in client.get("/me/").content.decode()


def test_the_page_says_when_a_token_was_last_used(signed_in, alice):
    token = TOKEN.findall(make(signed_in))[0]
    assert "never used" in signed_in.get("/me/tokens/").content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=3), tick=False):
        assert works(token)
        day = timezone.localtime().strftime("%-d %B %Y")
    assert f"last used on {day}" in signed_in.get("/me/tokens/").content.decode()


def test_a_revoked_token_stops_at_once_and_others_go_on(signed_in, alice):
    tokens = [TOKEN.findall(make(signed_in, name))[0] for name in ("One", "Two")]
    row = ApiToken.objects.get(label="One")
    assert signed_in.post(f"/me/tokens/{row.pk}/revoke/").status_code == 302
    assert [works(token) for token in tokens] == [False, True]
    assert "One" not in signed_in.get("/me/tokens/").content.decode()


def test_nobody_sees_or_revokes_the_tokens_of_others(signed_in, visitor):
    token = TOKEN.findall(make(signed_in))[0]
    row = ApiToken.objects.get()
    bob = Client()
    bob.force_login(User.objects.create_user("bob"))
    for client in (bob, visitor):
        assert "A laptop" not in client.get("/me/tokens/").content.decode()
        assert client.post(f"/me/tokens/{row.pk}/revoke/").status_code == 404
    assert works(token)


@pytest.mark.parametrize(
    "sent",
    ["Bearer", "Bearer ", "Bearer x", "Basic YTpi", "Bearer x y", "bearer \N{SNOWMAN}", "Token"],
)
@pytest.mark.parametrize("path", ["opponents", "games/00000000-0000-0000-0000-000000000000"])
def test_what_is_no_token_is_refused(sent, path, db):
    answer = Client().get(f"/api/{path}", headers={"Authorization": sent})
    assert answer.status_code == 401
    assert answer.json()["error"].startswith("Send a token that works")


def test_a_new_password_ends_every_token(signed_in, alice):
    token = TOKEN.findall(make(signed_in))[0]
    alice.set_password("another horse battery")
    alice.save()
    assert not works(token)
    signed_in.force_login(alice)
    assert "You have no tokens." in signed_in.get("/me/tokens/").content.decode()
    assert works(TOKEN.findall(make(signed_in))[0])
    assert ApiToken.objects.count() == 1  # the one that had ended is gone


def test_signing_out_everywhere_ends_every_token(alice):
    program = program_of(alice)
    program.begin()
    end_everywhere(alice)
    program.begin(401)


def test_a_token_outlives_a_new_secret_of_the_site_as_a_session_does(alice, settings):
    program = program_of(alice)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another secret, as long as the site demands of everybody"
    program.begin()
    settings.SECRET_KEY_FALLBACKS = []
    program.begin(401)


def test_an_account_that_is_closed_or_in_doubt_plays_no_more(alice):
    program = program_of(alice)
    User.objects.filter(pk=alice.pk).update(doubted_password=alice.password)
    assert "choose a new one" in program.begin(403)["error"]
    User.objects.filter(pk=alice.pk).update(doubted_password="", is_active=False)
    program.begin(401)


@pytest.mark.database
def test_a_visitors_tokens_move_into_the_account(visitor, alice):
    token = TOKEN.findall(make(visitor))[0]
    who = Visitor.objects.get()
    game = Program(token).begin()
    assert claim(who, alice)
    assert ApiToken.objects.get().user == alice
    assert Program(token).ask(f"games/{game['id']}")["id"] == game["id"]
    end_everywhere(User.objects.get(pk=alice.pk))
    assert not works(token)


def test_who_starts_fresh_leaves_no_token_behind_that_works(visitor):
    token = TOKEN.findall(make(visitor))[0]
    visitor.post("/accounts/fresh/")
    assert not works(token)


def test_tokens_are_exported_without_what_is_secret_and_deleted_with_the_account(alice):
    token = make_token(alice, "A laptop", "127.0.0.1")
    [told] = export(alice)["tokens"]
    assert told["name"] == "A laptop"
    assert token not in str(told)
    alice.delete()
    assert not ApiToken.objects.exists()
    assert not works(token)


def test_a_visitor_whose_program_still_plays_is_kept_with_its_token(visitor, settings):
    token = TOKEN.findall(make(visitor))[0]
    later = timezone.now() + settings.KEPT["visitors"] - timedelta(days=1)
    with time_machine.travel(later, tick=False):
        assert works(token)
    with time_machine.travel(later + timedelta(days=2), tick=False):
        call_command("tidy", verbosity=0)
        assert works(token)
    with time_machine.travel(later + timedelta(days=200), tick=False):
        call_command("tidy", verbosity=0)
        assert not works(token)
        assert not ApiToken.objects.exists()


def test_nobody_has_more_tokens_than_programs(signed_in, alice):
    for number in range(MAX_TOKENS):
        make(signed_in, f"Token {number}")
    page = make(signed_in, "One more", 422)
    assert f"You have {MAX_TOKENS} tokens. Revoke one first." in page
    assert 'value="One more"' in page
    assert "at most 60 characters" in make(Client(), "x" * 61, 422)
    assert ApiToken.objects.count() == MAX_TOKENS


def test_a_network_makes_so_many_tokens_without_an_account(
    visitor, stranger, signed_in, monkeypatch
):
    monkeypatch.setattr("games.play.api.tokens.TOKENS_FROM", Limit("tokens of a test", 1, 3600))
    make(visitor)
    assert "sign in" in make(stranger, status=429)
    make(signed_in)


def test_a_token_that_is_used_too_often_waits_and_others_do_not(alice, monkeypatch):
    monkeypatch.setattr("games.play.api.tokens.CALLS_WITH_TOKEN", Limit("calls of a test", 3, 60))
    program = program_of(alice)
    game = program.begin()
    program.ask("opponents")
    program.move(game, "1>0")
    refusal = program.ask("opponents", 429)
    assert "more than 3 times in a minute" in refusal["error"]
    assert program.said.headers["Retry-After"] == "60"
    assert program.said.headers["Access-Control-Allow-Origin"] == "*"
    program.move(game, "1>0", 429)
    program_of(alice).ask("opponents")
