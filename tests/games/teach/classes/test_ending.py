"""Leaving a class, deleting it, and who may make one."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.learn.puzzles.models import PuzzleAttempt
from games.people.models import User
from games.teach.classes.models import Classroom, Group, Membership, Staff
from games.teach.work.models import Assignment, ItemAttempt

from ...learn.puzzles.puzzles import puzzle
from ..work.assignments import assignment, give
from .conftest import browser_of

pytestmark = [pytest.mark.days, pytest.mark.django_db]


def words(response):
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def card_account(classroom, name="smart-lark-48"):
    user = User.objects.create_user(name, managed_by=classroom)
    Membership.objects.create(classroom=classroom, user=user, real_name="Lena Lark")
    return user


# --- Leaving --------------------------------------------------------------------------


def test_who_leaves_is_told_to_the_staff_with_the_day_and_comes_back(
    owner, classroom, member, pupil
):
    with time_machine.travel("2026-03-02 10:00Z"):
        work = assignment(classroom)
        pupil.post(f"/classes/{classroom.pk}/leave/")
        page = words(owner.get(f"/classes/{classroom.pk}/"))
        assert "1 student left the class in the last two weeks" in page
        assert "Left the class (1) Pavel Realname pavel, 2 March 2026" in page
        results = words(owner.get(f"/assignments/{work.pk}/results/"))
        assert "Pavel Realname (left 2 March)" in results
    with time_machine.travel("2026-03-20 10:00Z"):
        page = words(owner.get(f"/classes/{classroom.pk}/"))
        assert "in the last two weeks" not in page
        assert "Left the class (1)" in page
        pupil.post(f"/join/{classroom.join_code}/", {"real_name": "Pavel"})
        page = words(owner.get(f"/classes/{classroom.pk}/"))
        assert "1 student. Only those who teach this class see this list." in page
        assert "Left the class" not in page


def test_a_class_can_keep_its_students_from_leaving(owner, classroom, member, pupil):
    page = f"/classes/{classroom.pk}/"
    assert "Leave this class" in words(pupil.get(page))
    owner.post(f"{page}settings/", {"name": "Logic 101"})
    told = words(pupil.get(page))
    assert "Leave this class" not in told
    assert "To leave this class, ask irene to remove you." in told
    refused = pupil.post(f"{page}leave/")
    assert refused.status_code == 409
    assert "You can’t leave this class on your own." in words(refused)
    assert Membership.objects.get().archived_at is None
    owner.post(f"{page}settings/", {"name": "Logic 101", "may_leave": "on"})
    assert pupil.post(f"{page}leave/").status_code == 302


# --- Deleting -------------------------------------------------------------------------


def test_the_owner_reads_what_goes_with_a_class_before_it_goes(owner, classroom, member, pupil):
    card_account(classroom)
    work = assignment(classroom)
    Assignment.objects.create(classroom=classroom, title="A draft")
    give(pupil, work, 1, move="3>2")
    page = words(owner.get(f"/classes/{classroom.pk}/delete/"))
    for said in (
        "results of 2 students, including those who left",
        "2 assignments",
        "1 answer to",
        "1 group ",
        "Also delete the 1 account that",
    ):
        assert said in page
    for name in ("", "Logic"):
        refused = owner.post(f"/classes/{classroom.pk}/delete/", {"name": name})
        assert refused.status_code == 422
    assert "The class is called Logic 101." in words(refused)
    assert Classroom.objects.filter(pk=classroom.pk).exists()
    gone = owner.post(f"/classes/{classroom.pk}/delete/", {"name": "logic 101"}, follow=True)
    assert "The class is deleted." in words(gone)
    for model in (Classroom, Membership, Assignment, ItemAttempt, Group, Staff):
        assert not model.objects.exists(), model
    assert User.objects.filter(username__in=("pavel", "smart-lark-48")).count() == 2


def test_accounts_a_class_made_go_with_it_only_if_chosen_and_only_if_they_are_nowhere_else(
    owner, classroom, member, alice
):
    card_account(classroom)
    shared = card_account(classroom, "calm-otter-12")
    other = Classroom.objects.create(name="Other")
    Staff.objects.create(classroom=other, user=alice, role="owner")
    Membership.objects.create(classroom=other, user=shared, real_name="Otto")
    PuzzleAttempt.objects.create(
        puzzle=puzzle(), user=User.objects.get(username="smart-lark-48"), answer="3>2", solved=True
    )
    owner.post(f"/classes/{classroom.pk}/delete/", {"name": "Logic 101", "accounts": "on"})
    left = set(User.objects.values_list("username", flat=True))
    assert left == {"irene", "pavel", "calm-otter-12", "alice"}
    assert not PuzzleAttempt.objects.exists()


@pytest.mark.parametrize("who", ["instructor", "assistant", "student", "other instructor"])
def test_nobody_but_the_owner_deletes_a_class(people, classroom, who):
    address = f"/classes/{classroom.pk}/delete/"
    assert people[who].get(address).status_code in (403, 404)
    assert people[who].post(address, {"name": "Logic 101"}).status_code in (403, 404)
    assert Classroom.objects.filter(pk=classroom.pk).exists()


def test_an_archived_class_can_be_deleted_by_its_owner(owner, classroom):
    owner.post(f"/classes/{classroom.pk}/archive/")
    assert "/delete/" in owner.get(f"/classes/{classroom.pk}/settings/").content.decode()
    owner.post(f"/classes/{classroom.pk}/delete/", {"name": "Logic 101"})
    assert not Classroom.objects.exists()


# --- Making classes -------------------------------------------------------------------


def test_a_student_makes_a_class_only_after_saying_that_they_teach(member, pupil):
    index = words(pupil.get("/classes/"))
    assert "New class" not in index
    assert "Start teaching" in index
    assert pupil.post("/classes/new/", {"name": "Mine"}).url == "/classes/teach/"
    assert Classroom.objects.count() == 1
    means = words(pupil.get("/classes/teach/"))
    assert "Your own instructors can no longer give you a new password" in means
    assert pupil.post("/classes/teach/").url == "/classes/new/"
    pupil.post("/classes/new/", {"name": "Mine"})
    assert Classroom.objects.filter(name="Mine").exists()
    assert "New class" in words(pupil.get("/classes/"))


def test_an_account_that_a_school_made_teaches_by_invitation_alone(classroom, people):
    lark = card_account(classroom)
    client = browser_of(lark)
    assert "A school made your account" in words(client.get("/classes/teach/"))
    assert client.post("/classes/teach/").status_code == 403
    assert client.post("/classes/new/", {"name": "Mine"}).url == "/classes/teach/"
    Membership.objects.filter(user=lark).update(archived_at=timezone.now() - timedelta(days=1))
    assert client.post("/classes/new/", {"name": "Mine"}).url == "/classes/teach/"
    other = Classroom.objects.get(name="Another class")
    Staff.objects.create(classroom=other, user=lark, role="assistant")
    client.post("/classes/new/", {"name": "Mine"})
    assert Classroom.objects.filter(name="Mine").exists()


def test_whoever_teaches_or_is_no_student_makes_classes_as_before(owner, alice):
    for client in (owner, browser_of(alice)):
        assert "New class" in words(client.get("/classes/"))
        assert client.get("/classes/new/").status_code == 200
    stranger = Client().get("/classes/").content.decode()
    assert 'href="/accounts/signup/?next=/classes/new/">Sign up</a>' in stranger
    assert 'href="/accounts/login/?next=/classes/new/">Sign in</a>' in stranger
