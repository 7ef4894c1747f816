"""The shelf of what somebody has proved: it fills with the steps of a proof, for one person."""

import html
import re

import pytest
from django.test import Client

from games.explore.theory.papers import papers
from games.learn.lessons.course import the_course
from games.learn.lessons.models import Lesson, StepRecord
from games.learn.progress.proved import shelf_of
from tests.guessers import the_lessons

from .lessons import MOVE, PREDICT, give, lesson, step

pytestmark = pytest.mark.django_db

PROOF = ["The next harbor", "Prove it"]
ROWS = [
    "One row, the last one wins",
    "One row solved, the last one wins",
    "One heap, the last one wins",
]
"""What these two steps of the lesson on safe harbors prove, as the sources have it."""


def words(client, address):
    response = client.get(address, follow=True)
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def harbors():
    steps = [
        PREDICT | {"title": PROOF[0]},
        MOVE | {"title": PROOF[1]},
        PREDICT | {"title": "Another"},
    ]
    return lesson(*steps, slug="safe-harbors", title="Safe harbors")


def test_a_statement_stands_on_the_shelf_once_every_step_of_its_proof_is_done(
    visitor, stranger, harbors
):
    address = "/learn/safe-harbors/"
    gives = f"You prove {' , '.join(ROWS)} ."
    assert gives in words(visitor, address)
    give(visitor, step(harbors, 1), choice="P")
    assert "What you have proved" not in words(visitor, "/me/")
    assert "0 of 3 statements" in words(visitor, "/me/proved/")
    give(visitor, step(harbors, 2), move="2>0")
    page = words(visitor, "/me/")
    assert "What you have proved" in page
    assert all(title in page for title in ROWS)
    shelf = words(visitor, "/me/proved/")
    assert "3 of 3 statements" in shelf
    assert "Proved on 25 November 2026" in shelf
    assert "Still to prove" not in shelf
    assert "One row, the last one wins ✓ proved" in words(visitor, address)
    give(stranger, step(harbors, 1), choice="P")
    other = words(stranger, "/me/proved/")
    assert "0 of 3 statements" in other
    assert "Proved in Safe harbors" in other
    assert "Proved on" not in other
    assert "0 of 3 statements" in words(Client(), "/me/proved/")


def test_a_step_whose_answer_was_told_proves_nothing(visitor, harbors):
    give(visitor, step(harbors, 1), choice="P")
    for move in ("2>4", "2>3", "2>2"):
        give(visitor, step(harbors, 2), move=move)
    visitor.post(f"{step(harbors, 2).get_absolute_url()}reveal/")
    give(visitor, step(harbors, 2), move="2>0")
    assert StepRecord.objects.get(step=step(harbors, 2)).answer_shown
    assert "0 of 3 statements" in words(visitor, "/me/proved/")


def test_each_card_leads_to_its_statement_and_a_lesson_that_is_withdrawn_gives_none(
    visitor, harbors
):
    page = visitor.get("/me/proved/").content.decode()
    for address in set(re.findall(r'href="(/sources/[^"]+/[^"]+/)"', page)):
        assert visitor.get(address).status_code == 200
    assert len(re.findall(r'class="card-name" href="/sources/', page)) == 3
    Lesson.objects.update(state="draft")
    assert "0 of 0" in words(visitor, "/me/proved/")


def test_one_of_two_proofs_is_enough(visitor):
    """The second half of the proof of R1 stands in two lessons."""
    found = lesson(PREDICT | {"title": "Which case has no move?"}, slug="where-r1-breaks")
    give(visitor, step(found, 1), choice="P")
    shelf = words(visitor, "/me/proved/")
    assert "Every case leaves a losing position" in shelf
    assert "2 of 2 statements" in shelf


def test_every_proof_of_the_course_is_made_of_steps_that_there_are():
    """Each row that says proved names steps of its lesson, as their files have them."""
    proofs = [
        one
        for paper in papers().values()
        for item in paper.items
        for one in item.taught
        if one.how == "proved"
    ]
    assert len(proofs) > 20
    for one in proofs:
        _, steps = the_lessons()[one.lesson]
        assert set(one.steps) <= {found.title for found in steps}


def test_without_lessons_the_shelf_is_empty():
    assert shelf_of(None, the_course()).cards == ()
