"""Registering a platform by link (LTI Dynamic Registration 1.0): its administrator opens the link
on the platform, and the two sites exchange their addresses."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import requests
from django.db import transaction
from django.utils import timezone
from lti_tool.models import LtiDeployment, LtiRegistration

from games.teach.lti.calling import BlockedError, Patient, check_address
from games.teach.lti.courses.course_people import GROUPS_SCOPE, MEMBERS_SCOPE
from games.teach.lti.framing import origin_of
from games.teach.lti.launch.recording import AGS_SCOPE, part, text
from games.teach.lti.models import RegistrationLink
from games.web.limits import REGISTRATIONS_WITH
from games.web.watch.audit import What, note

TIME = timedelta(days=7)
"""How long a link stays valid."""
TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"
PLATFORM = "https://purl.imsglobal.org/spec/lti-platform-configuration"
SCOPES = [
    *(f"{AGS_SCOPE}{name}" for name in ("lineitem", "lineitem.readonly", "score")),
    MEMBERS_SCOPE,
    GROUPS_SCOPE,
]
ABOUT = "Combinatorial games: assignments, lessons and puzzles."


class RegistrationError(Exception):
    """A registration that failed; the message says why."""


def usable(code: str) -> RegistrationLink | None:
    """The link with this code if it is unused and still valid."""
    links = RegistrationLink.objects.filter(used_at=None, made_at__gt=timezone.now() - TIME)
    return links.filter(code=code).first() if "\x00" not in code else None


CANVAS = "https://canvas.instructure.com/lti/"
"""Where the names begin that only Canvas has."""
PLACEMENTS = {
    "LtiDeepLinkingRequest": [
        f"{CANVAS}assignment_selection",
        f"{CANVAS}course_assignments_menu",
        "ContentArea",
    ],
    "LtiResourceLinkRequest": [f"{CANVAS}course_navigation"],
}
"""Where Canvas shows the tool: where an assignment, several assignments or links are chosen, and
beside the course."""
SECTIONS = {"sections": "$com.instructure.User.sectionNames"}


def tool(site: str, product: str = "") -> dict[str, Any]:
    """What a platform needs to know about this site. *site* is its address, without a slash.
    Canvas, by the name of the *product*, is also told where to show the tool, that it needs names,
    and to tell sections; without that it offers the tool at one place only."""
    launch = f"{site}/lti/launch/"
    messages: list[dict[str, Any]] = [
        {"type": "LtiDeepLinkingRequest", "target_link_uri": launch, "label": "Marienbad"},
        {"type": "LtiResourceLinkRequest", "target_link_uri": launch},
    ]
    more: dict[str, Any] = {}
    if product.lower() == "canvas":
        for message in messages:
            message["placements"] = PLACEMENTS[message["type"]]
            message |= {"label": "Marienbad", "custom_parameters": SECTIONS}
            message[f"{CANVAS}course_navigation/default_enabled"] = False
        more = {f"{CANVAS}privacy_level": "public", "custom_parameters": SECTIONS}
    return {
        "application_type": "web",
        "response_types": ["id_token"],
        "grant_types": ["implicit", "client_credentials"],
        "initiate_login_uri": f"{site}/lti/login/",
        "redirect_uris": [launch],
        "client_name": "Marienbad",
        "jwks_uri": f"{site}/lti/keys.json",
        "token_endpoint_auth_method": "private_key_jwt",
        "scope": " ".join(SCOPES),
        TOOL: {
            "domain": urlsplit(site).netloc,
            "description": ABOUT,
            "target_link_uri": launch,
            "claims": ["iss", "sub", "name", "given_name", "family_name", "email"],
            "messages": messages,
            **more,
        },
    }


def register(link: RegistrationLink, asked: dict[str, str], site: str) -> LtiRegistration:
    """Register the platform that *asked*. Raises :class:`RegistrationError` if that fails; the link
    then still works, a few times an hour: each try makes this server ask another one."""
    if REGISTRATIONS_WITH.exceeds(str(link.pk)):
        raise RegistrationError("This link was tried too often. Wait an hour, and try again.")
    free = RegistrationLink.objects.filter(pk=link.pk, used_at=None)
    if not free.update(used_at=timezone.now()):
        raise RegistrationError("This link was already used.")
    try:
        with Patient() as session:  # the administrator waits for both answers together
            token = asked.get("registration_token", "")
            platform = _configuration(session, asked.get("openid_configuration", ""), token)
            answer = _told(session, platform, token, tool(site, platform["name"]))
        return _store(link, platform, answer)
    except RegistrationError:
        RegistrationLink.objects.filter(pk=link.pk).update(used_at=None)
        raise


def _configuration(session: Patient, url: str, token: str) -> dict[str, str]:
    """The addresses that a platform publishes about itself."""
    if not origin_of(url):
        raise RegistrationError("Open this link in your platform, where it asks for the tool.")
    if not _is_safe(url):
        raise RegistrationError("The platform did not tell its addresses, or not by https.")
    said = _ask(session, "GET", url, headers=_signed_in(token))
    names = ("issuer", "authorization_endpoint", "token_endpoint", "jwks_uri")
    told = {name: text(said.get(name), 200) for name in (*names, "registration_endpoint")}
    if not all(map(_is_safe, told.values())):
        raise RegistrationError("The platform did not tell its addresses, or not by https.")
    if origin_of(told["issuer"]) != origin_of(url):
        raise RegistrationError("The platform calls itself by the address of another site.")
    product = text(part(said, PLATFORM).get("product_family_code"), 40)
    told["name"] = product[:1].upper() + product[1:] or urlsplit(url).netloc
    return told


def _is_safe(url: str) -> bool:
    try:
        check_address(url)
    except BlockedError:
        return False
    return bool(origin_of(url))


def _told(
    session: Patient, platform: dict[str, str], token: str, said: dict[str, Any]
) -> dict[str, Any]:
    """Send the platform what it needs to know about this site, and return its answer."""
    where, headers = platform["registration_endpoint"], _signed_in(token)
    return _ask(session, "POST", where, json=said, headers=headers)


def _signed_in(token: str) -> dict[str, str]:
    """The head that shows the platform's token, which some want for both requests."""
    return {"Authorization": f"Bearer {token}"} if token.isprintable() and token else {}


