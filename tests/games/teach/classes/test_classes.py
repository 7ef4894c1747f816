"""Making a class, running it, handing it over and ending it."""

import json
import re

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from games.people.models import User
from games.teach.classes import teaching as service
from games.teach.classes.models import (
    Classroom,
    Group,
    Invitation,
    Membership,
    Staff,
)
from games.web.codes import LETTERS
from tests.games.at_once import form_key
from tests.games.teach.classes.conftest import browser_of

pytestmark = pytest.mark.django_db


def test_a_class_needs_a_name_and_nothing_else(signed_in, alice):
    response = signed_in.post("/classes/new/", {"name": "  Logic   101 "})
    made = Classroom.objects.get()
    assert response.url == f"/classes/{made.pk}/"
    assert made.name == "Logic 101"
    assert made.staff.get().user == alice
    assert made.staff.get().role == "owner"
    assert len(made.join_code) == 8
    assert set(made.join_code) <= set(LETTERS)
    page = signed_in.get(response.url).content.decode()
    assert f"http://testserver/join/{made.join_code}/" in page
    assert made.shown_code in page
    assert "There are no students yet" in page


@pytest.mark.parametrize("name", ["", "   ", "x" * 81])
def test_a_class_without_a_good_name_is_not_made(signed_in, name):
    response = signed_in.post("/classes/new/", {"name": name})
    assert response.status_code == 422
    assert name in response.content.decode()
    assert not Classroom.objects.exists()


def test_who_is_new_comes_back_to_the_new_class_by_signing_up(visitor):
    to_login = visitor.get("/classes/new/").url
    assert to_login == "/accounts/login/?next=/classes/new/"
    assert "/accounts/signup/?next=/classes/new/" in visitor.get(to_login).content.decode()
    account = {"username": "bob", "password": "correct horse battery", "next": "/classes/new/"}
    assert visitor.post("/accounts/signup/", account).url == "/classes/new/"


def test_the_list_of_classes_tells_everybody_what_to_do(people, classroom):
    assert 'href="/enter/">Enter a code<' in people["nobody"].get("/classes/").content.decode()
    assert "New class" in people["somebody"].get("/classes/").content.decode()
    assert "2 students · you are the owner" in people["owner"].get("/classes/").content.decode()
    assert "Classes you are taking" in people["student"].get("/classes/").content.decode()
    service.archive(classroom)
    assert "Archived classes (1)" in people["owner"].get("/classes/").content.decode()


def test_joining_is_closed_and_opened_and_the_code_renewed(owner, classroom):
    old = classroom.join_code
    owner.post(f"/classes/{classroom.pk}/joining/", {"open": "0"})
    assert "Joining is closed" in owner.get(f"/classes/{classroom.pk}/").content.decode()
    owner.post(f"/classes/{classroom.pk}/joining/", {"open": "1"})
    owner.post(f"/classes/{classroom.pk}/code/")
    classroom.refresh_from_db()
    assert classroom.join_open
    assert classroom.join_code != old
    assert Client().get(f"/join/{old}/").status_code == 404


def test_joining_that_is_closed_is_opened_on_the_page_with_the_code(people, owner, classroom):
    page = f"/classes/{classroom.pk}/project/"
    owner.post(f"/classes/{classroom.pk}/joining/", {"open": "0"})
    body = owner.get(page).content.decode()
    assert "Joining is closed" in body
    assert classroom.shown_code not in body
    assert "Open joining" not in people["assistant"].get(page).content.decode()
    assert "Open joining" in body
    [address] = re.findall(r'method="post" action="([^"]+)"', body)
    answer = owner.post(address, dict(re.findall(r'name="(open|from)" value="([^"]+)"', body)))
    assert answer.url == page
    body = owner.get(page).content.decode()
    assert classroom.shown_code in body
    assert "Open joining" not in body


def test_a_class_is_renamed_and_described(owner, classroom, pupil):
    response = owner.post(
        f"/classes/{classroom.pk}/settings/", {"name": "Logic 102", "about": "Bring matches."}
    )
    assert response.status_code == 302
    page = pupil.get(f"/classes/{classroom.pk}/").content.decode()
    assert "Logic 102" in page
    assert "Bring matches." in page
    wrong = owner.post(f"/classes/{classroom.pk}/settings/", {"name": "", "about": "kept"})
    assert wrong.status_code == 422
    assert "kept" in wrong.content.decode()


