"""Launches that somebody has tampered with: one clear sentence, and nobody is signed in."""

import base64
import json
import time
import uuid
from datetime import UTC, datetime, timedelta

import jwt
import pytest
import time_machine
from django.test import Client
from lti1p3platform.registration import Registration
from lti_tool.models import LtiDeployment, LtiUser

from games.people.models import User
from games.teach.lti.launch import views
from games.teach.lti.launch.platform_keys import begin_if_due as begin_keys
from games.teach.lti.launch.platform_keys import read_some
from games.teach.lti.models import Handshake
from games.web.limits import Limit
from games.web.models import Job

from .launches import begin, bring, linked, open_, register, words
from .platform import CLAIM, KEY, OTHER_KEY, Platform, path_of, pem, with_query

pytestmark = pytest.mark.django_db

KID = Registration.get_jwk(pem(KEY)[0])["kid"]
UNCHECKED = "We could not check the message from Moodle, so we did not sign you in."
USED = "This launch was already used, or it is too old."


def assert_refused(response, client, sentence):
    assert response.status_code == 403
    assert sentence in words(response)
    assert words(response).count(". ") <= 3
    assert "_auth_user_id" not in client.session
    assert not LtiUser.objects.filter(sub="mia").exists()


def changed(**claims):
    def twist(said):
        for name, value in claims.items():
            if value is None:
                said.pop(name, None)
            else:
                said[name] = value

    return twist


def unsigned(claims, expiration=None):
    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = claims | {"iat": int(time.time()), "exp": int(time.time()) + 300}
    return f"{part({'alg': 'none', 'kid': KID})}.{part(claims)}."


def signed_with(key, *, alg="RS256", kid=None, secret=None):
    def sign(claims, expiration=None):
        now = int(time.time())
        claims = {"iat": now, "exp": now + 300} | claims
        headers = {"kid": kid or KID}
        return jwt.encode(claims, secret or pem(key)[1], algorithm=alg, headers=headers)

    return sign


NOW = 1_800_000_000
ATTACKS = {
    "wrong audience": {"twist": changed(aud="another-tool", azp="another-tool")},
    "audience of several, meant for another": {
        "twist": changed(aud=["marienbad-at-moodle", "another-tool"], azp="another-tool")
    },
    "wrong issuer": {"twist": changed(iss="https://evil.example")},
    "another nonce": {"twist": changed(nonce="guessed")},
    "no nonce": {"twist": changed(nonce=None)},
    "no subject": {"twist": changed(sub=None)},
    "no roles": {"twist": changed(**{CLAIM + "roles": None})},
    "no deployment": {"twist": changed(**{CLAIM + "deployment_id": None})},
    "another version": {"twist": changed(**{CLAIM + "version": "1.1"})},
    "another kind of message": {"twist": changed(**{CLAIM + "message_type": "Hello"})},
    "a list where an object stands": {"twist": changed(**{CLAIM + "resource_link": [1]})},
    "unsigned": {"sign": unsigned},
    "signed by somebody else": {"sign": signed_with(OTHER_KEY)},
    "signed with an unknown key": {"sign": signed_with(OTHER_KEY, kid="unknown")},
    "signed with a shared secret": {"sign": signed_with(KEY, alg="HS256", secret="s" * 40)},
    "good for ever": {
        "sign": lambda claims, expiration=None: jwt.encode(
            claims,
            pem(KEY)[1],
            headers={"kid": KID},
            algorithm="RS256",
        )
    },
    "no token": {"sign": lambda claims, expiration=None: "x.y"},
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_a_message_that_is_not_right_signs_nobody_in(platform, ada, mia, attack):
    linked(ada, platform)
    for name, value in attack.items():
        setattr(platform, name, value)
    assert_refused(bring(mia, begin(mia, platform, "mia")), mia, UNCHECKED)


def test_an_expired_message(platform, ada, mia):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=7)):
        assert_refused(bring(mia, form), mia, "The message from Moodle has expired.")


def test_clocks_may_differ_by_a_minute(platform, ada, mia):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    with time_machine.travel(datetime.now(UTC) - timedelta(seconds=40)):
        assert bring(mia, form).status_code == 302


