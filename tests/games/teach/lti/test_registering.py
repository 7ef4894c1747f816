"""Registering a platform: by a link that its administrator opens there, or by fields."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from urllib.parse import urlencode

import pytest
import time_machine
from django.test import Client
from lti_tool.models import LtiDeployment, LtiRegistration

from games.teach.lti.models import RegistrationLink

from .launches import exchange_keys, linked, open_, register, words
from .platform import INSTRUCTOR, Platform

pytestmark = pytest.mark.django_db


@pytest.fixture
def moodle(db):
    with Platform() as platform:
        exchange_keys(platform)
        platform.person("ada", "Ada Lovelace", INSTRUCTOR)
        yield platform


def address(link, platform, **more):
    query = {"openid_configuration": f"{platform.url}/openid", "registration_token": "a-token"}
    return f"/lti/register/{link.code}/?{urlencode(query | more)}"


def test_an_administrator_makes_a_link_and_a_platform_is_registered_with_it(
    admin_client, moodle, client
):
    added = admin_client.post("/admin/games/registrationlink/add/", {"note": "Our Moodle"})
    page = admin_client.get(added.headers["Location"]).content.decode()
    shown = unescape(re.search(r"http://testserver/lti/register/[^<]+", page)[0])
    link = RegistrationLink.objects.get()
    assert shown == f"http://testserver/lti/register/{link.code}/"
    where = address(link, moodle)
    asked = client.get(where)
    assert f"Register {moodle.url}" in words(asked)
    policy = asked.headers["Content-Security-Policy"]
    assert f"frame-ancestors {moodle.url}" in policy
    done = client.post(where)
    assert "Moodle is registered" in words(done)
    assert "switch the tool on in Moodle" in words(done)
    known = LtiRegistration.objects.get()
    assert (known.issuer, known.client_id) == (moodle.url, moodle.client_id)
    told = moodle.registered
    assert told["initiate_login_uri"] == "http://testserver/lti/login/"
    assert told["redirect_uris"] == ["http://testserver/lti/launch/"]
    assert told["jwks_uri"] == "http://testserver/lti/keys.json"
    assert "lti-ags/scope/score" in told["scope"]
    tool = told["https://purl.imsglobal.org/spec/lti-tool-configuration"]
    assert tool["domain"] == "testserver"
    assert {one["type"] for one in tool["messages"]} == {
        "LtiDeepLinkingRequest",
        "LtiResourceLinkRequest",
    }
    assert linked(Client(), moodle).platform == known, "and its courses open the site"


def test_a_link_is_used_once(moodle, client):
    link = RegistrationLink.objects.create()
    assert client.post(address(link, moodle)).status_code == 200
    again = client.post(address(link, moodle))
    assert again.status_code == 404
    assert LtiRegistration.objects.count() == 1


def test_a_link_is_good_for_a_week(moodle, client):
    link = RegistrationLink.objects.create()
    with time_machine.travel(datetime.now(UTC) + timedelta(days=6)):
        assert client.get(address(link, moodle)).status_code == 200
    with time_machine.travel(datetime.now(UTC) + timedelta(days=8)):
        assert client.get(address(link, moodle)).status_code == 404


@pytest.mark.parametrize("code", ["nothing", "x\x00", "a" * 500])
def test_no_link(moodle, client, code):
    from urllib.parse import quote

    assert client.get(f"/lti/register/{quote(code)}/").status_code == 404


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"issuer": "https://evil.example"}, "calls itself by the address of another site."),
        ({"jwks_uri": None}, "The platform did not tell its addresses"),
        ({"token_endpoint": "javascript:1"}, "The platform did not tell its addresses"),
    ],
)
def test_a_platform_that_tells_something_else(moodle, client, changes, sentence, monkeypatch):
    from games.teach.lti.courses import registering

    real = registering._ask

    def told(session, method, url, **more):
        said = real(session, method, url, **more)
        return said | changes if url.endswith("/openid") else said

    monkeypatch.setattr(registering, "_ask", told)
    link = RegistrationLink.objects.create()
    refused = client.post(address(link, moodle))
    assert refused.status_code == 422
    assert sentence in words(refused)
    assert not LtiRegistration.objects.exists()
    monkeypatch.setattr(registering, "_ask", real)
    assert client.post(address(link, moodle)).status_code == 200, "the link is still good"


def test_by_https_alone_and_by_public_addresses(moodle, client, settings):
    settings.LTI_LOCAL_PLATFORMS = []
    link = RegistrationLink.objects.create()
    said = set()
    for url in (moodle.url, moodle.url.replace("http:", "https:"), "https://10.0.0.1"):
        where = f"/lti/register/{link.code}/?{urlencode({'openid_configuration': url})}"
        refused = client.post(where)
        assert refused.status_code == 422
        said.add(words(refused).partition("Register a platform")[2].partition(url)[0].strip())
    assert "The platform did not tell its addresses, or not by https." in said
    assert "The platform did not answer as it should. Try again." in said
    assert len(said) == 2, "it does not tell what is there"
    assert moodle.asked == []


def test_a_link_is_tried_some_times_an_hour(moodle, client):
    link = RegistrationLink.objects.create()
    where = f"/lti/register/{link.code}/?openid_configuration=http://127.0.0.1:9/"
    for _ in range(10):
        assert "Try again." in words(client.post(where))
    assert "This link was tried too often." in words(client.post(address(link, moodle)))
    assert moodle.asked == []
    with time_machine.travel(datetime.now(UTC) + timedelta(minutes=61)):
        assert "Moodle is registered" in words(client.post(address(link, moodle)))


def test_a_platform_that_fails(moodle, client):
    moodle.fault = 500
    link = RegistrationLink.objects.create()
    refused = client.post(address(link, moodle))
    assert "The platform did not answer as it should. Try again." in words(refused)
    refused = client.post(f"/lti/register/{link.code}/")
    assert "Open this link in your platform" in words(refused)
    moodle.fault = None
    assert client.post(address(link, moodle)).status_code == 200


def test_a_platform_without_a_deployment_waits_for_one(moodle, client, admin_client):
    moodle.deployment = ""
    done = client.post(address(RegistrationLink.objects.create(), moodle))
    assert "an administrator of Marienbad switches on the deployment." in words(done)
    moodle.deployment = "17"
    refused = open_(Client(), moodle, "ada")
    assert "must first switch on this deployment of Moodle." in words(refused)
    known = LtiRegistration.objects.get()
    page = admin_client.get(f"/admin/lti_tool/ltiregistration/{known.pk}/change/").content.decode()
    assert 'value="17"' in page
    form = registration_form(known)
    form |= {
        "deployments-TOTAL_FORMS": "2",
        "deployments-INITIAL_FORMS": "1",
        "deployments-0-id": str(LtiDeployment.objects.get().pk),
        "deployments-0-registration": str(known.pk),
        "deployments-0-deployment_id": "17",
        "deployments-0-is_active": "on",
        "deployments-1-deployment_id": "",
        "deployments-1-is_active": "on",
    }
    saved = admin_client.post(f"/admin/lti_tool/ltiregistration/{known.pk}/change/", form)
    assert saved.status_code == 302, saved.content.decode()
    assert linked(Client(), moodle).platform == known


def registration_form(known):
    names = ("name", "issuer", "client_id", "auth_url", "token_url", "keyset_url", "audience")
    return {name: getattr(known, name) for name in names} | {"is_active": "on"}


def test_a_platform_is_registered_by_fields(moodle, admin_client):
    known = register(moodle)
    form = registration_form(known) | {
        "deployments-TOTAL_FORMS": "1",
        "deployments-INITIAL_FORMS": "0",
        "deployments-0-deployment_id": "1",
        "deployments-0-is_active": "on",
    }
    known.delete()
    page = admin_client.get("/admin/lti_tool/ltiregistration/add/").content.decode()
    for told in ("lti/launch/", "lti/login/", "lti/keys.json"):
        assert f"<code>http://testserver/{told}</code>" in page
    assert "private_key" not in page
    assert admin_client.post("/admin/lti_tool/ltiregistration/add/", form).status_code == 302
    assert linked(Client(), moodle).platform == LtiRegistration.objects.get()
