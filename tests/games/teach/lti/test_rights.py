"""Whom a platform signs in, and which place it gives: never somebody who runs this site."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from lti_tool.models import LtiUser

from games.people.models import User
from games.teach.classes.models import Membership, Staff

from ..work.assignments import address, assignment
from .launches import begin, bring, linked, open_, words
from .platform import INSTRUCTOR, LEARNER

pytestmark = pytest.mark.django_db

REFUSED = "Your account helps to run this site, so a course cannot open it."
PASSWORD = "correct horse battery"


def user_of(subject):
    return LtiUser.objects.get(sub=subject).auth_user


def promoted(user, how):
    if how == "curator":
        user.user_permissions.add(Permission.objects.get(codename="change_lesson"))
    else:
        User.objects.filter(pk=user.pk).update(**{how: True})


@pytest.mark.parametrize("how", ["is_staff", "is_superuser", "curator"])
@pytest.mark.parametrize("deep", [False, True])
def test_who_got_rights_after_joining_signs_in_with_the_password(platform, ada, room, how, deep):
    platform.person("zoe", "Zoe", INSTRUCTOR)
    open_(Client(), platform, "zoe")
    zoe = user_of("zoe")
    zoe.set_password(PASSWORD)
    zoe.save()
    promoted(zoe, how)
    browser = Client()
    page = open_(browser, platform, "zoe", deep=deep)
    where = page.request["PATH_INFO"]
    assert page.status_code == 403
    assert REFUSED in words(page)
    assert "Sign in" in words(page)
    assert "_auth_user_id" not in browser.session
    assert browser.get("/admin/").status_code == 302
    browser.post("/accounts/login/", {"username": zoe.username, "password": PASSWORD})
    assert browser.get(where).status_code == 302, "with the password the course opens"


def test_a_session_from_before_gets_no_rights_with_the_account(platform, mia, room):
    open_(mia, platform, "mia")
    assert mia.get(f"/classes/{room.pk}/").status_code == 200
    promoted(user_of("mia"), "is_staff")
    promoted(user_of("mia"), "is_superuser")
    assert mia.get("/admin/").status_code == 302
    assert mia.get(f"/classes/{room.pk}/").status_code == 302, "it is signed out"


@pytest.mark.parametrize("how", ["is_staff", "is_superuser", "curator"])
def test_no_account_with_rights_is_joined_even_with_its_password(platform, mia, room, how):
    boss = User.objects.create_user("boss", password=PASSWORD)
    promoted(boss, how)
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    refused = mia.post(f"{enter}join/", {"username": "boss", "password": PASSWORD})
    assert "This account has rights in the administration" in words(refused)
    assert "_auth_user_id" not in mia.session
    assert LtiUser.objects.get(sub="mia").auth_user is None


def test_a_second_identity_of_the_platform_does_not_open_it_either(platform, ada, room):
    """Two registrations of one platform share their people."""
    open_(Client(), platform, "mia")
    promoted(user_of("mia"), "is_staff")
    from lti_tool.models import LtiDeployment, LtiRegistration

    known = LtiRegistration.objects.get()
    known.pk, known.client_id = None, "another"
    known.uuid = "3f2504e0-4f89-11d3-9a0c-0305e82c3301"
    known.save()
    LtiDeployment.objects.create(registration=known, deployment_id="1", is_active=True)
    platform.client_id = "another"
    browser = Client()
    response = bring(browser, begin(browser, platform, "mia"))
    page = browser.get(response.headers["Location"])
    assert REFUSED in words(page)
    assert "_auth_user_id" not in browser.session


def test_an_assistant_by_hand_keeps_the_post_at_each_launch_as_a_learner(platform, ada, mia, room):
    open_(mia, platform, "mia")
    user = user_of("mia")
    Membership.objects.filter(user=user).delete()
    Staff.objects.create(classroom=room, user=user, role="assistant")
    for _ in range(3):
        browser = Client()
        response = open_(browser, platform, "mia")
        assert browser.get(response.headers["Location"]).status_code == 200
        assert Staff.objects.get(user=user).role == "assistant"
        assert not Membership.objects.active().filter(user=user).exists()


def test_an_administrator_of_the_course_teaches_its_class(platform, ada, room):
    platform.person("root", "Root", f"{INSTRUCTOR.rpartition('#')[0]}#Administrator")
    open_(Client(), platform, "root")
    assert Staff.objects.get(user=user_of("root")).role == "instructor"


def test_an_administrator_can_set_up_a_course(platform, ada):
    platform.person("root", "Root", f"{INSTRUCTOR.rpartition('#')[0]}#Administrator")
    assert linked(Client(), platform, "root").classroom.name == "Algebra 1"


def test_the_test_student_of_canvas_gets_no_account_and_no_place(platform, mia, room):
    test_user = "http://purl.imsglobal.org/vocab/lti/system/person#TestUser"
    platform.person("test", "Test Student", LEARNER, test_user)
    where = f"http://testserver{address(assignment(room))}"
    refused = mia.get(bring(mia, begin(mia, platform, "test", where)).headers["Location"])
    assert refused.status_code == 403
    assert "A test student has no place in a class." in words(refused)
    assert User.objects.count() == 1
    assert not Membership.objects.exists()
