"""Groups come and go; the work they were given stays with their students."""

import pytest

from games.assignments.models import Assignment
from games.classes.models import Group

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(member):
    return Group.objects.get(name="Tuesday")


def delete(client, group):
    return client.post(f"{group.get_absolute_url()}delete/", follow=True)


def test_a_group_is_deleted_and_its_students_stay(owner, classroom, member, group):
    assert "Delete Tuesday" in owner.get(group.get_absolute_url()).content.decode()
    page = delete(owner, group).content.decode()
    assert "The group is deleted." in page
    assert "There are no groups yet." in page
    assert "Pavel Realname" in owner.get(f"/classes/{classroom.pk}/").content.decode()
    assert owner.get(group.get_absolute_url()).status_code == 404


def test_the_work_of_a_deleted_group_stays_with_who_was_in_it(
    owner, classroom, member, group, people
):
    work = Assignment.objects.create(classroom=classroom, title="For Tuesday")
    work.groups.add(group)
    people["owner"].post(f"/assignments/{work.pk}/publish/")
    Assignment.objects.update(published_at=member.joined_at)
    delete(owner, group)
    assert people["student"].get(f"/assignments/{work.pk}/").status_code == 200
    assert people["classmate"].get(f"/assignments/{work.pk}/").status_code == 404


def test_work_of_an_empty_group_alone_would_be_everybodys_so_the_group_stays(
    owner, classroom, people
):
    empty = Group.objects.create(classroom=classroom, name="Empty")
    work = Assignment.objects.create(
        classroom=classroom, title="For nobody yet", published_at="2026-01-01T00:00Z"
    )
    work.groups.add(empty)
    refused = delete(owner, empty)
    assert refused.status_code == 409
    assert "“For nobody yet” is for this group alone" in refused.content.decode()
    assert people["classmate"].get(f"/assignments/{work.pk}/").status_code == 404
