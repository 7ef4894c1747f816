"""The trainer: how hard, what comes next, and three minutes."""

import re
from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.learn.puzzles.models import Puzzle, PuzzleAttempt, Rating, Round
from games.learn.puzzles.set_progress import met_by
from games.learn.puzzles.trainer import training
from games.people.models import Visitor
from games.questions.shown_question import ShownQuestion
from solver import Convention, Player, get_ruleset, parse_position
from solver.budget import Budget
from solver.search import Search

from ....solver import oracle
from ..lessons.lessons import PREDICT, TELL, lesson
from ..lessons.lessons import give as give_step
from ..lessons.test_taken_tests import begun, take
from .puzzles import form_token, solve
from .puzzles import puzzle as stored_puzzle

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def next_one(client, key="nim"):
    """The address of the next position and the position."""
    response = client.post(f"/puzzles/train/{key}/")
    assert response.status_code == 302
    return response.url, Puzzle.objects.get(pk=response.url.split("/")[2])


def give(client, address, puzzle, *, right):
    """Answer a position of the trainer; the page of the verdict."""
    task = ShownQuestion(puzzle)
    text = task.asking.right(task) if right else task.asking.wrong(task, Random(1))
    posted = task.asking.fields(task, text)
    theme = address.partition("theme=")[2]
    token = form_token(client, address)
    return client.post(
        f"/puzzles/{puzzle.pk}/answer/", {"token": token, "theme": theme, **posted}, follow=True
    )


def test_positions_follow_one_another_and_none_comes_twice(visitor):
    seen = set()
    for number in range(10):
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
    assert PuzzleAttempt.objects.filter(rated=True).count() == 10
    rating = 10 * round(Rating.objects.get(skill="nim").rating / 10)
    overview = visitor.get("/puzzles/train/").content.decode()
    assert f'training-rating">{rating} ± ' in overview
    assert "10 positions so far" in overview


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


@pytest.mark.parametrize("skill", training.TRAINED)
@pytest.mark.parametrize("rating", [1200, 1800])
def test_what_is_made_is_true_and_about_as_hard_as_wanted(skill, rating):
    off = []
    for seed in range(6):
        aimed = training.Aim(skill, rating, training.TRAINED[skill].frames)
        made = list(training.candidates(aimed, Random(seed)))
        off.append(min(abs(puzzle.rating - rating) for puzzle in made))
        for puzzle in made:
            rules = get_ruleset(puzzle.ruleset)
            rows = tuple(map(int, puzzle.position.split("+")))
            search = Search(rules, Convention(puzzle.convention), Budget())
            if puzzle.goal in ("move", "all-moves"):
                player = Player(puzzle.to_move) if puzzle.to_move else None
                assert search.wins(rows, player)
                wins = len(search.winning_moves(rows, player)) / len(
                    list(rules.legal_moves(rows, player))
                )
                assert wins < 1 / 2 if puzzle.goal == "move" else wins <= 0.7
            assert puzzle.skill == skill
    assert sorted(off)[3] <= 400


def test_boards_of_kayles_are_losing_ones_as_often_as_winning_ones():
    """A losing board and a winning one have all rows but one in common, so only knowing helps."""
    judge, lost, made = oracle.Oracle(oracle.kayles, True), 0, 0
    [boards] = [one for one in training.TRAINED["kayles"].frames if one.goals == ("predict",)]
    for seed in range(12):
        aimed = training.Aim("kayles", 1100 + 50 * seed, (boards,))
        for puzzle in training.candidates(aimed, Random(seed)):
            made += 1
            lost += not judge.wins(parse_position(puzzle.position))
    assert made > 100
    assert 0.45 < lost / made < 0.55


def test_a_board_that_was_answered_in_the_drill_counts_and_is_not_asked_again(visitor):
    _, puzzle = next_one(visitor, "kayles")
    give(visitor, f"/puzzles/{puzzle.pk}/?theme=drill-12", puzzle, right=True)
    assert next_one(visitor, "kayles")[1] != puzzle
    page = visitor.get("/puzzles/train/").content.decode()
    assert "1 position so far" in page


def asked_of(client, number=12):
    """The games and questions that all games mixed ask, each answered right."""
    asked = set()
    for _ in range(number):
        address, puzzle = next_one(client, "mixed")
        asked.add((puzzle.skill, puzzle.goal))
        give(client, address, puzzle, right=True)
    return asked


