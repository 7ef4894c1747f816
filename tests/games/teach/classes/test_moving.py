"""Moving a student to another class: what goes along, what stays, who has to agree."""

import re

import pytest

from games.people.models import User
from games.teach.classes.models import Classroom, Group, Membership, Staff
from games.teach.classes.offers import Handover
from games.teach.classes.teaching import create_class

from ..work.assignments import assignment, give
from .conftest import browser_of

pytestmark = pytest.mark.django_db


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def move(client, member, **where):
    return client.post(f"{member.get_absolute_url()}move/", where, follow=True)


@pytest.fixture
def second(classroom):
    """Another class of the same instructor."""
    return create_class(classroom.staff.get().user, "Logic 102")


@pytest.fixture
def lark(classroom):
    user = User.objects.create_user("smart-lark-48", managed_by=classroom)
    return Membership.objects.create(
        classroom=classroom, user=user, real_name="Lena Lark", student_id="S-1", notes="Secret"
    )


@pytest.fixture
def otto(db):
    """Another instructor, with a class."""
    user = User.objects.create_user("otto")
    return browser_of(user), create_class(user, "Ottos class")


def test_a_student_goes_on_in_another_class_and_what_was_done_stays(owner, classroom, second, lark):
    work = assignment(classroom, "nim 1+2+4 misere")
    student = browser_of(lark.user)
    give(student, work, 1, move="3>2")
    assert "Logic 102" in words(owner.get(f"{lark.get_absolute_url()}move/"))
    moved = words(move(owner, lark, target=second.pk))
    assert "The student is in this class now." in moved
    assert "(moving from another class)" in moved
    there = Membership.objects.get(classroom=second)
    assert (there.real_name, there.student_id, there.notes) == ("Lena Lark", "S-1", "")
    register = words(owner.get(f"/classes/{classroom.pk}/"))
    assert "Removed or moved (1) Lark, Lena smart-lark-48, moved to Logic 102" in register
    assert "Lena Lark (moved to Logic 102," in words(owner.get(f"/assignments/{work.pk}/results/"))
    assert "Moved to Logic 102" in words(owner.get(lark.get_absolute_url()))
    assert lark.attempts.filter(answer="3>2").exists()
    assert student.get(f"/classes/{second.pk}/").status_code == 200
    assert student.get(f"/classes/{classroom.pk}/").status_code == 404


def test_the_right_to_set_the_password_goes_along(owner, classroom, second, lark):
    move(owner, lark, target=second.pk)
    assert User.objects.get(username="smart-lark-48").managed_by == second


def test_who_is_brought_back_is_marked_as_moved_no_longer(owner, classroom, second, lark):
    move(owner, lark, target=second.pk)
    owner.post(f"{lark.get_absolute_url()}put-back/")
    assert "moved to" not in words(owner.get(f"/classes/{classroom.pk}/"))
    assert Membership.objects.active().filter(user=lark.user).count() == 2


def test_another_instructors_class_takes_a_student_only_when_its_staff_accept(
    owner, classroom, lark, otto
):
    other, room = otto
    asked = words(move(owner, lark, code=room.shown_code.lower()))
    assert "We have asked the other class to take the student." in asked
    assert "It has not answered yet" in words(owner.get(f"{lark.get_absolute_url()}move/"))
    assert not Membership.objects.filter(classroom=room).exists()
    page = words(other.get(f"/classes/{room.pk}/"))
    assert "irene wants to hand over Lena Lark from Logic 101." in page
    take = f"/classes/{room.pk}/handed/{Handover.objects.get().pk}/take/"
    assert owner.post(take).status_code == 404
    other.post(take, {"answer": "yes"})
    assert Membership.objects.get(classroom=room).real_name == "Lena Lark"
    assert "moved to Ottos class" in words(owner.get(f"/classes/{classroom.pk}/"))
    assert User.objects.get(username="smart-lark-48").managed_by == room
    assert "hand over" not in words(other.get(f"/classes/{room.pk}/"))


def test_a_class_may_refuse_a_student(owner, classroom, lark, otto):
    other, room = otto
    move(owner, lark, code=room.join_code)
    other.post(f"/classes/{room.pk}/handed/{Handover.objects.get().pk}/take/", {"answer": "no"})
    assert not Handover.objects.exists()
    assert Membership.objects.get().classroom == classroom
    assert User.objects.get(username="smart-lark-48").managed_by == classroom


def test_an_archived_class_is_asked_for_nobody_and_takes_nobody(owner, classroom, lark, otto):
    other, room = otto
    move(owner, lark, code=room.join_code)
    handover = Handover.objects.get()
    Classroom.objects.filter(pk=room.pk).update(archived_at="2026-01-01T00:00Z")
    other.post(f"/classes/{room.pk}/handed/{handover.pk}/take/", {"answer": "yes"})
    handover.delete()
    refused = words(move(owner, lark, code=room.join_code))
    assert "Type the code of another class that is not archived." in refused
    assert not Handover.objects.exists()
    own = words(move(owner, lark, code=classroom.join_code))
    assert "Type the code of another class that is not archived." in own
    assert Membership.objects.get().classroom == classroom
    assert User.objects.get(username="smart-lark-48").managed_by == classroom


def test_somebody_with_an_account_of_their_own_is_not_handed_over(owner, member, otto):
    _, room = otto
    refused = words(move(owner, member, code=room.join_code))
    assert "Pavel Realname has a personal account" in refused
    assert not Handover.objects.exists()


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ({}, "Choose one of your classes, or type a code."),
        ({"code": "BCDF2345"}, "No class has this code."),
    ],
)
def test_a_move_to_nowhere_is_refused(owner, lark, where, said):
    assert said in words(move(owner, lark, **where))
    assert Membership.objects.get().archived_at is None


def test_a_class_that_one_does_not_teach_cannot_be_chosen(owner, lark, otto):
    _, room = otto
    page = move(owner, lark, target=room.pk)
    assert page.status_code == 422
    assert not Membership.objects.filter(classroom=room).exists()


def test_who_left_the_other_class_or_teaches_it_is_not_moved_there(owner, second, lark):
    there = Membership.objects.create(
        classroom=second, user=lark.user, real_name="Lena", has_left=True
    )
    Membership.objects.filter(pk=there.pk).update(archived_at="2026-01-01T00:00Z")
    assert "has left Logic 102" in words(move(owner, lark, target=second.pk))
    there.delete()
    Staff.objects.create(classroom=second, user=lark.user, role="assistant")
    assert "Lena Lark teaches Logic 102." in words(move(owner, lark, target=second.pk))
    lark.refresh_from_db()
    assert lark.archived_at is None


def test_groups_and_the_class_may_go_without_those_who_moved(owner, classroom, second, lark):
    lark.groups.add(Group.objects.create(classroom=classroom, name="A"))
    move(owner, lark, target=second.pk)
    owner.post(f"/classes/{second.pk}/delete/", {"name": "Logic 102"})
    assert "Lena Lark" in words(owner.get(f"/classes/{classroom.pk}/"))
    assert Classroom.objects.get() == classroom
