"""Joining with a link or a code, and what happens to wrong ones."""

import pytest
from django.test import Client

from games.people.models import User
from games.play.models import Match
from games.teach.classes import teaching as service
from games.teach.classes.models import Membership
from games.web.codes import LETTERS
from games.web.limits import WRONG_CODES_FROM, WRONG_CODES_OF_ONE
from tests.games.play.games import start

pytestmark = pytest.mark.django_db

NEW = {"real_name": "Nora Quist", "username": "nora", "password": "correct horse battery"}
WRONG = "BBBBBBBB"


def try_code(client, code=WRONG):
    return client.post("/join/", {"code": code}, REMOTE_ADDR="192.0.2.7")


@pytest.fixture
def link(classroom):
    return f"/join/{classroom.join_code}/"


def test_a_visitor_joins_with_a_new_name_and_keeps_what_was_played(visitor, classroom, link):
    match = start(visitor, position="3+5")
    response = visitor.post(link, NEW)
    assert response.url == f"/classes/{classroom.pk}/?done=joined"
    member = Membership.objects.get()
    assert (member.real_name, member.user.username) == ("Nora Quist", "nora")
    assert member.joined_via == "link"
    assert Match.objects.get(pk=match.pk).user == member.user
    page = visitor.get(response.url).content.decode()
    assert "You have joined the class." in page
    assert "Taught by irene." in page


def test_signing_in_instead_leads_back_and_keeps_what_was_played(visitor, alice, classroom, link):
    match = start(visitor, position="3+5")
    account = {"username": "alice", "password": "correct horse battery", "next": link}
    assert visitor.post("/accounts/login/", account).url == link
    assert "You are joining as alice." in visitor.get(link).content.decode()
    visitor.post(link, {"real_name": "Alice Able"})
    assert Membership.objects.get().user == alice
    assert Match.objects.get(pk=match.pk).user == alice


def test_the_page_says_what_the_staff_will_see(visitor, link):
    page = visitor.get(link).content.decode()
    assert "what you do for this class" in page
    assert "Your other games and puzzles stay private" in page
    assert f"/accounts/login/?next={link}" in page


def test_who_has_an_account_joins_with_the_real_name_alone(signed_in, alice, classroom, link):
    assert signed_in.post(link, {"real_name": " "}).status_code == 422
    signed_in.post(link, {"real_name": "Alice  Able"})
    assert Membership.objects.get(user=alice).real_name == "Alice Able"


@pytest.mark.parametrize(
    "change",
    [{"real_name": ""}, {"username": "IRENE"}, {"password": "short"}, {"real_name": "x" * 121}],
)
def test_a_bad_answer_makes_neither_an_account_nor_a_place(visitor, link, change):
    response = visitor.post(link, NEW | change)
    assert response.status_code == 422
    if "real_name" not in change:
        assert "Nora Quist" in response.content.decode()
    assert User.objects.count() == 1
    assert not Membership.objects.exists()


def test_joining_twice_changes_nothing(signed_in, alice, classroom, link):
    for name in ("Alice", "Somebody else"):
        assert signed_in.post(link, {"real_name": name}).status_code == 302
    assert Membership.objects.get().real_name == "Alice"
    assert signed_in.get(link).url == f"/classes/{classroom.pk}/"
    assert service.join(classroom, alice, "Again", "code").real_name == "Alice"


def test_the_code_may_be_typed_in_any_way(visitor, classroom):
    code = classroom.join_code
    for typed in (code, code.lower(), classroom.shown_code, f" {code[:2]} {code[2:]} "):
        assert try_code(visitor, typed).url == f"/join/{code}/?typed=1"
    visitor.post(f"/join/{code}/?typed=1", NEW)
    assert Membership.objects.get().joined_via == "code"


@pytest.mark.parametrize("how", ["closed", "archived"])
def test_a_closed_class_says_so_and_takes_nobody(visitor, signed_in, classroom, link, how):
    if how == "closed":
        service.set_joining(classroom, open_=False)
    else:
        service.archive(classroom)
    said = "isn’t open to new students" if how == "closed" else "This class is over"
    assert said in visitor.get(link).content.decode()
    assert visitor.post(link, NEW).status_code == 409
    assert signed_in.post(link, {"real_name": "Alice"}).status_code == 409
    assert User.objects.count() == 2
    assert not Membership.objects.exists()


def test_who_was_taken_out_does_not_come_back_by_the_code(owner, pupil, member, link):
    service.remove(member)
    response = pupil.post(link, {"real_name": "Pavel"})
    assert response.status_code == 422
    assert "Ask to be let back in" in response.content.decode()
    member.refresh_from_db()
    assert member.archived_at is not None


def test_who_teaches_a_class_does_not_join_it(owner, classroom, link):
    assert owner.post(link, {"real_name": "Irene"}).url == f"/classes/{classroom.pk}/"
    assert not Membership.objects.exists()


def test_a_wrong_code_gets_a_page_to_try_again(visitor):
    typed = try_code(visitor)
    assert typed.status_code == 422
    assert WRONG in typed.content.decode()
    followed = visitor.get(f"/join/{WRONG}/")
    assert followed.status_code == 404
    assert 'action="/enter/"' in followed.content.decode()
    for hostile in ("ÄÖÜÄÖÜÄÖ", "\x00" * 8, "'" * 8, "x" * 400, "", "٣٣٣٣٣٣٣٣"):
        assert try_code(visitor, hostile).status_code == 422, hostile


def test_one_browser_is_slowed_down_and_the_class_around_it_is_not(classroom):
    guesser = Client()
    statuses = [try_code(guesser).status_code for _ in range(WRONG_CODES_OF_ONE.most + 2)]
    assert statuses == [422] * WRONG_CODES_OF_ONE.most + [429] * 2
    assert try_code(Client()).status_code == 422
    assert try_code(guesser, classroom.join_code).status_code == 302


def test_a_whole_class_behind_one_address_may_mistype_as_often_as_anybody(classroom):
    WRONG_CODES_FROM.count("192.0.2.7", 29 * WRONG_CODES_OF_ONE.most)
    last = Client()
    statuses = [try_code(last).status_code for _ in range(WRONG_CODES_OF_ONE.most)]
    assert statuses == [422] * WRONG_CODES_OF_ONE.most


def test_an_account_is_slowed_down_from_wherever_it_guesses(alice, signed_in):
    for number in range(WRONG_CODES_OF_ONE.most):
        signed_in.post("/join/", {"code": WRONG}, REMOTE_ADDR=f"192.0.2.{number}")
    elsewhere = Client()
    elsewhere.force_login(alice)
    assert try_code(elsewhere).status_code == 429


def test_fresh_browsers_from_one_address_are_slowed_down_in_the_end(classroom):
    for number in range(WRONG_CODES_FROM.most):
        assert Client().get(f"/join/{WRONG}/", REMOTE_ADDR="192.0.2.7").status_code == 404, number
    assert try_code(Client()).status_code == 429
    for _ in range(30):
        assert try_code(Client(), classroom.join_code).status_code == 302


def test_codes_have_nothing_in_them_that_looks_like_something_else():
    assert not set(LETTERS) & set("0O1ILUAE")
    assert len(LETTERS) ** 8 > 2**38