def test_a_newcomer_is_asked_nim_and_one_row(visitor):
    asked = asked_of(visitor)
    assert {skill for skill, _ in asked} == {"nim", "rows"}
    assert {goal for _, goal in asked} == {"move", "predict"}
    first = Puzzle.objects.filter(skill="rows").earliest("created_at")
    assert (first.ruleset, first.position.count("+")) == ("subtraction:3", 0)


def test_what_was_met_in_puzzles_and_lessons_is_mixed_in(visitor, stranger):
    solve(visitor, stored_puzzle("kayles", "2+3"), typed="1 1-2")
    solve(visitor, stored_puzzle("nim", "1+2+5", goal="all-moves"), moves=["3>3"])
    made = lesson(PREDICT | {"ruleset": "octal:0.07", "position": "3+3"})
    give_step(visitor, made.live_steps[0], choice="P")
    give_step(visitor, made.live_steps[0], choice="N")
    asked = asked_of(visitor, 48)  # one goal of many: 24 missed it now and then
    assert {skill for skill, _ in asked} == {"nim", "rows", "kayles", "octal"}
    assert {goal for _, goal in asked} <= {"move", "predict", "all-moves"}
    assert {goal for _, goal in asked} >= {"move", "all-moves"}
    assert {skill for skill, _ in asked_of(stranger, 6)} <= {"nim", "rows"}


KAYLES = PREDICT | {"ruleset": "kayles", "position": "2+2"}


def told(client):
    """Read a step that only tells about Kayles."""
    made = lesson(TELL | {"ruleset": "kayles", "position": "1+2", "convention": "misere"})
    client.post(f"{made.live_steps[0].get_absolute_url()}next/")


def looked_up(client):
    """Take every hint of a step, and then its answer."""
    address = lesson(KAYLES).live_steps[0].get_absolute_url()
    for tier in (1, 2):
        client.post(f"{address}hint/", {"tier": tier})
    client.post(f"{address}reveal/")


def wrong(client):
    give_step(client, lesson(KAYLES).live_steps[0], choice="N")


def tested(client):
    lesson(KAYLES)
    take(client, begun(client))


@pytest.mark.parametrize(
    ("does", "is_met"), [(told, True), (looked_up, True), (wrong, False), (tested, False)]
)
def test_a_game_was_met_once_a_step_about_it_is_done(visitor, does, is_met):
    """Also without an answer; but not by a wrong answer alone, and not in a test, which may ask
    about lessons that one has never opened."""
    does(visitor)
    assert "kayles" not in training.mixed_frames(met_by(None))
    assert ("kayles" in training.mixed_frames(met_by(Visitor.objects.get()))) is is_met


def test_made_positions_stand_in_no_list(visitor):
    next_one(visitor)
    assert not Puzzle.objects.published().exists()
    assert visitor.get("/puzzles/themes/nim/").content.decode().count("puzzle-link") == 0


def test_a_training_that_is_none_is_not_found(visitor):
    assert visitor.post("/puzzles/train/checkers/").status_code == 404
    assert visitor.post("/puzzles/train/checkers/round/").status_code == 404


def test_a_round_counts_what_is_solved_within_three_minutes(visitor):
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        address = visitor.post("/puzzles/train/kayles/round/").url
        assert visitor.post("/puzzles/train/kayles/round/").url == address
        begun = Round.objects.get().get_absolute_url()
        assert "The round isn't over yet." in visitor.get(begun).content.decode()
        for right in (True, False, True):
            clock.shift(timedelta(seconds=30))
            puzzle = Puzzle.objects.get(pk=address.split("/")[2])
            assert "Round until" in visitor.get(address).content.decode()
            page = give(visitor, address, puzzle, right=right).content.decode()
            assert f'action="{begun}next/"' in page
            assert 'id="tell"' not in page
            address = visitor.post(f"{begun}next/").url
        clock.shift(timedelta(seconds=91))
        assert visitor.post(f"{begun}next/").url == begun
        page = " ".join(visitor.get(begun).content.decode().split())
        assert "<h1>2 solved in three minutes</h1>" in page
        assert "Kayles; 3 tried." in page
        assert page.count('class="card puzzle-link"') == 3
        assert "Kayles: 2 solved" in visitor.get("/puzzles/train/").content.decode()
        assert Round.objects.count() == 1
        clock.shift(timedelta(seconds=1))
        visitor.post("/puzzles/train/kayles/round/")
        clock.shift(timedelta(minutes=4))
        second = Round.objects.exclude(pk=begun.split("/")[3]).get().get_absolute_url()
        page = visitor.get(second).content.decode()
        assert "You answered no position in time." in page
        assert "new best" not in page
        assert "Your best is 2." in page


