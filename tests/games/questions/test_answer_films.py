"""Why an answer is so: frame by frame on the board of its question, once that may be told."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, StepRecord
from games.teach.work.models import Assignment

from ..learn.lessons.lessons import MOVE, lesson, step
from ..learn.lessons.lessons import give as give_step
from ..learn.puzzles.puzzles import puzzle, solve
from ..teach.work.assignments import address, assignment, classroom, give, member, person

pytestmark = pytest.mark.django_db

KAYLES = "kayles 4+3+1 misere"


@pytest.fixture
def teacher(db):
    return person("teacher")


@pytest.fixture
def room(teacher):
    return classroom(teacher)


@pytest.fixture
def ann(room):
    client = person("ann")
    client.membership = member(room, client)
    return client


def link_of(page):
    found = re.search(r'id="see-why" href="([^"#]+)"', page)
    assert page.count('id="see-why"') <= 1, "one way to the reasons"
    return found and found[1].replace("&amp;", "&")


def page_of(client, where):
    return client.get(where).content.decode()


def test_homework_shows_why_on_the_board_of_the_item(room, ann):
    found = assignment(room, KAYLES)
    wrong = give(ann, found, 1, move="3>0").content.decode()
    assert link_of(wrong) is None, "not while another answer is taken"
    right = give(ann, found, 1, move="2>1").content.decode()
    first = page_of(ann, link_of(right))
    assert 'id="answer-film"' in first
    assert 'id="board"' not in first, "in the place of the board"
    shown = first
    for _ in range(4):  # a frame of many words has several parts
        if "Frame 1 of" in shown:
            following = re.search(r'rel="next"\s+href="([^"#]+)', shown)[1].replace("&amp;", "&")
            assert following.startswith(address(found, 1))
            shown = page_of(ann, following)
    assert "Frame 2 of" in shown


def test_the_film_of_an_item_stays_within_what_was_learnt(room, ann):
    LessonFiles.load()
    found = assignment(room, KAYLES)
    right = give(ann, found, 1, move="2>1").content.decode()
    film = page_of(ann, link_of(right))
    assert "Pairs and smaller positions" in film
    assert "inverter" not in right + film
    user = ann.membership.user
    for one in Lesson.objects.get(slug="four-kinds").live_steps:
        StepRecord.objects.create(step=one, user=user, done_at=timezone.now())
    film = page_of(ann, link_of(right))
    assert "inverter" in film
    assert "inverter" not in page_of(ann, address(found, 1)), "a verdict stays as it was given"


def test_a_check_shows_no_film_before_it_is_over_for_everybody(room, ann):
    found = assignment(
        room, KAYLES, mode="check", closes_at=timezone.now() + timedelta(hours=1), minutes=None
    )
    saved = give(ann, found, 1, move="2>1").content.decode()
    assert link_of(saved) is None
    assert 'id="answer-film"' not in page_of(ann, f"{address(found, 1)}?why=1")
    past = timezone.now() - timedelta(hours=1)
    Assignment.objects.update(closes_at=past, opens_at=past - timedelta(hours=1))
    over = page_of(ann, address(found, 1))
    assert 'id="answer-film"' in page_of(ann, link_of(over))


def test_who_never_answered_sees_why_once_what_was_right_is_told(room, ann):
    found = assignment(room, KAYLES, mode="check", closes_at=timezone.now() + timedelta(hours=1))
    assert 'id="answer-film"' not in page_of(ann, f"{address(found, 1)}?why=1")
    past = timezone.now() - timedelta(hours=1)
    Assignment.objects.update(closes_at=past, opens_at=past - timedelta(hours=1))
    over = page_of(ann, address(found, 1))
    assert "Not answered." in over
    assert 'id="answer-film"' in page_of(ann, link_of(over))


def test_a_puzzle_shows_why_on_its_own_board(visitor):
    found = puzzle()
    tried = solve(visitor, found, move="3>3")
    where = tried.get_absolute_url()
    film = page_of(visitor, link_of(page_of(visitor, where)))
    assert 'id="answer-film"' in film
    assert f'href="{where}?why=2#answer-film"' in film


def test_a_step_shows_why_on_its_own_board_once_it_is_answered(visitor):
    one = step(lesson(MOVE), 1)
    where = one.get_absolute_url()
    assert 'id="answer-film"' not in page_of(visitor, f"{where}?why=1")
    wrong = give_step(visitor, one, move="2>1").content.decode()
    assert link_of(wrong) is None
    right = give_step(visitor, one, move="2>0").content.decode()
    film = page_of(visitor, link_of(right))
    assert 'id="answer-film"' in film
    assert "That wins." in film, "the verdict stays"
