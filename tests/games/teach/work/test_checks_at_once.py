"""Many answers to a check at the same moment, beside one another and beside handing in."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from games.teach.work.models import ItemAttempt, Start

from ...at_once import TABS, at_once
from .assignments import address, assignment, classroom, form_token, member, person

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def teacher():
    return person("teacher")


@pytest.fixture
def ann(teacher):
    client = person("ann")
    client.room = classroom(teacher)
    client.membership = member(client.room, client)
    return client


@pytest.fixture
def check(ann):
    return assignment(ann.room, mode="check", closes_at=timezone.now() + timedelta(hours=1))


def statuses_of(client, posts):
    return sorted(response.status_code for response in at_once(client, posts))


def points(teacher, found):
    page = teacher.get(address(found, what="results")).content.decode()
    return page.split('matrix-score">')[1].split("<")[0]


def test_one_form_sent_by_every_tab_is_one_answer(ann, check, teacher):
    token = form_token(ann, check, 1)
    posted = {"token": token, "move": "3>3"}
    assert statuses_of(ann, [(address(check, 1, "answer"), posted)] * TABS) == [302] * TABS
    assert ItemAttempt.objects.count() == 1
    assert points(teacher, check) == "1"


def test_of_many_forms_at_once_the_last_written_counts_on_every_page(ann, check, teacher):
    moves = ["3>2", "3>3"] * (TABS // 2)
    posts = [(address(check, 1, "answer"), {"token": uuid.uuid4(), "move": move}) for move in moves]
    assert statuses_of(ann, posts) == [302] * TABS
    stands = ItemAttempt.objects.order_by("answered_at").last()
    assert ItemAttempt.objects.count() == TABS
    assert points(teacher, check) == ("1" if stands.answer == "3>3" else "0")
    said = {"3>2": "Take 2 from row 3, leaving 2.", "3>3": "Take 1 from row 3, leaving 3."}
    assert said[stands.answer] in ann.get(address(check, 1)).content.decode()


def test_nothing_is_written_after_handing_in(ann, check):
    posts = [
        (address(check, 1, "answer"), {"token": uuid.uuid4(), "move": "3>3"}) for _ in range(TABS)
    ]
    posts[TABS // 2] = posts[TABS // 3] = (address(check, what="hand-in"), {"sure": "1"})
    statuses = statuses_of(ann, posts)
    assert set(statuses) <= {302, 409}
    written = ItemAttempt.objects.all()
    assert written.count() == statuses.count(302) - 2
    handed_in = Start.objects.get().handed_in_at
    assert all(one.answered_at < handed_in for one in written)
