"""The people of a class, and those who have nothing to do with it."""

import pytest
from django.test import Client

from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.models import Group, Membership, Staff


def browser_of(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def classroom(db):
    """Logic 101, owned by irene."""
    return service.create_class(User.objects.create_user("irene", password="x"), "Logic 101")


@pytest.fixture
def owner(classroom):
    return browser_of(classroom.staff.get(role="owner").user)


@pytest.fixture
def member(classroom):
    """A student who joined with an account of his own, with everything the staff may know."""
    user = User.objects.create_user("pavel", password="x")
    member = Membership.objects.create(
        classroom=classroom,
        user=user,
        real_name="Pavel Realname",
        student_id="S-4711",
        email="pavel@example.org",
        notes="Needs the front row",
        joined_via="code",
    )
    member.groups.add(Group.objects.create(classroom=classroom, name="Tuesday"))
    return member


@pytest.fixture
def pupil(member):
    return browser_of(member.user)


@pytest.fixture
def people(classroom, member, alice):
    """A browser for everybody, by what they are to the class."""
    found = {"owner": browser_of(classroom.staff.get(role="owner").user)}
    for role in (Staff.Role.INSTRUCTOR, Staff.Role.ASSISTANT):
        user = User.objects.create_user(f"the-{role}")
        Staff.objects.create(classroom=classroom, user=user, role=role)
        found[role.value] = browser_of(user)
    other = User.objects.create_user("oskar")
    service.create_class(other, "Another class")
    mate = User.objects.create_user("mate")
    Membership.objects.create(
        classroom=classroom, user=mate, real_name="Class Mate", joined_via="code"
    )
    return found | {
        "student": browser_of(member.user),
        "classmate": browser_of(mate),
        "other instructor": browser_of(other),
        "somebody": browser_of(alice),
        "nobody": Client(),
    }
