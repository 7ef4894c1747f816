"""The trainer: how hard, what comes next, and three minutes."""

import re
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.exercises.tasks import Task
from games.people.models import Visitor
from games.puzzles import training
from games.puzzles.models import Puzzle
from games.puzzles.tries import PuzzleAttempt, Rating, Round
from solver import Convention, Player, get_ruleset
from solver.search import Search

from .puzzles import form_token

pytestmark = pytest.mark.django_db


def next_one(client, key="nim"):
    """The address of the next position and the position."""
    response = client.post(f"/puzzles/train/{key}/")
    assert response.status_code == 302
    return response.url, Puzzle.objects.get(pk=response.url.split("/")[2])


def give(client, address, puzzle, *, right):
    """Answer a position of the trainer; the page of the verdict."""
    task = Task(puzzle)
    text = task.asking.right(task) if right else task.asking.wrong(task, Random(1))
    posted = task.asking.fields(task, text)
    theme = address.partition("theme=")[2]
    token = form_token(client, address)
    return client.post(
        f"/puzzles/{puzzle.pk}/answer/", {"token": token, "theme": theme, **posted}, follow=True
    )


def test_positions_follow_one_another_and_none_comes_twice(visitor):
    seen = set()
    for number in range(8):
        address, puzzle = next_one(visitor)
        assert puzzle.state == "training"
        assert puzzle.skill == "nim"
        assert next_one(visitor) == (address, puzzle)
        assert "Trainer" in visitor.get(address).content.decode()
        assert puzzle.pk not in seen
        seen.add(puzzle.pk)
        page = give(visitor, address, puzzle, right=number % 2 == 0).content.decode()
        assert 'action="/puzzles/train/nim/"' in page
        assert "Next position" in page
    assert PuzzleAttempt.objects.filter(rated=True).count() == 8
    rating = Rating.objects.get(skill="nim").rating
    overview = visitor.get("/puzzles/train/").content.decode()
    assert f"<strong>{round(rating)}</strong>" in overview
    assert "8 positions so far" in overview


def test_two_misses_in_a_row_make_it_easier(visitor):
    address, puzzle = next_one(visitor)
    give(visitor, address, puzzle, right=False)
    owner = Visitor.objects.get()
    rating = Rating.objects.get().rating
    assert training.aim(owner, "nim", Random(0)).rating == rating
    address, puzzle = next_one(visitor)
    give(visitor, address, puzzle, right=False)
    rating = Rating.objects.get().rating
    assert training.aim(owner, "nim", Random(0)).rating == rating - training.EASIER
    address, puzzle = next_one(visitor)
    give(visitor, address, puzzle, right=True)
    rating = Rating.objects.get().rating
    assert training.aim(owner, "nim", Random(0)).rating == rating


@pytest.mark.parametrize("skill", training.FRAMES)
@pytest.mark.parametrize("rating", [1200, 1800])
def test_what_is_made_is_true_and_about_as_hard_as_wanted(skill, rating):
    off = []
    for seed in range(6):
        aimed = training.Aim(skill, rating)
        made = list(training._candidates(aimed, Random(seed)))
        off.append(min(abs(puzzle.rating - rating) for puzzle in made))
        for puzzle in made:
            rules = get_ruleset(puzzle.ruleset)
            rows = tuple(map(int, puzzle.position.split("+")))
            search = Search(rules, Convention(puzzle.convention))
            if puzzle.goal in ("move", "all-moves"):
                player = Player(puzzle.to_move) if puzzle.to_move else None
                assert search.wins(rows, player)
                assert 2 * puzzle.facts["winning"] <= puzzle.facts["legal"]
            assert puzzle.skill == skill
    assert sorted(off)[3] <= 400


def test_all_games_are_mixed(visitor):
    skills = set()
    for _ in range(12):
        address, puzzle = next_one(visitor, "mixed")
        skills.add(puzzle.skill)
        give(visitor, address, puzzle, right=True)
    assert len(skills) >= 3


def test_made_positions_stand_in_no_list(visitor):
    next_one(visitor)
    assert not Puzzle.objects.published().exists()
    assert visitor.get("/puzzles/themes/nim/").content.decode().count("puzzle-link") == 0


def test_a_training_that_is_none_is_not_found(visitor):
    assert visitor.post("/puzzles/train/chess/").status_code == 404
    assert visitor.post("/puzzles/train/chess/round/").status_code == 404


def test_a_round_counts_what_is_solved_within_three_minutes(visitor):
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        address = visitor.post("/puzzles/train/kayles/round/").url
        assert visitor.post("/puzzles/train/kayles/round/").url == address
        begun = Round.objects.get().get_absolute_url()
        assert "The round is not over." in visitor.get(begun).content.decode()
        for right in (True, False, True):
            clock.shift(timedelta(seconds=30))
            puzzle = Puzzle.objects.get(pk=address.split("/")[2])
            assert "Round until" in visitor.get(address).content.decode()
            page = give(visitor, address, puzzle, right=right).content.decode()
            assert f'action="{begun}next/"' in page
            assert 'id="tell"' not in page
            address = visitor.post(f"{begun}next/").url
        late = Puzzle.objects.get(pk=address.split("/")[2])
        clock.shift(timedelta(seconds=91))
        give(visitor, address, late, right=True)
        assert visitor.post(f"{begun}next/").url == begun
        page = " ".join(visitor.get(begun).content.decode().split())
        assert "<h1>2 solved in three minutes</h1>" in page
        assert "Kayles; 3 tried." in page
        assert page.count('class="puzzle-link"') == 3
        assert "Kayles: 2 solved" in visitor.get("/puzzles/train/").content.decode()
        assert Round.objects.count() == 1
        clock.shift(timedelta(seconds=1))
        visitor.post("/puzzles/train/kayles/round/")
        clock.shift(timedelta(minutes=4))
        second = Round.objects.exclude(pk=begun.split("/")[3]).get().get_absolute_url()
        page = visitor.get(second).content.decode()
        assert "No position was answered in time." in page
        assert "Your best is 2." in page


def test_a_round_is_seen_by_its_own_person_alone(visitor):
    visitor.post("/puzzles/train/nim/round/")
    begun = Round.objects.get().get_absolute_url()
    assert Client().get(begun).status_code == 404
    key = re.search(r"rounds/([^/]+)/", begun)[1]
    _, puzzle = next_one(Client())
    page = Client().get(f"{puzzle.get_absolute_url()}?theme=round-{key}").content.decode()
    assert "Round until" not in page
    assert Client().get(f"{puzzle.get_absolute_url()}?theme=round-x").status_code == 200
