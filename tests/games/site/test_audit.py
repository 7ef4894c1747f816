"""The audit log: everything that is to be in it is, and nobody changes it."""

from decimal import Decimal
from functools import partial
from io import StringIO

import pytest
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.test import Client

from games.learn.lessons.editor.pages import publish
from games.learn.lessons.models import Lesson
from games.people.models import User
from games.teach.classes.models import Classroom, Membership
from games.teach.work.models import Assignment, Item
from games.teach.work.results import granting
from games.teach.work.writing import storing_work
from games.web.watch.audit import AuditEntry, What

from ..world import browser_of, build

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


def entries(**like):
    """What and about what, the earliest first."""
    found = AuditEntry.objects.filter(**like).order_by("pk")
    return [(entry.what, entry.about, entry.detail) for entry in found]


@pytest.fixture
def world():
    made = build()
    AuditEntry._base_manager.all().delete()
    return made


def test_who_signs_in_and_who_fails_to_with_address_and_request(alice, settings):
    settings.PROXIES = 1
    browser = Client(headers={"X-Forwarded-For": "198.51.100.7", "X-Request-Id": "proxy-0001"})
    for name, typed in (("Alice", "wrong"), ("hunter2", "wrong"), ("alice", PASSWORD)):
        browser.post("/accounts/login/", {"username": name, "password": typed})
    assert entries(address="198.51.100.7", request_id="proxy-0001") == [
        (What.NOT_SIGNED_IN, f"user {alice.pk}", ""),
        (What.NOT_SIGNED_IN, "", "an unknown user name"),
        (What.SIGNED_IN, f"user {alice.pk}", ""),
    ]
    assert AuditEntry.objects.get(what=What.SIGNED_IN).who == alice.pk
    assert "hunter2" not in str(list(AuditEntry.objects.values()))


def test_signing_in_to_the_administration_counts_too(db):
    boss = User.objects.create_superuser("boss", password=PASSWORD)
    assert entries() == [(What.RIGHTS, f"user {boss.pk}", "made a superuser")]
    Client().post("/admin/login/", {"username": "boss", "password": "wrong"})
    Client().post("/admin/login/", {"username": "boss", "password": PASSWORD})
    assert [what for what, _, _ in entries()][1:] == [What.NOT_SIGNED_IN, What.SIGNED_IN]


def test_signing_out_everywhere_and_a_new_password(alice):
    browser = browser_of(alice)
    form = {
        "old_password": PASSWORD,
        "new_password1": "another horse battery",
        "new_password2": "another horse battery",
    }
    before = AuditEntry.objects.count()
    browser.post("/accounts/password/", form)
    browser.post("/accounts/devices/end/")
    assert entries(who=alice.pk)[-2:] == [
        (What.PASSWORD, f"user {alice.pk}", ""),
        (What.SIGNED_OUT, f"user {alice.pk}", ""),
    ]
    assert AuditEntry.objects.count() == before + 2
    assert "horse" not in str(list(AuditEntry.objects.values()))