def test_taking_out_and_putting_back_deletes_nothing(owner, pupil, classroom, member):
    owner.post(f"/classes/{classroom.pk}/people/{member.pk}/remove/")
    assert pupil.get(f"/classes/{classroom.pk}/").status_code == 404
    assert "Removed or moved (1)" in owner.get(f"/classes/{classroom.pk}/").content.decode()
    owner.post(f"/classes/{classroom.pk}/people/{member.pk}/put-back/")
    assert pupil.get(f"/classes/{classroom.pk}/").status_code == 200
    member.refresh_from_db()
    assert member.archived_at is None
    assert member.notes == "Needs the front row"


def test_who_leaves_is_listed_as_gone_out_of_sight_and_may_come_back(
    owner, pupil, classroom, member
):
    assert "sees that you left" in pupil.get(f"/classes/{classroom.pk}/").content.decode()
    assert pupil.post(f"/classes/{classroom.pk}/leave/").status_code == 302
    register, _, gone = (
        owner.get(f"/classes/{classroom.pk}/").content.decode().partition("Left the class (1)")
    )
    assert "Pavel" not in register
    assert "Pavel Realname" in gone
    assert owner.get(member.get_absolute_url()).status_code == 404
    back = owner.post(f"/classes/{classroom.pk}/people/{member.pk}/put-back/")
    assert back.status_code == 404
    pupil.post(f"/join/{classroom.join_code}/", {"real_name": "Pavel R."})
    member.refresh_from_db()
    assert (member.archived_at, member.has_left, member.real_name) == (
        None,
        False,
        "Pavel Realname",
    )
    assert "Left the class" not in owner.get(f"/classes/{classroom.pk}/").content.decode()


def test_what_is_known_of_a_student_can_be_changed(owner, classroom, member):
    group = Group.objects.create(classroom=classroom, name="Friday")
    theirs = Group.objects.create(
        classroom=service.create_class(member.user, "Elsewhere"), name="Other"
    )
    values = {
        "real_name": "Pavel  Novák",
        "student_id": "7",
        "email": "",
        "notes": "",
        "extra_days": "3",
        "time_factor": "1.5",
        "groups": [group.pk],
    }
    assert owner.post(member.get_absolute_url(), values).status_code == 302
    member.refresh_from_db()
    assert member.real_name == "Pavel Novák"
    assert (member.extra_days, float(member.time_factor)) == (3, 1.5)
    assert list(member.groups.all()) == [group]
    for field, bad in {
        "real_name": " ",
        "email": "nowhere",
        "extra_days": "-1",
        "time_factor": "0.5",
        "groups": [theirs.pk],
    }.items():
        response = owner.post(member.get_absolute_url(), values | {field: bad})
        assert response.status_code == 422, field
    assert list(member.groups.all()) == [group]


def test_groups_are_made_named_and_filled(owner, classroom, member):
    made = owner.post(f"/classes/{classroom.pk}/groups/", {"name": "Friday"})
    group = Group.objects.get(name="Friday")
    assert made.url == group.get_absolute_url()
    for taken in ("friday", "", "a|b", "x" * 41):
        again = owner.post(f"/classes/{classroom.pk}/groups/", {"name": taken})
        assert again.status_code == 422, taken
    ticked = owner.post(group.get_absolute_url(), {"name": "Thursday", "student": [member.pk]})
    assert ticked.status_code == 302
    group.refresh_from_db()
    assert group.name == "Thursday"
    assert list(group.memberships.all()) == [member]
    wrong = owner.post(group.get_absolute_url(), {"name": "tuesday", "student": ["nobody"]})
    assert wrong.status_code == 422
    assert list(group.memberships.all()) == [member]
    owner.post(group.get_absolute_url(), {"name": "Thursday"})
    assert not group.memberships.exists()