def posted_for(puzzle, address, client):
    """The form of a position, filled in right."""
    task = ShownQuestion(puzzle)
    fields = task.asking.fields(task, task.asking.right(task))
    theme = address.partition("theme=")[2]
    return {"token": form_token(client, address), "theme": theme, **fields}


def test_an_answer_after_three_minutes_neither_rates_nor_counts(visitor):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        address = visitor.post("/puzzles/train/nim/round/").url
        begun = Round.objects.get().get_absolute_url()
        first = Puzzle.objects.get(pk=address.split("/")[2])
        assert f'href="{begun}"' in visitor.get(address).content.decode()
        in_time = posted_for(first, address, visitor)
        clock.shift(timedelta(seconds=179))
        answered = visitor.post(f"/puzzles/{first.pk}/answer/", in_time).url
        rating = Rating.objects.get()
        assert rating.tries == 1
        second_address = visitor.post(f"{begun}next/").url
        second = Puzzle.objects.get(pk=second_address.split("/")[2])
        late = posted_for(second, second_address, visitor)
        clock.shift(timedelta(seconds=1))
        for where in (address, second_address, answered):
            assert visitor.get(where).url == begun
        hint = visitor.post(f"/puzzles/{second.pk}/hint/", late | {"tier": 1})
        assert hint.url == begun
        response = visitor.post(f"/puzzles/{second.pk}/answer/", late)
        assert response.url == f"{begun}?late=1"
        page = visitor.get(response.url).content.decode()
        assert "Your last answer came after the three minutes, so it doesn't count" in page
        assert "<h1>1 solved in three minutes</h1>" in page
        assert "This is your first round of this kind, so 1 is your best." in " ".join(page.split())
        # What was answered in time and sent again stays what it was.
        assert visitor.post(f"/puzzles/{first.pk}/answer/", in_time).url == begun
        assert "came after" not in visitor.get(begun).content.decode()
        assert PuzzleAttempt.objects.count() == 1
        assert Rating.objects.get().tries == 1
        assert Rating.objects.get().rating == rating.rating
        assert visitor.get(answered.partition("?")[0]).status_code == 200


def test_a_better_round_is_a_new_best(visitor):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for right in (1, 2):
            address = visitor.post("/puzzles/train/nim/round/").url
            begun = address.partition("round-")[2]
            for _ in range(right):
                give(visitor, address, Puzzle.objects.get(pk=address.split("/")[2]), right=True)
                address = visitor.post(f"/puzzles/rounds/{begun}/next/").url
            clock.shift(timedelta(minutes=4))
        page = " ".join(visitor.get(f"/puzzles/rounds/{begun}/").content.decode().split())
        assert "That's a new best. Your old best was 1." in page


def test_a_round_is_seen_by_its_own_person_alone(visitor):
    visitor.post("/puzzles/train/nim/round/")
    begun = Round.objects.get().get_absolute_url()
    assert Client().get(begun).status_code == 404
    key = re.search(r"rounds/([^/]+)/", begun)[1]
    _, puzzle = next_one(Client())
    page = Client().get(f"{puzzle.get_absolute_url()}?theme=round-{key}").content.decode()
    assert "Round until" not in page
    assert Client().get(f"{puzzle.get_absolute_url()}?theme=round-x").status_code == 200


def test_an_old_position_comes_again_when_no_new_one_is_found(visitor, stranger, monkeypatch):
    first = next_one(visitor, "octal")
    give(visitor, *first, right=True)
    give(visitor, *next_one(visitor, "octal"), right=True)
    monkeypatch.setattr(training, "candidates", lambda *_: iter(()))
    address, puzzle = next_one(visitor, "octal")
    assert puzzle == first[1]
    page = give(visitor, address, puzzle, right=True).content.decode()
    assert "Next position" in page
    for key in ("octal", "mixed"):  # somebody else has nothing that could come again
        refused = stranger.post(f"/puzzles/train/{key}/")
        assert refused.status_code == 422
        assert "We found no new position. Try another training." in refused.content.decode()
    published = stored_puzzle("octal:0.07", "3+4")
    assert next_one(stranger, "octal")[1] == published
