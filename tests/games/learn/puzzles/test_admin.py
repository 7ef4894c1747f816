import json
import uuid

import pytest
from django.core.exceptions import ValidationError

from games.learn.puzzles import solving as service
from games.learn.puzzles.models import Puzzle, PuzzleSet
from games.people.models import User
from games.questions.attempts import GradedAnswer
from games.site.reports.models import Report
from games.site.reports.views import report
from solver import SolverError

from .puzzles import puzzle

pytestmark = pytest.mark.django_db
NEW = "/admin/games/puzzle/add/"


@pytest.fixture
def curator(client):
    curator = User.objects.create_superuser("curator", password="correct horse battery")
    client.force_login(curator)
    return client


def add(client, **changes):
    posted = {
        "ruleset": "nim",
        "position": "4+1+2",
        "convention": "misere",
        "to_move": "",
        "goal": "move",
        "state": "published",
    }
    return client.post(NEW, posted | changes)


def test_a_new_puzzle_is_solved_and_put_in_order(curator):
    assert add(curator).status_code == 302
    found = Puzzle.objects.get()
    assert found.position == "1+2+4"
    assert found.pk == found.identity
    assert "only-move" in found.themes
    page = curator.get(f"/admin/games/puzzle/{found.pk}/change/").content.decode()
    assert "Take 1 from row 3, leaving 3" in page
    assert "only-move" in curator.get("/admin/games/puzzle/").content.decode() or page


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"position": "1+3+5+7"}, "the player to move loses when the last one loses"),
        ({"position": "x"}, "is not a position"),
        ({"ruleset": "chess"}, "is not a ruleset"),
        ({"position": ""}, "required"),
        ({"position": "0"}, "no legal move"),
        ({"position": "99"}, "at most 60"),
        ({"ruleset": "subtraction:1", "position": "2"}, "Every move"),
        ({"position": "20+21+3", "goal": "all-moves"}, "at most 40"),
        ({"ruleset": "partizan-kayles", "position": "3"}, "Left or Right"),
        ({"ruleset": "partizan-kayles", "position": "3", "goal": "classify"}, "same moves"),
        (
            {"ruleset": "partizan-kayles", "position": "3", "goal": "predict", "to_move": "left"},
            "leave out left and right",
        ),
        ({"ruleset": "kayles", "position": "5", "goal": "case"}, "R1 says nothing"),
        (
            {"ruleset": "partizan-kayles", "position": "1", "to_move": "right"},
            "no legal move",
        ),
    ],
)
def test_a_position_that_contradicts_its_goal_is_refused_with_the_fact(curator, changes, said):
    response = add(curator, **changes)
    assert response.status_code == 200
    assert said in response.content.decode()
    assert not Puzzle.objects.exists()


def test_the_same_puzzle_in_another_order_is_the_same(curator):
    add(curator)
    response = add(curator, position="2+4+1")
    assert response.status_code == 200
    assert "already" in response.content.decode()
    assert Puzzle.objects.count() == 1


def test_what_contradicts_its_goal_cannot_be_saved_by_code_either():
    with pytest.raises(SolverError):
        puzzle(position="1+3+5+7")
    with pytest.raises(ValidationError):
        Puzzle(ruleset="nim", position="2+2", convention="misere", goal="move").full_clean()


def test_a_saved_puzzle_keeps_its_position(curator):
    found = puzzle()
    curator.post(f"/admin/games/puzzle/{found.pk}/change/", {"position": "3+4", "state": "retired"})
    found.refresh_from_db()
    assert (found.position, found.state) == ("1+2+4", "retired")


def test_sets_are_put_together_from_puzzles(curator):
    found = puzzle()
    posted = {
        "slug": "mine",
        "title": "Mine",
        "note": "One sentence.",
        "order": "0",
        "step_key": ["new-1"],
        "step": [json.dumps(found.asked.columns)],
    }
    assert curator.post("/admin/games/puzzleset/add/", posted).status_code == 302
    assert PuzzleSet.objects.get().puzzles.get() == found
    assert "One sentence." in curator.get("/admin/games/puzzleset/").content.decode()


def test_reports_wait_in_a_queue_with_what_was_tried(curator, alice):
    found = puzzle()
    service.record_attempt(alice, found, uuid.uuid4(), GradedAnswer.to(found, "1>0"))
    made = report(alice, found, "I am sure that this wins.")
    assert "I am sure" in curator.get("/admin/games/report/").content.decode()
    page = curator.get(f"/admin/games/report/{made.pk}/change/").content.decode()
    assert "1&gt;0: not solved" in page
    assert ">1<" in curator.get("/admin/games/puzzle/").content.decode()
    curator.post("/admin/games/report/", {"action": "close", "_selected_action": [made.pk]})
    assert Report.objects.get().closed
    assert curator.get("/admin/games/report/add/").status_code == 403
    assert curator.get("/admin/games/daily/").status_code == 200