def test_an_invitation_makes_one_person_staff(owner, classroom, alice, signed_in, pupil):
    wrong = owner.post(f"/classes/{classroom.pk}/staff/", {"role": "owner"})
    assert wrong.status_code == 422
    owner.post(f"/classes/{classroom.pk}/staff/", {"role": "instructor"})
    link = Invitation.objects.get().get_absolute_url()
    assert link in owner.get(f"/classes/{classroom.pk}/staff/").content.decode()
    assert Client().get(link).url.startswith("/accounts/login/?next=/classes/invitation/")
    assert signed_in.get(link).status_code == 200
    assert pupil.post(link).status_code == 409
    assert Staff.objects.count() == 1
    assert owner.post(link).status_code == 302
    assert signed_in.post(link).url == f"/classes/{classroom.pk}/?done=staff"
    assert Staff.objects.get(user=alice).role == "instructor"
    assert pupil.post(link).status_code == 404
    assert signed_in.get(f"/classes/{classroom.pk}/").status_code == 200


def test_a_withdrawn_invitation_is_worth_nothing(owner, classroom, signed_in):
    owner.post(f"/classes/{classroom.pk}/staff/", {"role": "assistant"})
    invitation = Invitation.objects.get()
    owner.post(f"/classes/{classroom.pk}/staff/withdraw/{invitation.pk}/")
    assert signed_in.post(invitation.get_absolute_url()).status_code == 404


def test_the_owner_hands_over_and_stays(people, classroom):
    heir = Staff.objects.get(role="instructor")
    address = f"/classes/{classroom.pk}/staff/{heir.pk}"
    assert people["owner"].post(f"{address}/hand-over/").status_code == 302
    roles = dict(classroom.staff.values_list("user__username", "role"))
    assert roles["irene"] == "instructor"
    assert roles["the-instructor"] == "owner"
    assert people["instructor"].post(f"{address}/dismiss/").status_code == 302
    assert Staff.objects.filter(role="owner").count() == 2, "an owner is not dismissed"
    assert (
        people["assistant"]
        .post(f"/classes/{classroom.pk}/staff/{Staff.objects.get(role='assistant').pk}/dismiss/")
        .url
        == "/classes/"
    )


def test_a_class_has_one_owner(classroom, alice):
    with pytest.raises(IntegrityError), transaction.atomic():
        Staff.objects.create(classroom=classroom, user=alice, role="owner")


def delete_account(client):
    return client.post("/me/delete/", {"password": "correct horse battery"})


def test_the_owner_of_a_running_class_is_not_deleted(signed_in, alice):
    classroom = service.create_class(alice, "Logic & Games")
    response = delete_account(signed_in)
    assert response.status_code == 422
    assert "You own “Logic &amp; Games”" in response.content.decode()
    assert signed_in.get("/me/").context["user"] == alice
    service.archive(classroom)
    assert delete_account(signed_in).status_code == 302
    assert not User.objects.filter(username="alice").exists()


def test_an_archived_class_goes_to_an_instructor_or_with_its_owner(signed_in, alice, member):
    kept, gone = service.create_class(alice, "Kept"), service.create_class(alice, "Gone")
    heir = User.objects.create_user("heir")
    Staff.objects.create(classroom=kept, user=heir, role="instructor")
    pupil = User.objects.create_user("made", managed_by=gone)
    Membership.objects.create(classroom=gone, user=pupil, real_name="M", joined_via="names")
    for classroom in (kept, gone):
        service.archive(classroom)
    assert delete_account(signed_in).status_code == 302
    assert kept.staff.get().user == heir
    assert kept.staff.get().role == "owner"
    assert not Classroom.objects.filter(pk=gone.pk).exists()
    pupil.refresh_from_db()
    assert pupil.managed_by is None


def test_ones_own_data_names_the_classes(pupil, owner, member):
    data = json.loads(pupil.get("/me/export/").content)
    assert data["classes_joined"][0]["class"] == "Logic 101"
    assert data["classes_joined"][0]["real_name"] == "Pavel Realname"
    assert "front row" not in json.dumps(data)
    taught = json.loads(owner.get("/me/export/").content)["classes_taught"]
    assert taught[0]["role"] == "owner"