def test_a_message_that_is_brought_again(platform, ada, mia):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    thief = Client()
    stolen = bring(thief, form)
    assert stolen.status_code == 403
    assert "Open Marienbad in a new window" in words(stolen), "it is not the browser that began"
    assert bring(mia, form).status_code == 302
    again = bring(mia, form)
    assert again.status_code == 403
    assert USED in words(again)
    thief.cookies = mia.cookies
    assert bring(thief, form).status_code == 403
    assert LtiUser.objects.filter(sub="mia").count() == 1


def test_the_message_of_one_launch_for_another(platform, ada, mia):
    linked(ada, platform)
    first, second = begin(mia, platform, "mia"), begin(mia, platform, "mia")
    mixed = first | {"id_token": second["id_token"]}
    assert_refused(bring(mia, mixed), mia, UNCHECKED)
    assert bring(mia, second).status_code == 302, "the refused message has used up nothing"


def test_a_launch_of_somebody_else_is_not_entered(platform, ada, mia):
    linked(ada, platform)
    enter = bring(mia, begin(mia, platform, "mia")).headers["Location"]
    thief = Client()
    for method in (thief.get, thief.post):
        refused = method(enter)
        assert refused.status_code == 403
        assert "We have lost your way here." in words(refused)
    refused = thief.post(f"{enter}join/", {"username": "x", "password": "y"})
    assert refused.status_code == 403
    assert User.objects.count() == 1


@pytest.mark.parametrize("minutes", [11, 100])
def test_a_launch_that_is_too_old(platform, ada, mia, minutes):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    platform.twist = changed(exp=None)
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=minutes)):
        assert_refused(bring(mia, form), mia, USED)


def test_another_deployment_waits_until_it_is_switched_on(platform, ada, mia, registration):
    linked(ada, platform)
    platform.deployment = "2"
    sentence = "An administrator of this site must first switch on this deployment of Moodle."
    assert_refused(bring(mia, begin(mia, platform, "mia")), mia, sentence)
    LtiDeployment.objects.filter(deployment_id="2").update(is_active=True)
    assert "has not set up this course yet" in words(open_(mia, platform, "mia")), (
        "a course of another deployment is another course"
    )


def test_a_platform_that_nobody_has_registered(platform, ada, mia):
    with Platform(name="Evil", client_id="evil") as evil:
        evil.person("mia", "Mia Bauer")
        refused = mia.get(path_of(evil.begins("mia")))
        assert refused.status_code == 403
        assert "This site does not know the platform that sent you." in words(refused)
        assert "frame-ancestors 'none'" in refused.headers["Content-Security-Policy"]
        assert not Handshake.objects.exists()


def test_a_platform_that_is_switched_off(platform, ada, mia, registration):
    linked(ada, platform)
    form = begin(mia, platform, "mia")
    registration.is_active = False
    registration.save()
    assert_refused(bring(mia, form), mia, UNCHECKED)
    assert mia.get(path_of(platform.begins("mia"))).status_code == 403


def test_a_second_platform_cannot_speak_for_the_people_of_the_first(platform, ada, mia):
    linked(ada, platform)
    open_(mia, platform, "mia")
    with Platform(name="Other", client_id="other", key=OTHER_KEY) as other:
        other.tool_keys = platform.tool_keys
        other.person("mia", "Mia Bauer")
        known = register(other)
        known.issuer = platform.url  # even where an administrator believes what it says
        known.save()
        other_url, other.url = other.url, platform.url
        form_url = other.begins("mia")
        other.url = other_url
        browser = Client()
        response = browser.get(path_of(form_url))
        assert response.status_code == 302
        other.twist = changed(iss=platform.url)
        from .platform import launch_form

        entered = bring(browser, launch_form(response.headers["Location"]))
        assert entered.status_code == 302
        people = LtiUser.objects.filter(sub="mia")
        assert people.count() == 2
        assert people.get(registration=known).auth_user is None


def test_the_platform_decides_nothing_about_where_the_message_goes(platform, ada, mia):
    evil = "https://evil.example/launch/"
    response = mia.get(with_query(platform.begins("mia"), target_link_uri=evil))
    location = response.headers["Location"]
    assert location.startswith(f"{platform.url}/auth?")
    assert "evil.example" not in location
    assert "redirect_uri=http%3A%2F%2Ftestserver%2Flti%2Flaunch%2F" in location


