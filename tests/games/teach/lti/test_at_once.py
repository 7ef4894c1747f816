"""Launches of one person in one moment, and instructors who set up one course at once."""

import pytest
from django.test import Client
from lti_tool.models import LtiUser

from games.people.models import User
from games.teach.classes.models import Classroom, Membership

from ...at_once import all_heard
from .launches import begin, bring, linked

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
TABS = 8


def entered(platform, subject):
    client = Client()
    return client, bring(client, begin(client, platform, subject)).headers["Location"]


def test_launches_of_one_person_in_one_moment_make_one_account(platform, ada):
    linked(ada, platform)
    tabs = [entered(platform, "mia") for _ in range(TABS)]
    responses = all_heard([(client, to, {}) for client, to in tabs])
    assert {response.status_code for response in responses} == {302}
    assert LtiUser.objects.filter(sub="mia").count() == 1
    assert User.objects.count() == 2
    assert Membership.objects.get().real_name == "Mia Bauer"


def test_messages_that_come_in_one_moment_are_used_once(platform, ada, mia):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    form.pop("to")
    responses = all_heard([(mia, "/lti/launch/", form)] * TABS)
    assert sorted(r.status_code for r in responses) == [302] + [403] * (TABS - 1)


def test_a_course_that_is_set_up_in_one_moment_gets_one_class(platform):
    tabs = [entered(platform, "ada") for _ in range(4)]
    for client, to in tabs:
        client.post(to)
    all_heard([(client, f"{to}class/", {"classroom": "new"}) for client, to in tabs])
    assert Classroom.objects.count() == 1
