"""Whatever JSON stands in a message, the answer is a page with a sentence, and never an error."""

import json
import time
from types import SimpleNamespace

import jwt
import pytest
from django.test import Client
from lti_tool.models import LtiUser

from games.teach.classes.models import Membership
from games.teach.lti.launch.messages import LaunchError
from games.teach.lti.launch.platform_keys import key_in
from games.teach.lti.launch.recording import take
from games.teach.lti.launch.views import framers
from games.teach.lti.models import Handshake

from .launches import linked
from .platform import CLAIM, INSTRUCTOR, KEY, LEARNER, path_of, pem, query_of
from .test_attacks import KID

pytestmark = pytest.mark.django_db

AGS = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
NRPS = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
GROUPS = "https://purl.imsglobal.org/spec/lti-gs/claim/groupsservice"
SETTINGS = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings"


def nested(depth):
    return json.loads("[" * depth + "]" * depth)


VALUES = {
    "null": None,
    "true": True,
    "zero": 0,
    "negative": -1,
    "endless": float("inf"),
    "no number": float("nan"),
    "400 digits": 10**400,
    "empty text": "",
    "text": "x",
    "null character": "a\x00b",
    "half a letter": "\ud800",
    "5,000 characters": "x" * 5000,
    "text of brackets": "[" * 50_000,
    "empty list": [],
    "list": ["x", None, 5, {"id": []}],
    "lists in lists": nested(200),
    "empty object": {},
    "object": {"id": {"id": []}, "url": 5, "scope": 7, "context_id": None},
}


def claims(platform, nonce, *, deep=False, subject="mia", role=LEARNER):
    """A message with every claim that we read, as plain data."""
    now = int(time.time())
    return {
        "iss": platform.url,
        "aud": platform.client_id,
        "azp": platform.client_id,
        "sub": subject,
        "nonce": nonce,
        "iat": now,
        "exp": now + 300,
        "name": "Mia Bauer",
        "given_name": "Mia",
        "family_name": "Bauer",
        "email": "mia@school.example",
        CLAIM + "message_type": "LtiDeepLinkingRequest" if deep else "LtiResourceLinkRequest",
        CLAIM + "version": "1.3.0",
        CLAIM + "deployment_id": platform.deployment,
        CLAIM + "target_link_uri": "http://testserver/lti/launch/",
        CLAIM + "roles": [role],
        CLAIM + "resource_link": {"id": "link-1"},
        CLAIM + "context": {"id": platform.context, "title": "Algebra 1", "label": "A1"},
        CLAIM + "custom": {"sections": "Tuesday"},
        CLAIM + "launch_presentation": {
            "document_target": "iframe",
            "return_url": f"{platform.url}/course",
        },
        CLAIM + "tool_platform": {"url": platform.url},
        AGS: {
            "scope": ["https://purl.imsglobal.org/spec/lti-ags/scope/score"],
            "lineitems": f"{platform.url}/lineitems",
            "lineitem": f"{platform.url}/lineitems/1",
        },
        NRPS: {"context_memberships_url": f"{platform.url}/members"},
        GROUPS: {"context_groups_url": f"{platform.url}/groups"},
        SETTINGS: {
            "deep_link_return_url": f"{platform.url}/chosen",
            "accept_types": ["ltiResourceLink"],
            "accept_presentation_document_targets": ["iframe"],
            "data": "back",
        },
    }


def launch(browser, platform, change, **kind):
    """Launch with a message that *change* has changed, and follow it as far as it leads."""
    asked = query_of(
        browser.get(path_of(platform.begins(kind.get("subject", "mia")))).headers["Location"]
    )
    said = claims(platform, asked["nonce"], **kind)
    change(said)
    token = jwt.api_jws.encode(
        json.dumps(said).encode(), pem(KEY)[1], algorithm="RS256", headers={"kid": KID}
    )
    page = browser.post("/lti/launch/", {"state": asked["state"], "id_token": token})
    for _ in range(4):
        if page.status_code != 302:
            break
        page = browser.get(page.headers["Location"])
        if b"Welcome to Marienbad" in page.content:
            page = browser.post(page.request["PATH_INFO"])
    assert page.status_code in (200, 403, 404), page.content.decode()[:2000]
    return page


def put(said, where, value):
    *outer, last = where
    for name in outer:
        said = said[name]
    said[last] = value


