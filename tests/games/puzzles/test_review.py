from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.puzzles.content import load
from games.puzzles.models import Puzzle
from games.puzzles.tries import PuzzleAttempt, Rating, ReviewCard

from .puzzles import answer, form_token, puzzle, solve

pytestmark = pytest.mark.django_db


@pytest.fixture
def mistake(visitor):
    """Somebody got one of several puzzles of a kind wrong."""
    found = puzzle(position="1+2+4")
    for position in ("1+2+5", "1+2+6", "1+3+4", "2+3+4"):
        puzzle(position=position)
    solve(visitor, found, move="1>0")
    return found


def days_later(days):
    return time_machine.travel(timezone.now() + timedelta(days=days, minutes=1), tick=False)


def shown(client, card):
    response = client.get(card.get_absolute_url())
    assert response.status_code == 200
    return response.context["puzzle"]


def test_a_mistake_is_due_tomorrow_and_not_before(visitor, mistake):
    card = ReviewCard.objects.get()
    assert "Nothing is due" in visitor.get("/review/").content.decode()
    assert visitor.get(card.get_absolute_url()).status_code == 302
    with days_later(1):
        assert "1 due for review" in visitor.get("/review/").content.decode()
        assert "1 mistake" in visitor.get("/puzzles/").content.decode()


def test_a_review_shows_a_new_position_of_the_same_kind_and_the_same_on_reload(visitor, mistake):
    card = ReviewCard.objects.get()
    with days_later(1):
        found = shown(visitor, card)
        assert found != mistake
        assert (found.skill, found.goal, found.convention) == ("nim", "move", "misere")
        assert shown(visitor, card) == found


def test_a_review_passed_comes_back_after_3_7_and_21_days_and_then_no_more(visitor, mistake):
    card = ReviewCard.objects.get()
    positions, passed = set(), 1
    for days in (1, 3, 7, 21):
        passed += days
        with days_later(passed):
            found = shown(visitor, card)
            positions.add(found.position)
            tried = solve(
                visitor,
                found,
                address=card.get_absolute_url(),
                card=str(card.pk),
                move=_winning(found),
            )
            assert not tried.rated
            card.refresh_from_db()
    assert card.resolved_at
    assert len(positions) == 4
    assert Rating.objects.get().tries == 1
    with days_later(passed + 100):
        assert "Nothing is due" in visitor.get("/review/").content.decode()


def _winning(found):
    from games.exercises.tasks import Task

    return str(Task(found).facts.winning[0])


def test_a_review_failed_starts_again(visitor, mistake):
    card = ReviewCard.objects.get()
    ReviewCard.objects.update(step=2, due_at=timezone.now() - timedelta(days=1))
    found = shown(visitor, card)
    wrong = "1>0" if _winning(found) != "1>0" else "2>0"
    solve(visitor, found, address=card.get_absolute_url(), card=str(card.pk), move=wrong)
    card.refresh_from_db()
    assert card.step == 0
    assert timedelta(hours=23) < card.due_at - timezone.now() <= timedelta(days=1)


def test_a_review_passed_with_a_hint_starts_again(visitor, mistake):
    card = ReviewCard.objects.get()
    ReviewCard.objects.update(step=2, due_at=timezone.now() - timedelta(days=1))
    found = shown(visitor, card)
    token = form_token(visitor, card.get_absolute_url())
    asked = {"token": token, "tier": 1, "card": str(card.pk)}
    visitor.post(f"/puzzles/{found.pk}/hint/", asked)
    tried = solve(visitor, found, token=token, card=str(card.pk), move=_winning(found))
    assert (tried.solved, tried.hint_tier) == (True, 1)
    card.refresh_from_db()
    assert card.step == 0
    assert timedelta(hours=23) < card.due_at - timezone.now() <= timedelta(days=1)


@pytest.mark.parametrize("later", ["in the account", "in the browser"])
def test_of_a_mistake_made_on_both_sides_the_review_that_is_less_far_is_kept(alice, later):
    found = puzzle()
    theirs, browser = Client(), Client()
    theirs.force_login(alice)
    for client in (theirs, browser):
        solve(client, found, move="1>0")
    far = ReviewCard.objects.exclude(user=None if later == "in the account" else alice)
    far.update(step=2, due_at=timezone.now() + timedelta(days=7))
    browser.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    assert ReviewCard.objects.get().step == 0
    with days_later(1):
        assert "1 due for review" in browser.get("/review/").content.decode()


def test_a_card_moves_only_when_it_is_due_and_only_for_its_kind(visitor, mistake):
    card = ReviewCard.objects.get()
    other = Puzzle.objects.get(position="1+2+5")
    solve(visitor, other, card=str(card.pk), move=_winning(other))
    card.refresh_from_db()
    assert card.step == 0
    kayles = puzzle(ruleset="kayles", position="3")
    solve(visitor, kayles, card=str(card.pk), move="1>1")
    assert PuzzleAttempt.objects.get(puzzle=kayles).card is None
    assert answer(visitor, kayles, card="nonsense", move="1>1").status_code == 302


def test_strangers_find_no_review(visitor, stranger, mistake):
    card = ReviewCard.objects.get()
    assert stranger.get(card.get_absolute_url()).status_code == 404
    other = Puzzle.objects.get(position="1+2+5")
    token = form_token(stranger, other.get_absolute_url())
    assert answer(stranger, other, token=token, card=str(card.pk), move="1>0").status_code == 404


def test_a_mistake_of_a_kind_of_its_own_brings_the_nearest_or_itself(visitor):
    found = puzzle()
    solve(visitor, found, move="1>0")
    card = ReviewCard.objects.get()
    with days_later(1):
        assert shown(visitor, card) == found
        other = puzzle(position="3+4", convention="normal")
        assert shown(visitor, card) == other


def test_every_kind_of_shipped_puzzle_has_another_of_its_kind():
    load()
    kinds = list(Puzzle.objects.order_by().values_list("skill", "goal", "convention"))
    alone = {kind for kind in kinds if kinds.count(kind) < 2}
    assert alone <= {("rows", "play", "misere"), ("rows", "play", "normal")} | {
        kind for kind in alone if kind[1] == "play"
    }
