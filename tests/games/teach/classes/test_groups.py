"""Groups come and go; the work they were given stays with their students."""

import pytest

from games.people.models import User
from games.teach.classes.models import Group, Membership
from games.teach.work.models import Assignment

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
    assert "No groups yet." in page
    assert "Realname, Pavel" in owner.get(f"/classes/{classroom.pk}/").content.decode()
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
    assert (
        "“For nobody yet” is only for this group, and the group is empty."
        in refused.content.decode()
    )
    assert people["classmate"].get(f"/assignments/{work.pk}/").status_code == 404


def test_what_becomes_of_its_work_is_read_before_a_group_is_deleted(
    owner, classroom, member, group
):
    empty = Group.objects.create(classroom=classroom, name="Empty")
    for title, groups in (("Alone", [group]), ("Shared", [group, empty]), ("Lost", [empty])):
        Assignment.objects.create(classroom=classroom, title=title).groups.set(groups)
    page = " ".join(owner.get(group.get_absolute_url()).content.decode().split())
    assert "“Alone” stays with the one student of this group. New students do not get it." in page
    assert "“Shared” stays with the one student of this group and the others" in page
    page = " ".join(owner.get(empty.get_absolute_url()).content.decode().split())
    assert "“Lost” is only for this group, and the group is empty." in page
    assert "“Shared” stays with the others who have it" in page


@pytest.fixture
def crowd(classroom):
    """150 students: two pages."""
    users = User.objects.bulk_create(User(username=f"user{n:03}") for n in range(150))
    return Membership.objects.bulk_create(
        Membership(classroom=classroom, user=user, real_name=f"Name {n:03}")
        for n, user in enumerate(users)
    )


def form_of(response):
    """The fields of the form of a group as a browser would send them."""
    ticks = response.context["ticks"]
    shown = [str(member.pk) for member in ticks.page if member.pk in ticks.chosen]
    return {
        "name": response.context["form"]["name"].value(),
        "had": ticks.of_had,
        "hidden": ticks.of_hidden,
        "search": ticks.search,
        "student": shown,
    }


def test_ticks_are_kept_over_pages_and_searches_until_they_are_saved(owner, classroom, crowd):
    group = Group.objects.create(classroom=classroom, name="Some")
    group.memberships.add(crowd[149])
    address = group.get_absolute_url()
    page = owner.get(address)
    assert "Name 000" in page.content.decode()
    assert "Name 120" not in page.content.decode()
    form = form_of(page)
    form["student"].append(str(crowd[0].pk))
    page = owner.post(address, form | {"page": "2"})
    assert page.status_code == 200
    shown = " ".join(page.content.decode().split())
    assert "2 ticked, 1 of them not shown here" in shown
    form = form_of(page)
    assert form["student"] == [str(crowd[149].pk)]
    form["student"] = [str(crowd[120].pk)]
    page = owner.post(address, form | {"look": "1", "search": "name 13"})
    shown = page.content.decode().partition("</main>")[0]
    assert shown.count('type="checkbox"') == 12  # as on the class page, 013 and 113 fit as well
    assert "Name 130" in shown
    assert set(group.memberships.all()) == {crowd[149]}
    form = form_of(page)
    form["student"].append(str(crowd[130].pk))
    late = crowd[50]
    group.memberships.add(late)  # by a colleague, meanwhile
    assert owner.post(address, form).status_code == 302
    assert set(group.memberships.all()) == {crowd[0], crowd[120], crowd[130], late}


def test_a_search_that_finds_nobody_keeps_the_ticks(owner, classroom, crowd):
    group = Group.objects.create(classroom=classroom, name="Some")
    group.memberships.add(crowd[3])
    page = owner.post(
        group.get_absolute_url(),
        {"name": "Some", "student": [crowd[3].pk], "look": "1", "search": "nobody\x00 at all"},
    )
    assert "No student has that name." in page.content.decode()
    assert "1 ticked, 1 of them not shown here" in " ".join(page.content.decode().split())