@pytest.mark.parametrize(
    "changes",
    [{"iss": ""}, {"iss": "x\x00"}, {"login_hint": "x" * 5000}, {"client_id": "another"}],
)
def test_a_beginning_that_is_not_right(platform, mia, changes):
    assert mia.get(with_query(platform.begins("mia"), **changes)).status_code == 403


@pytest.mark.parametrize("state", ["", "x", "\x00", "3f2504e0-4f89-11d3-9a0c-0305e82c3301"])
def test_a_message_for_no_launch(platform, mia, state):
    refused = mia.post("/lti/launch/", {"state": state, "id_token": "x"})
    assert refused.status_code == 403
    assert USED in words(refused)


def test_the_platform_says_that_nobody_is_signed_in_there(platform, mia):
    form = begin(mia, platform, "mia")
    refused = mia.post("/lti/launch/", {"state": form["state"], "error": "login_required"})
    assert "Moodle did not let you in. Sign in there, and open it again." in words(refused)


def keys_asked(platform):
    return platform.asked.count(("GET", "/keys"))


def later(**time):
    return time_machine.travel(datetime.now(UTC) + timedelta(**time))


def test_a_platform_with_new_keys_is_asked_for_them(platform, ada, mia):
    linked(ada, platform)
    asked = keys_asked(platform)
    open_(mia, platform, "mia")
    assert keys_asked(platform) == asked, "they are stored"
    platform.key = OTHER_KEY
    with later(minutes=2):
        assert open_(Client(), platform, "ben").status_code == 302
    assert keys_asked(platform) == asked + 1


def test_a_new_key_under_the_old_name_is_asked_for(platform, ada, mia, monkeypatch):
    linked(ada, platform)
    monkeypatch.setattr(Registration, "get_jwk", staticmethod(renamed(Registration.get_jwk)))
    platform.key = OTHER_KEY
    platform.sign = signed_with(OTHER_KEY)
    with later(minutes=2):
        assert open_(mia, platform, "mia").status_code == 302


def renamed(get_jwk):
    return lambda public: get_jwk(public) | {"kid": KID}


def test_unknown_keys_make_us_ask_once_a_minute(platform, ada):
    linked(ada, platform)
    asked = keys_asked(platform)
    platform.sign = signed_with(OTHER_KEY, kid="unknown")
    with later(minutes=2):
        for _ in range(5):
            browser = Client()
            assert_refused(bring(browser, begin(browser, platform, "mia")), browser, UNCHECKED)
    assert keys_asked(platform) == asked + 1
    with later(minutes=4):
        browser = Client()
        bring(browser, begin(browser, platform, "mia"))
    assert keys_asked(platform) == asked + 2


def test_the_worker_reads_the_keys_ahead_and_a_launch_asks_nobody(platform, ada, registration):
    begin_keys()
    begin_keys()
    assert Job.objects.filter(kind="keys of platforms").count() == 1
    assert read_some(uuid.uuid4()) == 0
    assert read_some(uuid.uuid4()) == 1
    asked = keys_asked(platform)
    linked(ada, platform)
    assert keys_asked(platform) == asked
    with later(minutes=61):
        read_some(uuid.uuid4())
    assert keys_asked(platform) == asked + 1, "a withdrawn key is good for an hour"


def test_launches_that_nobody_finishes_are_forgotten_and_bounded(platform, mia, monkeypatch):
    begin(mia, platform, "mia")
    with later(minutes=61):
        read_some(uuid.uuid4())
    assert not Handshake.objects.exists()
    monkeypatch.setattr(views, "LAUNCHES_FOR", Limit("launches in a test", 3, 600))
    for _ in range(3):
        begin(mia, platform, "mia")
    refused = mia.get(path_of(platform.begins("mia")))
    assert refused.status_code == 429
    assert "Too many people opened courses from your network." in words(refused)
    assert Handshake.objects.count() == 3
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(path_of(platform.begins("mia"))).status_code == 302


def test_a_platform_whose_keys_cannot_be_had(platform, ada, mia, registration):
    registration.keyset_url = "http://127.0.0.1:9/keys"
    registration.save()
    assert_refused(bring(mia, begin(mia, platform, "mia")), mia, UNCHECKED)
