"""A form that is refused: why, and that nothing typed is lost."""

import re
from html import unescape

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games.play.models import Match

from ..teach.work.assignments import address, assignment, classroom, member, person

pytestmark = pytest.mark.django_db

HERE = {"Origin": "http://testserver"}
SETUP = {"start": "own", "ruleset": "nim", "position": "1+3+5+7", "convention": "misere"} | {
    "opponent": "perfect",
    "starter": "owner",
}


def words(response):
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def key_on(page):
    return re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]


def fields_on(page):
    """The form that can be sent again: its address and fields."""
    form = re.search(
        r'<form class="controls start" method="post" action="([^"]+)">(.*?)</form>',
        page.content.decode(),
        re.DOTALL,
    )
    found = re.findall(r'name="([^"]+)" value="([^"]*)"', form[2])
    return unescape(form[1]), {name: unescape(value) for name, value in found}


@pytest.fixture
def guest():
    return Client(enforce_csrf_checks=True)


def test_a_form_from_before_signing_in_elsewhere_is_sent_again_with_all_that_was_typed(guest):
    key = key_on(guest.get("/play/"))
    guest.force_login(get_user_model().objects.create_user("ana"))  # in another tab
    guest.cookies["csrftoken"] = "b" * 32  # a new one comes with it
    guest.get("/play/")
    typed = SETUP | {"position": '1+3 "& <5>\n+7', "csrfmiddlewaretoken": key}
    refused = guest.post("/play/", typed, headers=HERE)
    assert refused.status_code == 403
    assert "The form on that page has expired. You are signed in as ana now." in words(refused)
    assert "Send again as ana" in words(refused)
    to, fields = fields_on(refused)
    assert to == "/play/"
    assert {k: v for k, v in fields.items() if k != "csrfmiddlewaretoken"} == {
        k: v for k, v in typed.items() if k != "csrfmiddlewaretoken"
    }
    fields["position"] = "1+3+5+7"
    assert guest.post(to, fields, headers=HERE).status_code == 302
    assert Match.objects.get().user.username == "ana"


def test_an_answer_of_homework_is_kept_through_signing_out_and_in(guest):
    made = classroom(person("irene"))
    ann = person("ann")
    member(made, ann)
    found = assignment(made, "nim 1+2+4 misere")
    user = get_user_model().objects.get(username="ann")
    guest.force_login(user)
    at = address(found, 1)
    page = guest.get(at)
    token = re.search(r'name="token" value="([^"]+)"', page.content.decode())[1]
    posted = {"csrfmiddlewaretoken": key_on(page), "token": token, "move": "3>3"}
    guest.logout()
    guest.get("/")
    guest.force_login(user)
    guest.get(at)
    for more in ({}, {"HX-Request": "true"}):
        refused = guest.post(f"{at}answer/", posted, headers=HERE | more)
        assert refused.status_code == 403
        to, fields = fields_on(refused)
    answer = guest.post(to, fields, headers=HERE, follow=True)
    assert "Right" in words(answer) or "win" in words(answer)
    assert found.items.get().attempts.exclude(solved=None).count() == 1


def test_each_cause_has_a_sentence_of_its_own_and_stands_in_the_log(guest, caplog):
    without = guest.post("/play/", SETUP, headers=HERE)
    assert "your browser keeps no cookies of this site" in words(without)
    assert "CSRF cookie not set" in caplog.text
    key = key_on(guest.get("/play/"))
    foreign = guest.post(
        "/play/", SETUP | {"csrfmiddlewaretoken": key}, headers={"Origin": "http://evil.example"}
    )
    assert "That form came from another address" in words(foreign)
    assert "Send again" not in words(foreign)
    assert "evil.example" in caplog.text
    for refused in (without, foreign):
        assert refused.status_code == 403
        assert "The form was not taken" in words(refused)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("posted", "headers"),
    [
        ({"username": "ana", "password": "secret words"}, HERE),
        ({"move": "1>0"}, {}),
        ({"move": "1>0"}, {"Referer": "http://evil.example/form"}),
    ],
    ids=["a password", "nobody says who sent it", "another site"],
)
def test_passwords_and_what_another_site_may_have_sent_are_not_shown_again(guest, posted, headers):
    guest.get("/play/")
    refused = guest.post(
        "/accounts/login/" if "password" in posted else "/play/",
        posted | {"csrfmiddlewaretoken": "a" * 64},
        headers=headers,
    )
    assert refused.status_code == 403
    assert "The form on that page has expired. Reload the page" in words(refused)
    assert "Send again" not in words(refused)
    assert "secret words" not in refused.content.decode()
