"""The people of a course, taken into its class with one button."""

import logging

import pytest
from django.test import Client
from lti_tool.models import LtiContext, LtiUser

from games.classes.models import Membership, Staff
from games.people.models import User

from .launches import begin, bring, linked, open_, words
from .platform import INSTRUCTOR

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL)


@pytest.fixture
def room(platform, ada):
    return linked(ada, platform).classroom


def take(client, room):
    return client.post(f"/classes/{room.pk}/course/")


def register(room):
    return list(
        Membership.objects.active()
        .by_name()
        .filter(classroom=room)
        .values_list("real_name", flat=True)
    )


def test_a_course_of_two_hundred_in_four_groups(platform, ada, room):
    platform.people = {"ada": platform.people["ada"]}
    platform.groups = {"1": "Group A", "2": "Group B", "3": "Group C", "4": "Group D"}
    for number in range(200):
        platform.person(
            f"s{number}",
            f"Student {number:03}",
            group_enrollments=[{"group_id": str(number % 4 + 1)}],
        )
    open_(ada, platform, "ada")
    page = words(ada.get(f"/classes/{room.pk}/people/"))
    assert "Students join this class when they open Marienbad from “Algebra 1”." in page
    assert take(ada, room).headers["Location"] == f"/classes/{room.pk}/course/"
    page = words(ada.get(f"/classes/{room.pk}/course/"))
    assert "The course has 200 students that we know, and the class has 200." in page
    assert register(room) == [f"Student {number:03}" for number in range(200)]
    assert sorted((g.name, g.memberships.count()) for g in room.groups.all()) == [
        ("Group A", 50),
        ("Group B", 50),
        ("Group C", 50),
        ("Group D", 50),
    ]
    take(ada, room)
    assert Membership.objects.count() == 200
    assert User.objects.count() == 201


def test_who_is_there_already_stays_as_the_staff_know_them(platform, ada, mia, room):
    open_(mia, platform, "mia")
    Membership.objects.update(real_name="Mia B.", student_id="17")
    take(ada, room)
    assert register(room) == ["Mia B.", "Ben Kim"]
    assert Membership.objects.get(real_name="Mia B.").student_id == "17"


def test_who_comes_later_finds_the_place_and_is_asked_for_an_account_once(platform, ada, mia, room):
    take(ada, room)
    assert "Mia Bauer" in register(room)
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    assert "Do you have an account here?" in words(mia.get(enter))
    mia.post(enter)
    assert Membership.objects.filter(real_name="Mia Bauer").count() == 1
    assert mia.session["_auth_user_id"] == str(LtiUser.objects.get(sub="mia").auth_user_id)


def test_a_place_of_the_roster_goes_to_the_account_that_is_joined(platform, ada, mia, room):
    take(ada, room)
    made = LtiUser.objects.get(sub="mia").auth_user
    old = User.objects.create_user("mia", password="correct horse battery")
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    mia.post(f"{enter}join/", {"username": "mia", "password": "correct horse battery"})
    assert Membership.objects.get(real_name="Mia Bauer").user == old
    assert not User.objects.filter(pk=made.pk).exists()
    assert LtiUser.objects.get(sub="mia").auth_user == old


def test_whoever_teaches_the_course_gets_no_place_as_a_student(platform, ada, room):
    platform.person("zoe", "Zoe", INSTRUCTOR)
    take(ada, room)
    assert register(room) == ["Mia Bauer", "Ben Kim"]
    zoe = Client()
    open_(zoe, platform, "zoe")
    assert Staff.objects.get(user=LtiUser.objects.get(sub="zoe").auth_user).role == "instructor"


def test_nobody_is_removed_and_those_who_are_gone_are_named(platform, ada, mia, room):
    open_(mia, platform, "mia")
    platform.people["mia"]["status"] = "Inactive"
    take(ada, room)
    assert register(room) == ["Mia Bauer", "Ben Kim"]
    page = words(ada.get(f"/classes/{room.pk}/course/"))
    assert "Not students of the course: Mia Bauer." in page
    assert "The course has 1 student that we know, and the class has 2." in page


def test_whom_the_staff_took_out_is_not_put_back(platform, ada, mia, room):
    open_(mia, platform, "mia")
    ada.post(f"{Membership.objects.get().get_absolute_url()}remove/")
    take(ada, room)
    assert register(room) == ["Ben Kim"]


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (401, "Moodle did not accept our key (error 401). Nothing was changed."),
        (403, "Moodle does not allow this (error 403)."),
        (500, "Moodle has a fault of its own (error 500). Nothing was changed."),
    ],
)
def test_a_platform_that_does_not_tell(platform, ada, room, status, sentence):
    platform.fault = status
    refused = take(ada, room)
    assert refused.status_code == 502
    assert sentence in words(refused)
    assert not Membership.objects.exists()


def test_a_course_that_has_no_list(platform, ada, room):
    LtiContext.objects.update(memberships_url="")
    assert "Moodle does not tell us who is in the course." in words(take(ada, room))


def test_an_answer_that_is_no_list(platform, ada, room):
    platform.serve = lambda *asked: (["what?"], 200, {})
    assert take(ada, room).status_code == 302
    assert not Membership.objects.exists()
    platform.serve = lambda *asked: ({"members": [7, {"user_id": 3}, {"roles": 5}]}, 200, {})
    take(ada, room)
    assert not Membership.objects.exists()


def test_asking_again_and_again(platform, ada, room):
    for _ in range(6):
        assert take(ada, room).status_code == 302
    assert "You have asked often enough for now. Wait a minute." in words(take(ada, room))


def test_others_cannot_ask(platform, ada, mia, room):
    open_(mia, platform, "mia")
    assert take(mia, room).status_code == 404
    platform.person("zoe", "Zoe", INSTRUCTOR)
    zoe = Client()
    linked(zoe, platform, "zoe", context="another", title="Another")
    assert take(zoe, room).status_code == 404


def test_one_section_of_a_launch_is_a_section_and_several_are_groups(platform, ada, room):
    platform.person("mia", "Mia Bauer", sections='["Section 1", "Section 2"]')
    open_(Client(), platform, "mia")
    groups = Membership.objects.get().groups.values_list("name", flat=True)
    assert list(groups) == ["Section 1", "Section 2"]
    assert Membership.objects.get().section is None
    platform.person("ben", "Ben Kim", sections="Tuesday")
    open_(Client(), platform, "ben")
    ben = Membership.objects.get(real_name="Ben Kim")
    assert ben.section.name == "Tuesday"
    Membership.objects.filter(pk=ben.pk).update(section=room.sections.create(name="Friday"))
    open_(Client(), platform, "ben")
    ben.refresh_from_db()
    assert ben.section.name == "Friday", "what the instructor has decided stays"
    assert not Membership.objects.get(real_name="Ben Kim").groups.exists()
