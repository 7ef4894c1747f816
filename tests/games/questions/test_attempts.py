"""The one protocol of attempts: an answer is graded once for its request, wherever it is given."""

import json
import re
import sqlite3
import sys
import uuid

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.urls import get_resolver, reverse
from django.utils.html import escape

from games.learn.lessons.models import Step
from games.learn.puzzles.models import PuzzleAttempt
from games.people.models import User, Visitor
from games.questions import grading, question
from games.questions.attempts import Attempt
from games.questions.goals import move
from games.questions.verdicts import read_verdict
from games.teach.work.models import Assignment

from ..learn.lessons.lessons import MOVE, lesson, token
from ..learn.puzzles.puzzles import puzzle
from ..teach.work.assignments import address, assignment, classroom, form_token, member, person
from ..world import browser_of

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


def test_an_answer_is_graded_when_it_is_given_and_its_verdict_shown_as_it_was(ann, graded):
    for page, form in pages(ann).items():
        graded.clear()
        response = ann.post(f"{page}answer/", {"token": form, "move": "1>0"})
        assert response.status_code == 302, page
        assert graded == ["1>0"], page
        shown = ann.get(response.url).content.decode()
        assert graded == ["1>0"], page
        assert said(Attempt.objects.latest("created_at")) in shown, page


def said(attempt):
    """The words of the verdict that is kept with a try, as a page writes them."""
    return escape(read_verdict(attempt.judged).words)


def test_a_try_from_before_verdicts_were_kept_is_graded_once_more_and_reads_the_same(ann, graded):
    for page, form in pages(ann).items():
        shown = ann.post(f"{page}answer/", {"token": form, "move": "1>0"}).url
        before = without_forms(ann.get(shown))
        Attempt.objects.update(judged="")
        graded.clear()
        for _ in range(2):
            assert without_forms(ann.get(shown)) == before, page
            assert graded == ["1>0"], page
        Attempt.objects.update(judged='{"words": 3}')  # a text of another version
        assert without_forms(ann.get(shown)) == before, page


def test_the_page_after_an_answer_draws_the_reply_and_solves_nothing(ann, monkeypatch):
    def refuse(question):
        raise AssertionError(f"{question} is solved once more")

    for page, form in pages(ann).items():
        shown = ann.post(f"{page}answer/", {"token": form, "move": "1>0"}).url
        before = without_forms(ann.get(shown))
        assert "The other player answers by" in before, page
        with monkeypatch.context() as patched:
            patched.setattr(question, "profile", refuse)
            patched.setattr(move, "best_answer", refuse)
            assert without_forms(ann.get(shown)) == before, page
        attempt = Attempt.objects.latest("created_at")
        verdict = json.loads(attempt.judged)
        assert len(verdict.pop("line")) == 2, page
        Attempt.objects.filter(pk=attempt.pk).update(judged=json.dumps(verdict))
        assert without_forms(ann.get(shown)) == before, page  # a verdict from before lines


def without_forms(response):
    """A page without what is new each time: keys and the time."""
    assert response.status_code == 200
    return re.sub(r"[\w-]{20,}|\b\d{13}\b", "", response.content.decode())


def test_a_verdict_can_be_read_while_nothing_can_be_written(ann, monkeypatch):
    def refuse(*args, **fields):
        cause = sqlite3.OperationalError("attempt to write a readonly database")
        cause.sqlite_errorcode = sqlite3.SQLITE_READONLY
        raise OperationalError(*cause.args) from cause

    for page, form in pages(ann).items():
        shown = ann.post(f"{page}answer/", {"token": form, "move": "1>0"}).url
        Attempt.objects.update(judged="")
        with monkeypatch.context() as patched:
            patched.setattr(QuerySet, "update", refuse)
            assert ann.get(shown).status_code == 200, page


def test_staff_read_the_verdict_that_the_student_was_given(ann):
    *_, item = pages(ann)
    found = Assignment.objects.get()
    ann.post(f"{item}answer/", {"token": uuid.uuid4(), "move": "1>0"})
    told = Attempt.objects.get()
    words = read_verdict(told.judged).answered
    Attempt.objects.update(judged=told.judged.replace(words, "As it was said then."))
    assert "As it was said then." in ann.get(f"{item}?answer={told.token}").content.decode()
    teacher = browser_of(User.objects.get(username="teacher"))
    answers = reverse("assignments:replay", args=[found.pk, told.membership_id, told.item_id])
    assert "As it was said then." in teacher.get(answers).content.decode()


def test_a_step_that_asks_something_else_now_tells_no_verdict_on_the_old_question(ann):
    page = next(iter(pages(ann)))
    shown = ann.post(f"{page}answer/", {"token": uuid.uuid4(), "move": "1>0"}).url
    words = escape(read_verdict(Attempt.objects.get().judged).answered)
    assert words in ann.get(shown).content.decode()
    Step.objects.update(position="5+5")
    assert words not in ann.get(shown).content.decode()
    assert Attempt.objects.get().asked.position == "1+5"


def test_one_form_is_one_try_wherever_it_is_sent(ann):
    step, asked, _ = pages(ann)
    form = {"token": uuid.uuid4(), "move": "1>0"}
    assert ann.post(f"{step}answer/", form).status_code == 302
    refused = ann.post(f"{asked}answer/", form)
    assert refused.status_code == 422
    assert "reload the page and try again" in refused.content.decode()
    assert Attempt.objects.get().step is not None


def test_an_answer_that_cannot_be_read_makes_nobody_and_records_nothing(visitor, graded):
    asked = puzzle(position="1+2+4").get_absolute_url()
    form = token(visitor, asked)
    refused = visitor.post(f"{asked}answer/", {"token": form, "move": "9>9"})
    assert refused.status_code == 422
    assert graded == ["9>9"]
    assert not Visitor.objects.exists()
    assert not PuzzleAttempt.objects.exists()
