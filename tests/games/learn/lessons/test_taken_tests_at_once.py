"""A test begun, and a question answered, in several tabs at the same moment."""

import pytest
from django.test import Client

from games.learn.lessons.taken_tests import TakenTest
from games.people.models import User

from ...at_once import TABS, at_once
from .lessons import lesson
from .test_taken_tests import begun, form

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def student():
    client = Client()
    client.force_login(User.objects.create_user("ann"))
    return client


def test_a_test_begun_in_every_tab_is_one_test(student):
    lesson()
    responses = at_once(student, [("/learn/a-lesson/test/", {})] * TABS)
    assert {response.status_code for response in responses} == {302}
    assert {response.url for response in responses} == {TakenTest.objects.get().get_absolute_url()}


def test_a_question_answered_in_every_tab_is_answered_once(student):
    lesson()
    taken = begun(student)
    address = f"{taken.get_absolute_url()}1/"
    responses = at_once(student, [(address, form(taken, 1))] * TABS)
    assert {response.status_code for response in responses} == {302}
    taken.refresh_from_db()
    assert len(taken.answers) == 1