def _ask(session: Patient, method: str, url: str, **more: Any) -> dict[str, Any]:
    try:
        response = session.request(method, url, **more)
        response.raise_for_status()
        said = response.json()
    except (requests.RequestException, ValueError, RecursionError) as error:
        raise RegistrationError("The platform did not answer as it should. Try again.") from error
    if not isinstance(said, dict):
        raise RegistrationError("The platform gave an answer that we cannot read.")
    return said


@transaction.atomic
def _store(
    link: RegistrationLink, platform: dict[str, str], answer: dict[str, Any]
) -> LtiRegistration:
    client = text(answer.get("client_id"))
    if not client:
        raise RegistrationError("The platform did not tell the number that it has for this site.")
    known, _ = LtiRegistration.objects.update_or_create(
        issuer=platform["issuer"],
        client_id=client,
        defaults={
            "name": platform["name"],
            "auth_url": platform["authorization_endpoint"],
            "token_url": platform["token_endpoint"],
            "keyset_url": platform["jwks_uri"],
        },
    )
    if deployment := text(part(answer, TOOL).get("deployment_id")):
        LtiDeployment.objects.update_or_create(
            registration=known, deployment_id=deployment, defaults={"is_active": True}
        )
    RegistrationLink.objects.filter(pk=link.pk).update(registration=known)
    note(What.RIGHTS, f"platform {known.pk}", f"registered by link {link.pk}: {known.issuer}")
    return known
