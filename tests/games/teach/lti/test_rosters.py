"""The people of a course, taken into its class with one button."""

import uuid

import pytest
from django.test import Client
from lti_tool.models import LtiContext, LtiUser

from games.people.models import User
from games.teach.classes.models import Membership, Staff
from games.teach.classes.roster_import import carry_out as import_list
from games.teach.classes.rosters.roster_plans import plan_roster
from games.teach.classes.rosters.rosters import read_names
from games.teach.classes.teaching import create_class, remove
from games.teach.lti.courses.course_people import KIND
from games.teach.lti.models import LinkedCourse
from games.web.background.jobs import go_on
from games.web.models import Job

from .launches import (
    asked_people,
    begin,
    bring,
    choices,
    linked,
    open_,
    take_class,
    take_people,
    words,
)
from .platform import INSTRUCTOR
from .test_any_type import ODD, VALUES

pytestmark = pytest.mark.django_db


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
    assert take_people(ada, room).headers["Location"] == f"/classes/{room.pk}/course/"
    page = words(ada.get(f"/classes/{room.pk}/course/"))
    assert "The course has 200 students that we know, and the class has 200." in page
    assert register(room) == [f"Student {number:03}" for number in range(200)]
    assert sorted((g.name, g.memberships.count()) for g in room.groups.all()) == [
        ("Group A", 50),
        ("Group B", 50),
        ("Group C", 50),
        ("Group D", 50),
    ]
    take_people(ada, room)
    assert Membership.objects.count() == 200
    assert User.objects.count() == 201


def test_who_is_there_already_stays_as_the_staff_know_them(platform, ada, mia, room):
    open_(mia, platform, "mia")
    Membership.objects.update(real_name="Mia B.", student_id="17")
    take_people(ada, room)
    assert register(room) == ["Mia B.", "Ben Kim"]
    assert Membership.objects.get(real_name="Mia B.").student_id == "17"


def test_whom_the_course_does_not_name_has_the_name_that_the_staff_gave(platform, ada, mia, room):
    open_(mia, platform, "mia")
    Membership.objects.update(real_name="Mia B.")
    platform.people["mia"] |= {"name": "", "given_name": "", "family_name": ""}
    said = words(asked_people(ada, room))
    assert "Mia B." in said
    assert "Ben Kim" in said
    take_people(ada, room)
    assert register(room) == ["Mia B.", "Ben Kim"]


def test_an_address_is_taken_from_the_course_only_where_the_staff_know_none(
    platform, ada, mia, room
):
    ben = Client()
    for client, name in ((mia, "mia"), (ben, "ben")):
        open_(client, platform, name)
        platform.people[name]["email"] = f"{name}@course.example"
    Membership.objects.filter(real_name__startswith="Mia").update(email="mia@staff.example")
    take_people(ada, room)
    known = dict(Membership.objects.active().values_list("real_name", "email"))
    assert known == {"Mia Bauer": "mia@staff.example", "Ben Kim": "ben@course.example"}


def test_who_comes_later_finds_the_place_and_is_asked_for_an_account_once(platform, ada, mia, room):
    take_people(ada, room)
    assert "Mia Bauer" in register(room)
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    assert "Do you have an account here?" in words(mia.get(enter))
    mia.post(enter)
    assert Membership.objects.filter(real_name="Mia Bauer").count() == 1
    assert mia.session["_auth_user_id"] == str(LtiUser.objects.get(sub="mia").auth_user_id)


def test_a_place_of_the_roster_goes_to_the_account_that_is_joined(platform, ada, mia, room):
    take_people(ada, room)
    made = LtiUser.objects.get(sub="mia").auth_user
    old = User.objects.create_user("mia", password="correct horse battery")
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    mia.post(f"{enter}join/", {"username": "mia", "password": "correct horse battery"})
    assert Membership.objects.get(real_name="Mia Bauer").user == old
    assert not User.objects.filter(pk=made.pk).exists()
    assert LtiUser.objects.get(sub="mia").auth_user == old


def test_whoever_teaches_the_course_gets_no_place_as_a_student(platform, ada, room):
    platform.person("zoe", "Zoe", INSTRUCTOR)
    take_people(ada, room)
    assert register(room) == ["Mia Bauer", "Ben Kim"]
    zoe = Client()
    open_(zoe, platform, "zoe")
    assert Staff.objects.get(user=LtiUser.objects.get(sub="zoe").auth_user).role == "instructor"


def test_nobody_is_removed_and_those_who_are_gone_are_named(platform, ada, mia, room):
    open_(mia, platform, "mia")
    platform.people["mia"]["status"] = "Inactive"
    take_people(ada, room)
    assert register(room) == ["Mia Bauer", "Ben Kim"]
    page = words(ada.get(f"/classes/{room.pk}/course/"))
    assert "Not students of the course: Mia Bauer." in page
    assert "The course has 1 student that we know, and the class has 2." in page


