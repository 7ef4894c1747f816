"""Who sees and changes what: every page of a class, as everybody."""

from itertools import product

import pytest
from django.db import transaction
from django.urls import reverse

from games.teach.classes.models import Classroom, Group, Invitation, Membership, Staff

pytestmark = pytest.mark.django_db

STAFF = {"owner", "instructor", "assistant"}
EDITORS = {"owner", "instructor"}
EVERYBODY = STAFF | {"student", "classmate", "other instructor", "somebody", "nobody"}
SECRETS = ("Pavel Realname", "S-4711", "pavel@example.org", "Needs the front row")
READ = (
    "classroom",
    "people",
    "project",
    "settings",
    "groups",
    "group",
    "staff",
    "person",
    "roster",
)
READ_BY_EDITORS = ("cards",)
CHANGED_BY_EDITORS = {
    "settings": {"name": "Renamed"},
    "joining": {"open": "0"},
    "code": {},
    "groups": {"name": "Friday"},
    "group": {"name": "Wednesday"},
    "person": {"real_name": "P. R.", "extra_days": "2", "time_factor": "1.5"},
    "remove": {},
    "put-back": {},
    "preview": {"names": "Somebody New"},
    "add": {"text": "Somebody New", "kind": "names"},
    "cards": {},
}
CHANGED_BY_THE_OWNER = ("archive", "restore", "staff", "withdraw", "dismiss", "hand-over")


@pytest.fixture
def address(classroom, member, people):
    """The address of a page of the class by its name."""
    ids = {
        "membership_id": member.pk,
        "group_id": Group.objects.get(classroom=classroom).pk,
        "staff_id": Staff.objects.get(role="assistant").pk,
        "invitation_id": Invitation.objects.create(classroom=classroom, role="assistant").pk,
    }
    needs = {
        "person": ["membership_id"],
        "remove": ["membership_id"],
        "put-back": ["membership_id"],
        "group": ["group_id"],
        "dismiss": ["staff_id"],
        "hand-over": ["staff_id"],
        "withdraw": ["invitation_id"],
    }

    def find(name):
        given = {key: ids[key] for key in needs.get(name, [])}
        area = "teach" if name == "classroom" else "classes"
        return reverse(f"{area}:{name}", kwargs={"classroom_id": classroom.pk} | given)

    return find


def kept_out(who):
    """Who is not signed in is sent to do so; others are told that nothing is there."""
    return 302 if who == "nobody" else 404


def test_pages_of_a_class_are_for_its_staff(people, address):
    for name, (who, browser) in product(READ, people.items()):
        reads = who in STAFF or (name == "classroom" and who in ("student", "classmate"))
        expected = 200 if reads else kept_out(who)
        assert browser.get(address(name)).status_code == expected, (who, name)


def test_assistants_do_not_get_the_pages_that_only_change_things(people, address):
    for name, (who, browser) in product(READ_BY_EDITORS, people.items()):
        expected = 200 if who in EDITORS else 403 if who in STAFF else kept_out(who)
        assert browser.get(address(name)).status_code == expected, (who, name)


def test_what_the_staff_know_of_a_student_is_read_by_the_staff_of_that_class_only(people, address):
    for who, browser in people.items():
        for name in (*READ, *READ_BY_EDITORS):
            text = browser.get(address(name)).content.decode()
            if who == "student":  # reads how the staff know them, and nothing else
                text = text.replace(SECRETS[0], "")
            if who not in STAFF:
                assert not [secret for secret in SECRETS if secret in text], (who, name)
    person = people["assistant"].get(address("person")).content.decode()
    assert all(secret in person for secret in SECRETS)
    assert "Realname, Pavel" in people["assistant"].get(address("classroom")).content.decode()


def test_real_names_stay_out_of_every_other_page(people):
    for who in ("classmate", "somebody", "owner"):
        # The page of classes tells those who teach who has come and gone.
        classes = () if who == "owner" else ("/classes/",)
        for page in ("/", "/me/", *classes, "/opponents/", "/puzzles/"):
            browser = people[who]
            text = browser.get(page).content.decode()
            assert not [secret for secret in SECRETS if secret in text], page


def test_changes_are_for_owner_and_instructors(people, address):
    for (name, values), who in product(CHANGED_BY_EDITORS.items(), sorted(EVERYBODY)):
        status = people[who].post(address(name), values).status_code
        if who in EDITORS:
            assert status in {200, 302, 409, 422}, (who, name)
        else:
            assert status == (403 if who in STAFF else kept_out(who)), (who, name)


def test_the_end_and_the_staff_of_a_class_are_the_owners(people, address):
    for name, who in product(CHANGED_BY_THE_OWNER, sorted(EVERYBODY)):
        if (who, name) == ("assistant", "dismiss"):
            continue  # everybody may stop teaching
        with transaction.atomic():
            status = people[who].post(address(name), {"role": "assistant"}).status_code
            transaction.set_rollback(True)
        refused = 403 if who in STAFF else kept_out(who)
        assert status == (302 if who == "owner" else refused), (who, name)


def test_an_archived_class_is_read_only_until_its_owner_restores_it(people, address, classroom):
    assert people["owner"].post(address("archive")).status_code == 302
    before = (list(Membership.objects.values()), list(Group.objects.values()))
    for name, values in CHANGED_BY_EDITORS.items():
        response = people["owner"].post(address(name), values)
        assert response.status_code == 409, name
        assert "archived" in response.content.decode()
    assert before == (list(Membership.objects.values()), list(Group.objects.values()))
    for name in READ:
        assert people["instructor"].get(address(name)).status_code == 200, name
    read = people["student"].get(address("classroom")).content.decode()
    assert "This class is archived. You can still read everything." in read
    assert people["owner"].post(address("restore")).status_code == 302
    assert Classroom.objects.get(pk=classroom.pk).archived_at is None


def test_things_of_another_class_are_not_reached_through_ones_own(people, address):
    theirs = Classroom.objects.get(name="Another class")
    mine = Classroom.objects.get(name="Logic 101")
    for name in ("person", "remove", "group", "dismiss", "hand-over"):
        smuggled = address(name).replace(str(mine.pk), str(theirs.pk))
        assert people["other instructor"].post(smuggled, {"name": "x"}).status_code == 404, name
    withdrawn = address("withdraw").replace(str(mine.pk), str(theirs.pk))
    people["other instructor"].post(withdrawn)
    assert Invitation.objects.count() == 1
