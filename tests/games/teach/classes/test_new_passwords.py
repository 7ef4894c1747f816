"""Who may be given a new password by whom: nobody but one's own student, and none of others."""

import re

import pytest

from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.models import Membership, Staff

from .conftest import browser_of
from .lists import finished, log_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def page_of(member):
    return f"/classes/{member.classroom_id}/cards/?student={member.pk}"


def may(client, member):
    """Whether a new password is offered on the student's page, and is given when asked for."""
    before = User.objects.get(pk=member.user.pk).password
    offered = "Make a new sign-in card" in client.get(member.get_absolute_url()).content.decode()
    client.post(page_of(member), {"student": [member.pk]})
    given = User.objects.get(pk=member.user.pk).password != before
    assert offered == given
    return given


def test_who_joined_with_an_account_of_their_own_gets_a_password_that_works(owner, member, pupil):
    made = owner.post(page_of(member), {"student": [member.pk]})
    card = finished(owner, made).content.decode()
    words = re.search(r"[a-z]+-[a-z]+-[a-z]+-\d\d", card)[0]
    assert not pupil.get("/me/").context["user"].is_authenticated
    assert log_in("pavel", words).get("/me/").context["user"] == member.user


def another_class(owner_name):
    return service.create_class(User.objects.get_or_create(username=owner_name)[0], "Another")


def in_a_class_of(owner_name, **ended):
    def change(member):
        Membership.objects.create(
            classroom=another_class(owner_name), user=member.user, real_name="P", **ended
        )

    return change


def with_a_colleague_as_assistant(member):
    room = another_class("oskar")
    Staff.objects.create(
        classroom=room, user=member.classroom.staff.get(role="owner").user, role="assistant"
    )
    Membership.objects.create(classroom=room, user=member.user, real_name="P")


def teaches(member):
    service.create_class(member.user, "His own")


def assists(member):
    Staff.objects.create(classroom=another_class("oskar"), user=member.user, role="assistant")


def is_(**fields):
    return lambda member: User.objects.filter(pk=member.user.pk).update(**fields)


def was_made_by_another_class(member):
    is_(managed_by=another_class("oskar"))(member)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda member: None, True),
        (in_a_class_of("irene"), True),
        (in_a_class_of("oskar"), False),
        (in_a_class_of("oskar", has_left=True, archived_at="2026-01-01T00:00Z"), False),
        (with_a_colleague_as_assistant, False),
        (teaches, False),
        (assists, False),
        (is_(is_staff=True), False),
        (is_(is_superuser=True), False),
        (was_made_by_another_class, False),
        (service.remove, False),
    ],
    ids=[
        "only here",
        "in another class of hers",
        "in a class of somebody else",
        "was in a class of somebody else",
        "in a class she assists in",
        "teaches",
        "assists",
        "staff of the site",
        "superuser",
        "made by another class",
        "taken out",
    ],
)
def test_only_who_is_in_nobody_elses_class(owner, member, change, expected):
    change(member)
    assert may(owner, member) is expected


@pytest.mark.parametrize("role", ["assistant", "other instructor", "classmate", "nobody"])
def test_nobody_who_may_not_change_the_class_gives_passwords(people, member, role):
    before = User.objects.get(pk=member.user.pk).password
    answer = people[role].post(page_of(member), {"student": [member.pk]})
    assert answer.status_code in (302, 403, 404)
    assert User.objects.get(pk=member.user.pk).password == before


def test_an_instructor_beside_the_owner_is_asked_for_classes_of_their_own(people, member):
    assert may(people["instructor"], member)
    in_a_class_of("irene")(member)
    assert not may(people["instructor"], member)


def test_all_at_once_is_for_accounts_the_class_made(owner, classroom, member):
    before = User.objects.get(username="pavel").password
    assert owner.post(f"/classes/{classroom.pk}/cards/", {"all": "1"}).status_code == 422
    assert User.objects.get(username="pavel").password == before
    assert (
        "open the student in the class list"
        in owner.get(f"/classes/{classroom.pk}/cards/").content.decode()
    )


def test_who_cannot_be_helped_is_said_with_the_reason(owner, member):
    teaches(member)
    page = owner.get(member.get_absolute_url()).content.decode()
    assert "You cannot give Pavel Realname a new password" in page


def test_students_are_told_who_may_give_them_a_password(visitor, classroom, member):
    assert (
        "your instructor can give you a new one"
        in visitor.get(f"/join/{classroom.join_code}/").content.decode()
    )
    page = browser_of(member.user).get(f"/classes/{classroom.pk}/").content.decode()
    assert "If you forget your password, your instructor" in page