def test_whom_the_staff_took_out_is_not_put_back(platform, ada, mia, room):
    open_(mia, platform, "mia")
    ada.post(f"{Membership.objects.get().get_absolute_url()}remove/")
    take_people(ada, room)
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
    refused = take_people(ada, room)
    assert refused.status_code == 502
    assert sentence in words(refused)
    assert not Membership.objects.exists()


def test_a_course_that_has_no_list(platform, ada, room):
    LtiContext.objects.update(memberships_url="")
    assert "Moodle does not tell us who is in the course." in words(take_people(ada, room))


def test_an_answer_that_is_no_list(platform, ada, room):
    platform.serve = lambda *asked: (["what?"], 200, {})
    assert take_people(ada, room).status_code == 302
    assert not Membership.objects.exists()
    platform.serve = lambda *asked: ({"members": [7, {"user_id": 3}, {"roles": 5}]}, 200, {})
    take_people(ada, room)
    assert not Membership.objects.exists()


@pytest.mark.parametrize("kind", ODD)
def test_no_answer_of_any_type_breaks_the_list(platform, ada, room, kind):
    value = VALUES[kind]
    LinkedCourse.objects.update(groups_url=f"{platform.url}/groups")
    right = {"user_id": "mia", "name": "Mia Bauer", "status": "Active", "roles": ["Learner"]}
    names = ("user_id", "name", "given_name", "family_name", "email", "roles", "status")
    odd = [right | {name: value} for name in (*names, "group_enrollments", "lis_person_sourcedid")]
    odd += [right | {"group_enrollments": [{"group_id": value}]}, value]
    whole = [
        {"members": [*odd, right], "groups": [value, {"id": value, "name": value}]},
        {"members": value, "groups": value},
        value,
    ]
    for answer in whole:
        platform.serve = lambda *asked, answer=answer: (answer, 200, {})
        page = take_people(ada, room)
        assert page.status_code in (302, 502)
    assert Job.objects.exclude(state=Job.State.DONE).count() == 0
    assert set(Membership.objects.values_list("real_name", flat=True)) <= {
        *("Mia Bauer", "x", "Student 2"),
    }


def test_asking_again_and_again(platform, ada, room):
    for _ in range(6):
        assert ada.post(f"/classes/{room.pk}/course/").status_code == 302
    assert "You have asked often enough for now. Wait a minute." in words(take_people(ada, room))


def test_others_cannot_ask(platform, ada, mia, room):
    open_(mia, platform, "mia")
    assert take_people(mia, room).status_code == 404
    platform.person("zoe", "Zoe", INSTRUCTOR)
    zoe = Client()
    linked(zoe, platform, "zoe", context="another", title="Another")
    assert take_people(zoe, room).status_code == 404


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


TWELVE = (
    *("Émile Zola", "Mia Bauer", "Jürgen Groß", "Nora Çelik", "Sam Okoro", "Lena Vogt"),
    *("Tom Berg", "Ida Lund", "Max Frei", "Eva Horn", "Jan Kern", "Ben Wolf"),
)


@pytest.fixture
def seven_b(platform, ada):
    """A class of twelve from a list, which its instructor opens from a course of seventeen: two are
    called Mia Bauer there, umlauts are written in two letters, and Ben Wolf was removed here."""
    response = open_(ada, platform, "ada")
    owner = LtiUser.objects.get(sub="ada").auth_user
    room = create_class(owner, "7b")
    listed = read_names("\n".join(TWELVE))
    import_list(room, listed, "names", uuid.uuid4(), digest=plan_roster(room, listed).digest)
    take_class(ada, response, str(room.pk))
    remove(Membership.objects.get(real_name="Ben Wolf"))
    platform.people = {"ada": platform.people["ada"]}
    course = ["Emile Zola", "Mia Bauer", "Mia Bauer", "Juergen Gross", "Celik, Nora", *TWELVE[4:]]
    for number, name in enumerate([*course, "Ada New", "Uwe New", "Kim New", "Zoe New"]):
        platform.person(f"s{number}", name)
    return room