def test_a_large_class_costs_as_many_queries_as_a_small_one(
    owner, classroom, member, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    User.objects.filter(pk=member.user.pk).update(managed_by=classroom)
    pages = [f"/classes/{classroom.pk}/", f"/classes/{classroom.pk}/roster.csv"]
    pages += [f"/classes/{classroom.pk}/groups/", "/classes/", f"/classes/{classroom.pk}/cards/"]
    pages += [Group.objects.get().get_absolute_url()]
    costs = {}
    for page in pages:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert owner.get(page).status_code == 200
        costs[page] = len(queries)
    users = User.objects.bulk_create(
        [User(username=f"s{n}", managed_by=classroom) for n in range(150)]
    )
    more = Membership.objects.bulk_create(
        Membership(classroom=classroom, user=user, real_name=f"Name {n}", joined_via="csv")
        for n, user in enumerate(users)
    )
    Group.objects.get().memberships.add(*more)
    for page in pages:
        with django_assert_num_queries(costs[page]):
            assert owner.get(page).status_code == 200
    assert "Page 1 of 2" in owner.get(pages[0]).content.decode()
    assert "Name 99" in owner.get(pages[0] + "?page=2").content.decode()


def test_the_admin_shows_classes_without_their_students(admin_client, member):
    listed = admin_client.get("/admin/games/classroom/").content.decode()
    assert "Logic 101" in listed
    page = admin_client.get(f"/admin/games/classroom/{member.classroom_id}/change/")
    assert page.status_code == 200
    assert "irene" in page.content.decode()
    assert "Pavel Realname" not in page.content.decode()
    assert admin_client.get("/admin/games/classroom/add/").status_code == 403


def test_a_student_of_two_classes_sees_each(pupil, member):
    other = service.create_class(User.objects.create_user("two"), "Games 2")
    pupil.post(f"/join/{other.join_code}/", {"real_name": "Pavel"})
    page = pupil.get("/classes/").content.decode()
    assert "Logic 101" in page
    assert "Games 2" in page
    assert browser_of(other.staff.get().user).get(member.get_absolute_url()).status_code == 404


def test_the_form_for_a_new_class_sent_twice_makes_one(signed_in):
    form = {"form_key": form_key(signed_in.get("/classes/new/"))}
    first = signed_in.post("/classes/new/", form | {"name": "7b"})
    assert signed_in.post("/classes/new/", form | {"name": "7b"}).url == first.url
    assert signed_in.post("/classes/new/", form | {"name": "7c"}).url != first.url


@pytest.mark.database
def test_the_register_is_in_the_order_of_the_alphabet(owner, classroom):
    names = ["Zoe", "schulz", "Émile", "Schüler 9", "Çelik", "Anna", "Daniel", "Eva", "Özil", "Cem"]
    for number, name in enumerate(names):
        Membership.objects.create(
            classroom=classroom,
            user=User.objects.create_user(f"s{number}"),
            real_name=name,
            joined_via="csv",
        )
    page = owner.get(f"/classes/{classroom.pk}/").content.decode()
    order = ["Anna", "Çelik", "Cem", "Daniel", "Émile", "Eva", "Özil", "Schüler", "schulz", "Zoe"]
    places = [page.index(f">{name}") for name in order]
    assert places == sorted(places)


NAMES = "Live rooms and tournaments show first names"
SETTINGS = {"name": "Logic 101", "time_zone": "Europe/Vienna"}


def test_only_the_owner_decides_whether_live_rooms_show_first_names(people, classroom):
    address = f"{classroom.get_absolute_url()}settings/"
    for role in ("instructor", "assistant"):
        assert NAMES not in people[role].get(address).content.decode()
        people[role].post(address, SETTINGS | {"shows_first_names": "on"})
        classroom.refresh_from_db()
        assert not classroom.shows_first_names
    assert NAMES in people["owner"].get(address).content.decode()
    people["owner"].post(address, SETTINGS | {"shows_first_names": "on"})
    classroom.refresh_from_db()
    assert classroom.shows_first_names
    # What an instructor saves later leaves it as it is.
    people["instructor"].post(address, SETTINGS | {"about": "Every Tuesday"})
    classroom.refresh_from_db()
    assert (classroom.shows_first_names, classroom.about) == (True, "Every Tuesday")


def test_who_joins_is_told_who_reads_their_name(classroom, visitor):
    address = f"/join/{classroom.join_code}/"
    told = "In live rooms and tournaments the class sees your first name."
    before = visitor.get(address).content.decode()
    assert "Only the instructors of this class see it." in before
    assert told not in before
    classroom.shows_first_names = True
    classroom.save()
    assert told in visitor.get(address).content.decode()