ODD = ("null", "endless", "null character", "half a letter", "list", "lists in lists", "object")
FEW = ("null", "negative", "half a letter", "list", "object")


def places(said):
    """Every claim, and every member of a claim that is an object."""
    for name, value in said.items():
        yield (name,)
        if isinstance(value, dict):
            yield from ((name, member) for member in value)


def test_no_claim_of_any_type_breaks_what_is_read(platform, ada, deployment):
    """What a message says after its checks, claim by claim and value by value."""
    linked(ada, platform)
    handshake = Handshake.objects.latest("begun_at")
    for where in places(claims(platform, "n")):
        for value in VALUES.values():
            said = claims(platform, "n")
            put(said, where, value)
            message = SimpleNamespace(said=said, deployment=deployment)
            try:
                take(message, handshake)
            except LaunchError:
                assert where == ("sub",), "only who it is must be told"
            told = json.dumps(handshake.told, ensure_ascii=False)
            assert told.encode().decode() == told
            assert "\\u0000" not in told
            assert len(told) < 20_000
            framers(handshake)
    assert set(LtiUser.objects.values_list("sub", flat=True)) == {"ada", "mia", "x"}


def test_no_claim_of_any_type_breaks_a_launch(platform, ada):
    linked(ada, platform)
    for (name,) in (where for where in places(claims(platform, "n")) if len(where) == 1):
        for kind in FEW:
            said = VALUES[kind]
            launch(
                Client(), platform, lambda claims, said=said, name=name: put(claims, (name,), said)
            )
    launch(Client(), platform, lambda claims: None)
    assert Membership.objects.filter(real_name="Mia Bauer").exists(), "and the right one works"


@pytest.mark.parametrize("name", ["deep_link_return_url", "data", None])
def test_no_setting_of_any_type_breaks_choosing(platform, ada, name):
    linked(ada, platform)
    where = (SETTINGS, name) if name else (SETTINGS,)
    kind = {"deep": True, "subject": "ada", "role": INSTRUCTOR}
    for value in (VALUES[kind] for kind in FEW):
        page = launch(ada, platform, lambda said, value=value: put(said, where, value), **kind)
        if page.status_code == 200:
            assert ada.post(page.request["PATH_INFO"], {"what": ""}).status_code == 422
    whole = launch(ada, platform, lambda said: None, **kind)
    assert b"What shall the course open?" in whole.content


@pytest.mark.parametrize("part", ["kid", "alg", "typ"])
def test_no_header_of_any_type_breaks_a_launch(platform, ada, part):
    linked(ada, platform)
    for value in (*(VALUES[kind] for kind in FEW), "HS256", "none"):
        browser = Client()
        asked = query_of(browser.get(path_of(platform.begins("mia"))).headers["Location"])
        said = claims(platform, asked["nonce"])
        token = jwt.encode(said, pem(KEY)[1], algorithm="RS256", headers={"kid": KID})
        _, body, sign = token.split(".")
        header = json.dumps({"alg": "RS256", "kid": KID, "typ": "JWT"} | {part: value}).encode()
        head = jwt.utils.base64url_encode(header).decode()
        page = browser.post(
            "/lti/launch/", {"state": asked["state"], "id_token": f"{head}.{body}.{sign}"}
        )
        assert page.status_code == 403
        assert "_auth_user_id" not in browser.session


def test_no_set_of_keys_of_any_type_breaks_a_launch(platform):
    real = platform.config().get_jwks()["keys"][0]
    odd = [
        *VALUES.values(),
        *({"keys": value} for value in VALUES.values()),
        *({"keys": [value]} for value in VALUES.values()),
        *({"keys": [real | {name: value}]} for name in real for value in VALUES.values()),
        {"keys": [{"kty": "oct", "k": "c2VjcmV0", "kid": KID, "alg": "RS256"}]},
        {"keys": [{"kty": "EC", "crv": "P-256", "kid": KID, "alg": "RS256", "x": "AA", "y": "AA"}]},
    ]
    for keys in odd:
        found = key_in(keys, KID)
        assert found is None or found.key_size >= 512
    assert key_in({"keys": [real]}, KID) is not None
    assert key_in({"keys": [5, None, real]}, KID) is not None, "a wrong one hides no right one"