def test_a_class_from_a_list_is_not_doubled_by_its_course(platform, ada, seven_b):
    before = set(Membership.objects.values_list("pk", "real_name", "user__username"))
    page = asked_people(ada, seven_b)
    said = words(page)
    assert "17 students in the course. 10 seem to be in the class already: the same people?" in said
    assert "Nothing has been saved yet." in said
    for name in ("Jürgen Groß", "Nora Çelik", "Émile Zola"):
        assert f"{name} (" in said
    assert said.count("several people have this name") == 2
    assert "back in the class" in said
    assert User.objects.count() == 13, "the preview makes nobody"
    assert not LtiUser.objects.exclude(sub="ada").exists()
    ada.post(page.request["PATH_INFO"], choices(page))
    assert Membership.objects.count() == 16, "four are new, and nobody is made twice"
    assert before <= set(Membership.objects.values_list("pk", "real_name", "user__username"))
    assert Membership.objects.active().filter(real_name="Mia Bauer").count() == 1
    assert Membership.objects.get(real_name="Ben Wolf").archived_at is not None
    assert "Not students of the course: Mia Bauer." in words(
        ada.get(f"/classes/{seven_b.pk}/course/")
    )
    zola = Client()
    open_(zola, platform, "s0")
    assert zola.session["_auth_user_id"] == str(
        Membership.objects.get(real_name="Émile Zola").user_id
    ), "the course opens the account that was there"


def test_a_second_run_changes_nothing_and_choices_are_taken(platform, ada, seven_b):
    page = asked_people(ada, seven_b)
    form = choices(page)
    mias = [name for name in form if name in ("who-1", "who-2")]
    mia = str(Membership.objects.get(real_name="Mia Bauer").pk)
    twice = ada.post(page.request["PATH_INFO"], form | dict.fromkeys(mias, mia))
    assert twice.status_code == 409
    assert "twice. Choose each student only once." in words(twice)
    assert Membership.objects.count() == 12
    wolf = str(Membership.objects.get(real_name="Ben Wolf").pk)
    [back] = [name for name in form if f'name="{name}"' in part_with(page, wolf)]
    chosen = {"who-1": mia, "who-2": "new", back: wolf}
    assert ada.post(page.request["PATH_INFO"], form | chosen).status_code == 302
    assert Membership.objects.active().count() == 17
    assert Membership.objects.active().filter(real_name="Mia Bauer").count() == 2
    assert Membership.objects.get(real_name="Ben Wolf").archived_at is None
    before = list(Membership.objects.order_by("pk").values()), User.objects.count()
    again = asked_people(ada, seven_b)
    assert "Everybody in the course is here already." in words(again)
    ada.post(again.request["PATH_INFO"], choices(again))
    after = list(Membership.objects.order_by("pk").values()), User.objects.count()
    assert after == before
    assert "Mia" not in str(Job.objects.filter(kind=KIND).values_list("result", flat=True))


def part_with(page, value):
    """The choice of the preview that offers a value."""
    parts = page.content.decode().split("<select")
    return next(part for part in parts if f'value="{value}"' in part)


def test_an_account_of_their_own_is_never_joined_by_a_name(platform, ada, room):
    other = create_class(User.objects.create_user("mr-kay"), "8c")
    own = User.objects.create_user("mia", password="correct horse battery")
    for classroom in (room, other):
        Membership.objects.create(classroom=classroom, user=own, real_name="Mia Bauer")
    page = asked_people(ada, room)
    assert "Mia Bauer is here with an account of their own." in words(page)
    mine = str(Membership.objects.get(classroom=room).pk)
    ada.post(page.request["PATH_INFO"], choices(page) | {"who-0": mine})
    assert LtiUser.objects.get(sub="mia").auth_user is None
    assert register(room) == ["Mia Bauer", "Ben Kim"], "and nobody is made twice"


def test_a_class_that_changes_after_the_preview_is_shown_again(platform, ada, room):
    page = asked_people(ada, room)
    Membership.objects.create(
        classroom=room, user=User.objects.create_user("mia"), real_name="Mia Bauer"
    )
    late = ada.post(page.request["PATH_INFO"], choices(page))
    assert late.status_code == 409
    assert "The class has changed since your preview." in words(late)
    assert register(room) == ["Mia Bauer"]


def test_the_page_waits_for_the_worker_and_asks_nobody_itself(platform, ada, room):
    asked = len(platform.asked)
    where = ada.post(f"/classes/{room.pk}/course/").headers["Location"]
    page = ada.get(where)
    assert "We are asking Moodle who is in the course." in words(page)
    assert "No background worker is running." in words(page)
    assert ada.get(where, headers={"HX-Request": "true"}).status_code == 200
    assert len(platform.asked) == asked
    go_on(Job.objects.get(kind=KIND))
    assert ada.get(where, headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"
    assert "Preview of the course" in words(ada.get(where))
    zoe = Client()
    platform.person("zoe", "Zoe", INSTRUCTOR)
    theirs = linked(zoe, platform, "zoe", context="another", title="Another").classroom
    assert zoe.get(where).status_code == 404
    elsewhere = where.replace(str(room.pk), str(theirs.pk))
    assert zoe.get(elsewhere).headers["Location"] == f"/classes/{theirs.pk}/course/"
