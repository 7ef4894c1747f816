"""Every way in, and everything that may have been done before: kept once, the better of two."""

import json

import pytest
from django.apps import apps
from django.test import Client

from games.learn.lessons.models import StepAttempt, StepRecord
from games.learn.puzzles.models import PuzzleAttempt, Rating
from games.people import accounts as service
from games.people.models import Owned, User, Visitor
from games.play.models import Match
from games.teach.classes.teaching import create_class
from tests.games.learn.lessons.lessons import give, lesson, step
from tests.games.learn.puzzles.puzzles import puzzle, solve
from tests.games.play.games import start

pytestmark = pytest.mark.django_db

ACCOUNT = {"username": "alice", "password": "correct horse battery"}
NEW = {"username": "bob", "password": "correct horse battery"}


def sign_up(client):
    return client.post("/accounts/signup/", NEW)


def log_in(client):
    return client.post("/accounts/login/", ACCOUNT)


def join(client):
    room = create_class(User.objects.create_user("teacher"), "7b")
    return client.post(f"/join/{room.join_code}/", NEW | {"real_name": "Bob Barker"})


def nothing(client, other):
    return {}


def a_lesson_half_way(client, other):
    found = lesson()
    give(client, step(found, 1), choice="N")
    give(client, step(found, 1), choice="P")
    return {StepAttempt: 2, StepRecord: 1}


def a_match_running(client, other):
    start(client, position="3+5")
    return {Match: 1}


def rated_attempts(client, other):
    for position in ("1+2+4", "1+2+5", "1+2+6"):
        solve(client, puzzle(position=position), move="1>0")
    return {PuzzleAttempt: 3, Rating: 1}


def the_same_puzzle_on_both_sides(client, other):
    found = puzzle()
    solve(client, found, move="3>3")
    solve(other, found, move="1>0")
    return {PuzzleAttempt: 1, Rating: 1}


def the_same_step_on_both_sides(client, other):
    found = lesson()
    give(client, step(found, 1), choice="P")
    give(other, step(found, 1), choice="N")
    return {StepAttempt: 1, StepRecord: 1}


WAYS = {"sign-up": sign_up, "log-in": log_in, "join": join}
BEFORE = (
    nothing,
    a_lesson_half_way,
    a_match_running,
    rated_attempts,
    the_same_puzzle_on_both_sides,
    the_same_step_on_both_sides,
)


def owned():
    """All rows of activity that belong to visitors."""
    models = [m for m in apps.get_app_config("games").get_models() if issubclass(m, Owned)]
    return [row for model in models for row in model.objects.exclude(visitor=None)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("before", BEFORE, ids=lambda one: one.__name__)
def test_what_was_done_is_kept_by_every_way_in_and_once(visitor, alice, way, before):
    theirs = Client()
    theirs.force_login(alice)
    expected = before(visitor, theirs)
    assert WAYS[way](visitor).status_code == 302
    user = User.objects.get(username="alice" if way == "log-in" else "bob")
    assert owned() == []
    # Activity counts for both sides together; of what there is one each, the better stays.
    mine = {Match, StepAttempt, PuzzleAttempt}
    for model, number in expected.items():
        both = "both" in before.__name__ and way == "log-in" and model in mine
        assert model.objects.filter(user=user).count() == number + both, model
    if before is the_same_step_on_both_sides:
        assert StepRecord.objects.get(user=user).done_at is not None
    visits = Visitor.objects.filter(claimed_by=user)
    assert visits.count() == (1 if expected else 0)
    for visit in visits:
        rows = [list(model.objects.values()) for model in expected]
        assert service.claim(visit, User.objects.create_user("thief")) is False
        assert [list(model.objects.values()) for model in expected] == rows


@pytest.mark.parametrize("way", WAYS)
def test_a_claim_that_fails_half_way_changes_nothing(visitor, alice, way, monkeypatch):
    a_lesson_half_way(visitor, Client())
    rated_attempts(visitor, Client())
    before = len(owned())

    def fail(*args):
        raise RuntimeError

    monkeypatch.setattr(Rating, "claim", fail)
    with pytest.raises(RuntimeError):
        WAYS[way](visitor)
    assert len(owned()) == before
    assert not User.objects.filter(username="bob").exists()


def test_everything_of_ones_own_can_be_downloaded(visitor):
    a_lesson_half_way(visitor, Client())
    rated_attempts(visitor, Client())
    a_match_running(visitor, Client())
    join(visitor)
    data = json.loads(visitor.get("/me/export/").content)
    assert data["lessons"][0]["answers"][0]["answer"] == "N"
    assert len(data["puzzles"]) == 3
    assert data["matches"]
    assert data["classes_joined"][0]["real_name"] == "Bob Barker"
    assert data["assignments"] == []