def test_a_password_and_rights_that_an_admin_gives(world, alice):
    AuditEntry._base_manager.all().delete()
    boss = world.browsers["admin"]
    two = {"password1": "another horse battery", "password2": "another horse battery"}
    boss.post(f"/admin/games/user/{alice.pk}/password/", {**two, "usable_password": "true"})
    form = {"username": "alice", "is_active": "on", "is_staff": "on"}
    form |= {"user_permissions": [Permission.objects.get(codename="view_report").pk]}
    form |= {"date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    assert boss.post(f"/admin/games/user/{alice.pk}/change/", form).status_code == 302
    given, rights = entries(who=boss.user.pk)
    assert given == (What.PASSWORD, f"user {alice.pk}", "")
    assert rights[:2] == (What.RIGHTS, f"user {alice.pk}")
    assert "is_staff: True" in rights[2]
    assert "Can view report" in rights[2]


def test_cards_a_code_roles_and_the_end_of_a_class(world):
    room, teacher = world.given["classroom_id"], world.browsers["instructor"]
    student, heir = world.browsers["student"].user, world.browsers["assistant"].user
    User.objects.filter(pk=student.pk).update(managed_by=room)
    member, colleague = world.given["membership_id"], world.given["staff_id"]
    teacher.post(f"/classes/{room}/cards/", {"all": "1"})
    assert any(
        what == What.CARDS and detail == f"1, for accounts {student.pk}"
        for what, _, detail in entries(who=teacher.user.pk)
    )
    teacher.post(f"/classes/{room}/people/{member}/code/")
    assert (What.CODE, f"user {student.pk}", "") in entries(who=teacher.user.pk)
    teacher.post(f"/classes/{room}/staff/{colleague}/hand-over/")
    assert (What.ROLE, f"user {heir.pk}", f"classroom {room}: owner") in entries()
    Classroom.objects.get(pk=room).staff.get(user=heir).delete()
    assert entries()[-1] == (What.ROLE, f"user {heir.pk}", f"classroom {room}: none any more")
    Classroom.objects.get(pk=room).delete()
    assert (What.DELETED, f"classroom {room}", "") in entries()


def test_changed_grades_and_what_is_published(world):
    teacher = world.browsers["instructor"].user
    work = Assignment.objects.get(pk=world.given["assignment_id"])
    member = Membership.objects.get(pk=world.given["membership_id"])
    item = Item.objects.get(pk=world.given["item_id"])

    granting.give_points(work, member, Decimal("0.5"), item=item, by=teacher, why="")
    granting.take_back_points(work, member, item=item, by=teacher, why="")
    granting.drop(item, by=teacher, why="")
    granting.drop(item, by=teacher, why="")
    granting.bring_back(item)
    storing_work.grant(work, member, extra_days=2, is_excused=False)
    about, student = f"assignment {work.pk}", f"user {member.user_id}"
    assert entries() == [
        (What.GRADES, about, f"item {item.pk}, {student}: 0.5 points"),
        (What.GRADES, about, f"item {item.pk}, {student}: points taken back"),
        (What.GRADES, about, f"item {item.pk}, dropped"),
        (What.GRADES, about, f"item {item.pk}, brought back"),
        (What.GRADES, about, f"{student}: 2 days more"),
    ]
    lesson = Lesson.objects.get()
    publish(lesson, "Clearer.", teacher)
    version = f"version {lesson.version}: Clearer."
    assert entries()[-1] == (What.PUBLISHED, f"lesson {lesson.pk}", version)


def test_publishing_an_assignment_is_noted_once(world):
    draft = Assignment.objects.get(pk=world.given["assignment_id"])
    Assignment.objects.filter(pk=draft.pk).update(published_at=None)
    for _ in range(2):
        world.browsers["instructor"].post(f"/assignments/{draft.pk}/publish/")
    assert entries() == [(What.PUBLISHED, f"assignment {draft.pk}", "")]


@pytest.mark.parametrize(
    ("name", "about", "detail"),
    [
        ("assignments:download", "assignment {assignment_id}", "results: tidy"),
        ("assignments:grades-file", "classroom {classroom_id}", "grades"),
        ("classes:roster", "classroom {classroom_id}", "roster"),
        ("classes:cards-file", "classroom {classroom_id}", "sign-in cards"),
        ("classes:cards-sheet", "classroom {classroom_id}", "the sheet of 0 sign-in cards"),
    ],
)
def test_downloads_are_noted(world, name, about, detail):
    teacher = world.browsers["instructor"]
    assert teacher.get(world.addresses[name]).status_code == 200
    assert entries(who=teacher.user.pk) == [(What.DOWNLOAD, about.format(**world.given), detail)]


def test_an_account_that_is_deleted_and_what_the_server_does(alice, tmp_path):
    alice.set_password(PASSWORD)
    alice.save()
    number = alice.pk
    browser_of(alice).post("/me/delete/", {"password": PASSWORD})
    assert entries()[-1] == (What.DELETED, f"user {number}", "")
    call_command("tidy", stdout=StringIO())
    last = AuditEntry.objects.first()
    assert (last.what, last.who, last.request_id) == (What.TIDY, None, "")
    assert last.detail.endswith(" gone")


# --- reading it, and not changing it ------------------------------------------------------------


def test_superusers_read_it_with_names_and_nobody_changes_it(world):
    boss = world.browsers["admin"]
    world.browsers["instructor"].get(world.addresses["classes:roster"])
    entry = AuditEntry.objects.get(what=What.DOWNLOAD)
    page = boss.get("/admin/games/auditentry/").content.decode()
    assert f"instructor ({entry.who})" in page
    assert "roster" in page
    assert boss.get(f"/admin/games/auditentry/{entry.pk}/change/").status_code == 200
    for act in ("add/", f"{entry.pk}/delete/"):
        assert boss.get(f"/admin/games/auditentry/{act}").status_code == 403
        assert boss.post(f"/admin/games/auditentry/{act}", {"post": "yes"}).status_code == 403
    changed = boss.post(f"/admin/games/auditentry/{entry.pk}/change/", {"detail": "nothing"})
    assert changed.status_code == 403
    assert AuditEntry.objects.get(pk=entry.pk).detail == "roster"


def test_others_need_the_permission(db):
    reader = User.objects.create_user("reader", is_staff=True)
    browser = browser_of(reader)
    assert browser.get("/admin/games/auditentry/").status_code == 403
    reader.user_permissions.add(Permission.objects.get(codename="view_auditentry"))
    assert browser.get("/admin/games/auditentry/").status_code == 200


@pytest.mark.parametrize("act", ["save", "delete", "update", "delete all"])
def test_no_code_changes_it_either(alice, act):
    browser_of(alice)
    entry = AuditEntry.objects.get()
    acts = {
        "save": entry.save,
        "delete": entry.delete,
        "update": partial(AuditEntry.objects.update, detail=""),
        "delete all": AuditEntry.objects.all().delete,
    }
    with pytest.raises(TypeError, match="cannot be changed"):
        acts[act]()
    assert AuditEntry.objects.get() == entry
