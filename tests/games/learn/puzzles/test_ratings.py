from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.learn.puzzles.models import Puzzle, Rating
from games.learn.puzzles.ratings import Strength, rated

from .puzzles import answer, puzzle, solve

pytestmark = pytest.mark.days


def test_the_example_of_the_paper():
    """Glickman, Example of the Glicko-2 system: 1464.06, 151.52, 0.05999."""
    player = Strength(1500, 200, 0.06)
    games = [
        (Strength(1400, 30), 1.0),
        (Strength(1550, 100), 0.0),
        (Strength(1700, 300), 0.0),
    ]
    after = rated(player, games)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_doubt_grows():
    after = rated(Strength(1600, 50, 0.06), [])
    assert after.rating == 1600
    assert 50 < after.deviation < 52
    assert rated(Strength(), []).deviation == 350


def test_a_summer_without_tries_makes_a_rating_unsure():
    rested = rated(Strength(1600, 50, 0.06), [], 70)
    assert (rested.rating, rested.volatility) == (1600, 0.06)
    assert rested.deviation == pytest.approx(100, abs=1)
    step_by_step = Strength(1600, 50, 0.06)
    for _ in range(70):
        step_by_step = rated(step_by_step, [])
    assert rested.deviation == pytest.approx(step_by_step.deviation)
    assert rated(Strength(1600, 50, 0.06), [], 1200).deviation == 350
    assert rated(Strength(1600, 50, 0.06), [], 0).deviation == pytest.approx(50)


def test_many_tries_in_a_day_make_a_rating_steady():
    """As many wins as losses against players as strong: after a hundred in one day it hardly moves;
    were each try a day of its own, it would move by ten for ever."""
    even = Strength(1500, 60)
    moved, unsure = {}, {}
    for days in (1 / 100, 1):
        player = Strength()
        for number in range(100):
            before = player.rating
            player = rated(player, [(even, float(number % 2))], days)
        moved[days], unsure[days] = abs(player.rating - before), player.deviation
    assert moved[1 / 100] < 5
    assert moved[1] > 8
    assert unsure[1 / 100] < 40
    assert unsure[1] > 60


@pytest.mark.django_db
@pytest.mark.parametrize("days", [0, 70])
def test_after_a_summer_the_next_result_moves_the_rating_more(visitor, stranger, days):
    """Two people with the same tries behind them: one goes on at once, the other after a rest."""
    moved = {}
    first, second = puzzle(position="1+2+4"), puzzle(position="1+2+5")
    start = timezone.now()
    for client, rest in ((stranger, 0), (visitor, days)):
        with time_machine.travel(start, tick=False) as clock:
            Puzzle.objects.update(rating=1500, deviation=60, volatility=0.06)
            solve(client, first, move="3>3")
            rating = Rating.objects.latest("pk")
            Rating.objects.filter(pk=rating.pk).update(rating=1500, deviation=50, tries=40)
            clock.shift(timedelta(days=rest, hours=23))
            solve(client, second, move="3>3")
            rating.refresh_from_db()
            moved[client] = (rating.rating - 1500, rating.deviation)
    if days:
        assert moved[visitor][0] > 2.5 * moved[stranger][0] > 0
        assert moved[visitor][1] > moved[stranger][1] + 30
        assert Puzzle.objects.get(pk=second.pk).deviation < 60.5
    else:
        assert moved[visitor] == pytest.approx(moved[stranger])


def test_a_great_surprise_raises_volatility():
    sure = Strength(1500, 30, 0.06)
    assert rated(sure, [(Strength(2400, 30), 1.0)]).volatility > 0.06
    assert rated(sure, [(Strength(1500, 30), 1.0)]).volatility < 0.0601


@pytest.mark.django_db
def test_the_first_try_rates_student_and_puzzle_and_repeats_never_do(visitor):
    found = puzzle()
    before = found.rating
    first = solve(visitor, found, move="3>3")
    found.refresh_from_db()
    rating = Rating.objects.get()
    assert first.rated
    assert rating.rating > 1500 > rating.rating - 500
    assert rating.skill == "nim"
    assert found.rating < before
    after = found.rating
    again = solve(visitor, found, move="1>0")
    found.refresh_from_db()
    rating.refresh_from_db()
    assert not again.rated
    assert (rating.tries, found.rating) == (1, after)


@pytest.mark.django_db
@pytest.mark.parametrize("move", ["3>3", "1>0"])
def test_of_two_that_are_as_strong_one_gains_what_the_other_loses(visitor, move):
    found = puzzle()
    Puzzle.objects.update(rating=1500, deviation=350, volatility=0.06)
    solve(visitor, found, move=move)
    found.refresh_from_db()
    student = Rating.objects.get()
    assert abs(student.rating - 1500) > 100
    assert student.rating - 1500 == pytest.approx(1500 - found.rating)
    assert student.deviation == pytest.approx(found.deviation)


@pytest.mark.django_db
def test_a_try_with_a_hint_does_not_rate_even_on_a_fresh_form(visitor):
    found = puzzle()
    page = visitor.get(found.get_absolute_url()).content.decode()
    token = page.split('name="token" value="')[1].split('"')[0]
    visitor.post(f"/puzzles/{found.pk}/hint/", {"token": token, "tier": "1"})
    response = answer(visitor, found, token="6f2c3f7e-0000-4000-8000-000000000001", move="3>3")
    assert "so your rating stays the same" in visitor.get(response.url).content.decode()
    assert not Rating.objects.exists()
