"""One student in classes of several instructors: asked, never added."""

import re

import pytest

from games.people.models import User
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.offers import Offer

from .conftest import browser_of

pytestmark = pytest.mark.django_db


def words(response):
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.fixture
def lark(db):
    """A student with a card of another school's class."""
    other = Classroom.objects.create(name="Secret class")
    user = User.objects.create_user("smart-lark-48", managed_by=other)
    Membership.objects.create(classroom=other, user=user, real_name="Lena Elsewhere")
    return user


def bring(owner, classroom, text, **more):
    look = owner.post(f"/classes/{classroom.pk}/people/preview/", {"text": text, "roster": "1"})
    asked = {"text": text, "kind": "csv", "digest": look.context["plan"].digest, **more}
    return look, owner.post(f"/classes/{classroom.pk}/people/add/", asked, follow=True)


LIST = "name,username,student_id,group\nLena L.,smart-lark-48,S-1,Tuesday|Friday\n"


def test_a_list_asks_the_owner_of_an_account_and_adds_nobody(owner, classroom, lark):
    looked, done = bring(owner, classroom, LIST)
    assert "1 student is invited to join" in words(looked)
    for page in (looked, done):
        for secret in ("Secret class", "Elsewhere", "outside this class"):
            assert secret not in words(page)
    assert "Invited to join (1) Lena L. smart-lark-48" in words(done)
    assert not Membership.objects.filter(classroom=classroom).exists()


def test_who_is_asked_joins_with_what_the_list_says_and_stays_in_the_other_class(
    owner, classroom, lark
):
    bring(owner, classroom, LIST)
    student = browser_of(lark)
    for page in ("/", "/classes/"):
        assert "You’re invited to join the class Logic 101" in words(student.get(page))
    offer = Offer.objects.get().get_absolute_url()
    asks = words(student.get(offer))
    assert "Taught by irene ." in asks or "Taught by irene." in asks
    assert "Lena L." not in asks  # the account may be somebody else's
    joined = student.post(offer, {"answer": "yes"}, follow=True)
    assert "You have joined the class." in words(joined)
    member = Membership.objects.get(classroom=classroom)
    assert (member.real_name, member.student_id) == ("Lena L.", "S-1")
    assert {group.name for group in member.groups.all()} == {"Tuesday", "Friday"}
    assert Membership.objects.active().filter(user=lark).count() == 2
    assert "invited to join the class" not in words(student.get("/classes/"))
    assert "Invited to join" not in words(owner.get(f"/classes/{classroom.pk}/"))
    lark.refresh_from_db()
    assert lark.managed_by.name == "Secret class"


def test_who_says_no_is_not_asked_again_and_the_staff_are_not_told(owner, classroom, lark):
    bring(owner, classroom, LIST)
    before = words(owner.get(f"/classes/{classroom.pk}/"))
    student = browser_of(lark)
    offer = Offer.objects.get().get_absolute_url()
    student.post(offer, {"answer": "no"})
    assert words(owner.get(f"/classes/{classroom.pk}/")) == before
    bring(owner, classroom, LIST)
    assert "invited to join the class" not in words(student.get("/classes/"))
    assert student.post(offer, {"answer": "yes"}).status_code == 404
    assert not Membership.objects.filter(classroom=classroom).exists()


def test_an_offer_is_for_one_person_and_can_be_withdrawn(owner, classroom, lark, alice, people):
    bring(owner, classroom, LIST)
    offer = Offer.objects.get()
    assert browser_of(alice).get(offer.get_absolute_url()).status_code == 404
    withdraw = f"/classes/{classroom.pk}/asked/{offer.pk}/withdraw/"
    assert people["assistant"].post(withdraw).status_code == 403
    assert people["other instructor"].post(withdraw).status_code == 404
    owner.post(withdraw)
    assert browser_of(lark).post(offer.get_absolute_url()).status_code == 404


def test_who_teaches_the_class_and_who_was_removed_cannot_take_a_place(
    owner, classroom, lark, people
):
    bring(owner, classroom, LIST)
    student, offer = browser_of(lark), Offer.objects.get().get_absolute_url()
    Staff.objects.create(classroom=classroom, user=lark, role="assistant")
    refused = student.post(offer)
    assert refused.status_code == 409
    assert "You teach this class" in words(refused)
    Staff.objects.filter(user=lark).delete()
    owner.post(f"/classes/{classroom.pk}/archive/")
    assert "This class is over" in words(student.post(offer))
    assert "invited to join the class" not in words(student.get("/classes/"))


def test_an_account_made_by_one_class_joins_another_with_the_code(classroom, lark):
    student = browser_of(lark)
    student.post(f"/join/{classroom.join_code}/", {"real_name": "Lena"})
    assert Membership.objects.active().filter(user=lark).count() == 2
