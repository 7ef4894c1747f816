"""A kind of puzzle that went wrong comes back among the questions that are due."""

from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
import time_machine
from django.apps import apps
from django.test import Client
from django.utils import timezone

from games.learn.lessons.taken_tests import TakenTest, follows
from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Rating
from games.learn.puzzles.puzzle_files import SetFiles
from games.questions.attempts import Attempt

from ..lessons.lessons import PREDICT, give, lesson, step
from ..lessons.test_taken_tests import begun, take
from .puzzles import form_token, puzzle, solve

pytestmark = [pytest.mark.days, pytest.mark.django_db]

REVIEW = "/learn/review/"
KIND = "Nim: make a winning move, the last one loses"


@pytest.fixture
def mistake(visitor):
    """Somebody got one of several puzzles of a kind wrong."""
    found = puzzle(position="1+2+4")
    for position in ("1+2+5", "1+2+6", "1+3+4", "2+3+4", "1+4+6", "2+4+5"):
        puzzle(position=position)
    solve(visitor, found, move="1>0")
    return found


def days_later(days):
    return time_machine.travel(timezone.now() + timedelta(days=days, minutes=1), tick=False)


def words(client):
    return " ".join(client.get(REVIEW).content.decode().split())


def test_a_mistake_is_due_tomorrow_and_not_before(visitor, mistake):
    assert "You'll get a new position like this one to review tomorrow." in " ".join(
        visitor.get(PuzzleAttempt.objects.get().get_absolute_url()).content.decode().split()
    )
    assert "Nothing is due today" in words(visitor)
    assert KIND in words(visitor).split("Later")[1]
    with days_later(1):
        assert "1 question due" in words(visitor)
        assert KIND in words(visitor)


def test_what_went_well_at_once_never_comes_back_and_what_needed_a_hint_does(visitor):
    found, other = puzzle(position="1+2+4"), puzzle(ruleset="kayles", position="3+4")
    solve(visitor, found, move="3>3")
    token = form_token(visitor, other.get_absolute_url())
    visitor.post(f"/puzzles/{other.pk}/hint/", {"token": token, "tier": 1})
    solved = solve(visitor, other, token=token, move=str(_winning(other)))
    assert solved.solved
    with days_later(1):
        page = words(visitor)
        assert "1 question due" in page
        assert "Kayles: make a winning move" in page
        assert "Nim:" not in page


def test_a_review_asks_a_position_that_was_never_tried_and_the_same_on_reload(visitor, mistake):
    with days_later(1):
        taken = begun(visitor, REVIEW)
        asked = taken.posing(1)
        assert asked.position != mistake.position
        assert (asked.ruleset, asked.goal, asked.convention) == ("nim", "move", "misere")
        assert begun(visitor, REVIEW) == taken


def test_a_mistake_comes_back_after_1_3_7_21_and_60_days_and_then_no_more(alice, client, mistake):
    PuzzleAttempt.objects.update(user=alice, visitor=None)
    passed = 0
    for days in (1, 3, 7, 21, 60):
        with days_later(passed + days - 0.5):
            client.force_login(alice)
            assert "Nothing is due today" in words(client)
        passed += days
        with days_later(passed):
            take(client, begun(client, REVIEW))
    assert Rating.objects.get().tries == 1
    with days_later(passed + 100):
        client.force_login(alice)
        assert "Nothing is due today" in words(client)
        assert "Later" not in words(client)


def test_a_review_that_goes_wrong_starts_again(visitor, mistake):
    with days_later(1):
        take(visitor, begun(visitor, REVIEW))
    with days_later(4):
        page = take(visitor, begun(visitor, REVIEW), wrong=[1])
        assert f"<strong>{KIND}</strong>" in page
    with days_later(5):
        assert "1 question due" in words(visitor)


def test_a_puzzle_of_the_kind_that_goes_well_when_it_is_due_is_a_review_too(visitor, mistake):
    other = Puzzle.objects.get(position="1+2+5")
    with days_later(1):
        solve(visitor, other, move=str(_winning(other)))
        assert "Nothing is due today" in words(visitor)
    with days_later(4):
        assert "1 question due" in words(visitor)


def _winning(found):
    from games.questions.shown_question import ShownQuestion

    return ShownQuestion(found).facts.winning[0]


