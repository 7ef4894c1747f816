"""The one protocol of attempts: an answer is graded once for its request, wherever it is given."""

import sys

import pytest
from django.urls import get_resolver

from games.learn.puzzles.tries import PuzzleAttempt
from games.people.models import Visitor
from games.questions import grading

from ..learn.lessons.lessons import MOVE, lesson, token
from ..learn.puzzles.puzzles import puzzle
from ..teach.work.assignments import address, assignment, classroom, form_token, member, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def graded(monkeypatch):
    """Every answer that is graded from now on, wherever it is asked for."""
    answers, grade = [], grading.grade
    assert get_resolver().url_patterns  # every view is imported now, and patched below

    def counted(exercise, given, *more, **named):
        answers.append(given)
        return grade(exercise, given, *more, **named)

    for name, module in list(sys.modules.items()):
        if name.startswith("games.") and getattr(module, "grade", None) is grade:
            monkeypatch.setattr(module, "grade", counted)
    return answers


@pytest.fixture
def ann():
    return person("ann")


def pages(ann):
    """A step, a puzzle and an item that ask for a move of 1+2+4, each with its token."""
    found = lesson(MOVE)
    step = found.live_steps[0].get_absolute_url()
    asked = puzzle(position="1+2+4").get_absolute_url()
    room = classroom(person("teacher"))
    member(room, ann)
    work = assignment(room, "nim 1+2+4 misere")
    return {
        step: token(ann, step),
        asked: token(ann, asked),
        address(work, 1): form_token(ann, work, 1),
    }


def test_an_answer_is_graded_once_when_it_is_given_and_once_where_it_is_shown(ann, graded):
    for page, form in pages(ann).items():
        graded.clear()
        response = ann.post(f"{page}answer/", {"token": form, "move": "1>0"})
        assert response.status_code == 302, page
        assert graded == ["1>0"], page
        assert ann.get(response.url).status_code == 200
        assert graded == ["1>0", "1>0"], page


def test_an_answer_that_cannot_be_read_makes_nobody_and_records_nothing(visitor, graded):
    asked = puzzle(position="1+2+4").get_absolute_url()
    form = token(visitor, asked)
    refused = visitor.post(f"{asked}answer/", {"token": form, "move": "9>9"})
    assert refused.status_code == 422
    assert graded == ["9>9"]
    assert not Visitor.objects.exists()
    assert not PuzzleAttempt.objects.exists()
