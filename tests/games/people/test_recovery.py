"""The ways back for somebody who has forgotten the password, without any e-mail."""

import re
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connections
from django.test import Client
from django.utils import timezone

from games.people.models import User
from games.people.ways_in import LENGTH, RecoveryCode, new_list
from games.teach.classes import teaching as service
from games.teach.classes.models import Membership
from games.web.codes import LETTERS

pytestmark = pytest.mark.days

PASSWORD = "another horse battery"
CODE = re.compile(r"<code>([0-9a-z]{4}(?:-[0-9a-z]{4}){3})</code>")


def recover(code, name="alice", password=PASSWORD, browser=None, address="127.0.0.1"):
    browser = browser or Client()
    posted = {"username": name, "code": code, "password": password}
    return browser.post("/accounts/forgotten/", posted, REMOTE_ADDR=address)


def lets_in(name="alice", password=PASSWORD):
    browser = Client()
    browser.post("/accounts/login/", {"username": name, "password": password})
    return browser.get("/me/").context["user"].is_authenticated


@pytest.fixture
def codes(signed_in):
    return CODE.findall(signed_in.post("/accounts/codes/").content.decode())


@pytest.mark.django_db
def test_the_sign_in_leads_to_the_ways_back_in_plain_words(visitor):
    assert (
        '<a href="/accounts/forgotten/">Forgotten your password?</a>'
        in visitor.get("/accounts/login/").content.decode()
    )
    page = " ".join(visitor.get("/accounts/forgotten/").content.decode().split())
    for words in (
        "Ask for a new card",
        "Ask your instructor, in person, for a code",
        "recovery codes",
    ):
        assert words in page


@pytest.mark.django_db
def test_each_of_ten_codes_sets_a_new_password_once(signed_in, codes):
    assert len(set(codes)) == 10
    browser = Client()
    assert (
        recover(codes[3].upper().replace("-", " "), name="ALICE", browser=browser).status_code
        == 302
    )
    assert browser.get("/me/").context["user"].username == "alice"
    assert not signed_in.get("/me/").context["user"].is_authenticated  # its sessions end
    assert lets_in()
    assert not lets_in(password="correct horse battery")
    again = recover(codes[3], password="a third horse battery")
    assert again.status_code == 422
    assert "doesn&#x27;t work for this user name" in again.content.decode()
    assert "You have 9 codes left." in browser.get("/accounts/codes/").content.decode()
    assert recover(codes[4], password="a third horse battery").status_code == 302


@pytest.mark.django_db
def test_a_new_list_makes_the_old_one_worthless_and_no_code_is_stored(signed_in, codes):
    new = CODE.findall(signed_in.post("/accounts/codes/").content.decode())
    assert not set(new) & set(codes)
    assert recover(codes[0]).status_code == 422
    stored = str(list(RecoveryCode.objects.values()))
    assert not any(code in stored or code.replace("-", "") in stored for code in new)
    assert new[0] not in signed_in.get("/accounts/codes/").content.decode()


@pytest.mark.django_db
def test_a_code_opens_only_the_account_it_belongs_to(codes):
    User.objects.create_user("bob", password="x")
    assert recover(codes[0], name="bob").status_code == 422
    assert recover(codes[0], name="nobody").status_code == 422
    assert not lets_in("bob")


@pytest.mark.django_db
def test_a_bad_password_uses_up_no_code(codes):
    refused = recover(codes[0], password="short")
    assert refused.status_code == 422
    assert "too short" in refused.content.decode()
    assert recover(codes[0]).status_code == 302


@pytest.mark.django_db
def test_wrong_codes_keep_nobody_from_the_right_one(codes):
    """A code has 77 bits: at a thousand tries a second, half of all take two million years."""
    assert len(LETTERS) ** LENGTH > 2**76
    tries = {recover("xxxx-xxxx-xxxx-xxxx", browser=Client()).status_code for _ in range(150)}
    assert tries == {422}
    assert not lets_in()
    owner = Client()
    assert recover(codes[0], name="Alice", browser=owner).status_code == 302
    assert owner.get("/me/").context["user"].username == "alice"