def test_lessons_and_puzzles_are_asked_in_one_review(visitor, mistake):
    give(visitor, step(lesson(PREDICT), 1), choice="P")
    with days_later(1):
        assert "2 questions due" in words(visitor)
        taken = begun(visitor, REVIEW)
        asked = [one["skill"] for one in taken.questions if not follows(one)]
        assert asked == ["look-back", "nim/move/misere"]
        take(visitor, taken)
        assert "Nothing is due today" in words(visitor)


def test_a_game_is_asked_for_its_first_move(visitor):
    found = puzzle(position="1+2+4", goal="play")
    PuzzleAttempt.objects.create(
        puzzle=found, solved=False, answered_at=timezone.now(), visitor=_visitor(visitor)
    )
    with days_later(1):
        taken = begun(visitor, REVIEW)
        assert taken.posing(1).goal == "move"
        take(visitor, taken)
        assert "Nothing is due today" in words(visitor)


def _visitor(client):
    from games.people.models import Visitor

    other = puzzle(position="3+4", convention="normal")
    solve(client, other, move=str(_winning(other)))
    return Visitor.objects.get()


def test_what_went_wrong_in_the_browser_and_in_the_account_is_due_once(alice):
    found = puzzle()
    theirs, browser = Client(), Client()
    theirs.force_login(alice)
    for client in (theirs, browser):
        solve(client, found, move="1>0")
    browser.post("/accounts/login/", {"username": "alice", "password": "correct horse battery"})
    with days_later(1):
        assert "1 question due" in words(browser)


def test_the_addresses_where_puzzles_had_their_reviews_lead_to_the_one_page(visitor, mistake):
    for old in ("/review/", "/review/6a1f3a0e-6d2e-5f0c-9c57-0d9f7c1f2a31/"):
        response = visitor.get(old)
        assert (response.status_code, response.url) == (301, REVIEW)


def test_strangers_are_not_asked_about_it(stranger, mistake):
    with days_later(1):
        assert "Nothing is due today" in words(stranger)


def test_a_kind_with_one_puzzle_brings_that_one_again(visitor):
    found = puzzle()
    solve(visitor, found, move="1>0")
    with days_later(1):
        assert begun(visitor, REVIEW).posing(1).position == found.position


def test_a_review_of_another_end_counts_on_for_the_kind_that_it_was_about(alice):
    """The migration that gives up the cards."""
    from importlib import import_module

    moved = import_module("games.migrations.0044_squashed_0050_weekly_lists")
    missed, asked = puzzle(), puzzle(convention="normal")
    now = timezone.now()
    PuzzleAttempt.objects.create(puzzle=missed, user=alice, solved=False, answered_at=now)
    review = PuzzleAttempt.objects.create(puzzle=asked, user=alice, solved=True, answered_at=now)
    review.card = SimpleNamespace(skill="nim", goal="move", convention="misere")
    review.answered_at = now + timedelta(days=1)

    class Reviews(list):
        select_related = exclude = order_by = lambda self, *_, **__: self

    def create(answers, **fields):
        made = TakenTest.objects.create(**fields)
        for place, given in enumerate(answers, 1):
            at = datetime.fromisoformat(given.pop("at"))
            own = {"user_id": made.user_id, "taken_test": made, "place": place}
            tried = Attempt.objects.create(**own, **given, answered_at=at)
            Attempt.objects.filter(pk=tried.pk).update(created_at=at)
        return made

    quizzes = SimpleNamespace(filter=TakenTest.objects.filter, create=create)
    models = {
        "Quiz": SimpleNamespace(objects=quizzes),
        "PuzzleAttempt": SimpleNamespace(objects=Reviews([review])),
    }
    known = SimpleNamespace(get_model=lambda app, name: models[name])
    moved.keep_reviews_of_another_end(known, None)
    assert apps.get_model("games", "TakenTest").objects.count() == 1
    client = Client()
    client.force_login(alice)
    with days_later(3):
        assert "Nothing is due today" in words(client)
    with days_later(4):
        assert "1 question due" in words(client)


def test_every_kind_of_shipped_puzzle_has_another_of_its_kind():
    SetFiles.load()
    kinds = list(Puzzle.objects.order_by().values_list("skill", "goal", "convention"))
    alone = {kind for kind in kinds if kinds.count(kind) < 2}
    assert alone <= {("rows", "play", "misere"), ("rows", "play", "normal")} | {
        kind for kind in alone if kind[1] == "play"
    }