@pytest.mark.django_db
def test_a_name_in_other_signs_is_found():
    zoe = User.objects.create_user("zoë", password=PASSWORD)
    code = new_list(zoe)[0]
    assert recover(code, name="Zoe\u0308").status_code == 302


@pytest.mark.django_db
def test_a_code_also_ends_the_wait_after_wrong_passwords(codes):
    for _ in range(10):
        lets_in(password="wrong")
    assert recover(codes[0]).status_code == 302
    assert lets_in()


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_one_code_in_many_browsers_at_once_is_used_once(codes):
    results, barrier = [], threading.Barrier(6)

    def send(n):
        barrier.wait()
        results.append(recover(codes[0], password=f"horse battery {n} staple").status_code)
        connections.close_all()

    browsers = [threading.Thread(target=send, args=[n]) for n in range(6)]
    for browser in browsers:
        browser.start()
    for browser in browsers:
        browser.join()
    assert sorted(results) == [302] + [422] * 5


# --- the code an instructor gives -----------------------------------------------------------------


@pytest.fixture
def room(db):
    return service.create_class(User.objects.create_user("irene", password="x"), "Logic 101")


@pytest.fixture
def member(room, alice):
    return Membership.objects.create(classroom=room, user=alice, real_name="Alice Real")


@pytest.fixture
def irene(room):
    client = Client()
    client.force_login(room.staff.get().user)
    return client


def given(client, member):
    """The code on the page that the button of a student's page leads to, if any."""
    page = client.post(f"{member.get_absolute_url()}code/", follow=True).content.decode()
    found = CODE.findall(page)
    return found[0] if found else ""


def test_an_instructor_shows_a_code_with_which_the_student_chooses_a_password(irene, member):
    assert "Give a code for a new password" in irene.get(member.get_absolute_url()).content.decode()
    code = given(irene, member)
    assert lets_in(password="correct horse battery")  # nothing has changed yet
    assert recover(code).status_code == 302
    assert lets_in()
    assert recover(code, password="a third horse battery").status_code == 422


def test_it_ends_after_half_an_hour_and_with_the_next_one(irene, member):
    first, second = given(irene, member), given(irene, member)
    assert recover(first).status_code == 422
    with time_machine.travel(timezone.now() + timedelta(minutes=31)):
        assert recover(second).status_code == 422
    assert recover(second).status_code == 302


def test_it_leaves_the_students_own_list_alone(irene, member, codes):
    assert recover(given(irene, member)).status_code == 302
    assert recover(codes[0], password="a third horse battery").status_code == 302


def test_a_new_list_leaves_the_code_of_an_instructor_alone(irene, member, signed_in, codes):
    code = given(irene, member)
    renewed = CODE.findall(signed_in.post("/accounts/codes/").content.decode())
    assert recover(codes[0]).status_code == 422
    assert recover(code).status_code == 302
    assert recover(renewed[0], password="a third horse battery").status_code == 302


@pytest.mark.parametrize("who", ["staff", "superuser", "teaches", "elsewhere", "was elsewhere"])
def test_nobody_gets_one_for_an_account_that_opens_more(irene, member, who):
    other = service.create_class(User.objects.create_user("oskar"), "Another")
    if who in ("staff", "superuser"):
        User.objects.filter(pk=member.user_id).update(**{f"is_{who}": True})
    elif who == "teaches":
        service.create_class(member.user, "Her own")
    else:
        place = Membership.objects.create(classroom=other, user=member.user, real_name="A")
        if who == "was elsewhere":
            service.leave(place)
    assert given(irene, member) == ""
    assert not RecoveryCode.objects.exists()


def test_a_code_is_worth_nothing_for_who_has_become_staff_of_the_site(irene, member):
    code = given(irene, member)
    User.objects.filter(pk=member.user_id).update(is_staff=True)
    assert recover(code).status_code == 422
