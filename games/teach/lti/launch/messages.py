"""Launch messages: a platform says who the person is. We ask with a handshake, the same browser
brings the message back once, and we trust it only if every check passes.

PyJWT checks the signature with the audience, the issuer and the times, and pylti1p3 what a message
of its type must hold. What they leave open is closed here: a nonce counts once and belongs to its
handshake, a message must say until when it is good, and a deployment is one that is switched on.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import jwt
from django.http import HttpRequest
from django.utils import timezone
from lti_tool.models import LtiDeployment, LtiRegistration
from pylti1p3.exception import LtiException
from pylti1p3.message_validators import get_validators
from requests import RequestException

from games.teach.lti.launch.platform_keys import MALFORMED, key_in, keys_for
from games.teach.lti.models import Handshake

log = logging.getLogger(__name__)

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
DEEP_LINKING = "LtiDeepLinkingRequest"
RESOURCE = "LtiResourceLinkRequest"
ASKED = (
    "iss",
    "login_hint",
    "target_link_uri",
    "lti_message_hint",
    "lti_deployment_id",
    "client_id",
)
"""The parameters of a login request by a platform."""
LONGEST = 2_000
"""The most characters that any of them may have."""
LONGEST_OF_ALL = 4_000
"""The most characters of all of them: a row of this size is stored for anybody who asks. The hints
of Canvas have a thousand."""
TIME = timedelta(minutes=10)
"""How long a handshake stays valid."""
SKEW = 60
"""Seconds by which the platform's clock and ours may differ."""
AGAIN = "Open the activity again from your course."


class LaunchError(Exception):
    """A launch that failed. The message tells the person why, in one or two sentences."""

    def __init__(self, text: str, registration: LtiRegistration | None = None) -> None:
        super().__init__(text)
        self.registration = registration


UNKNOWN = "This site does not know the platform that sent you. Ask its administrator to register it"
USED = f"This launch was already used, or it is too old. {AGAIN}"


def begin(asked: dict[str, str], uuid: object = None) -> Handshake:
    """Make a handshake for the login request *asked*. *uuid* names the platform if the request came
    to an address of its own. Raises :class:`LaunchError` for a platform that is not registered."""
    asked = {name: asked[name] for name in ASKED if asked.get(name)}
    length = sum(map(len, asked.values()))
    too_long = length > LONGEST_OF_ALL or any(len(value) > LONGEST for value in asked.values())
    if too_long or any("\x00" in value for value in asked.values()):
        raise LaunchError(f"The platform sent something that we cannot read. {AGAIN}")
    known = LtiRegistration.objects.active().filter(issuer=asked.get("iss", ""))
    if uuid:
        known = known.filter(uuid=uuid)
    if client := asked.get("client_id"):
        known = known.filter(client_id=client)
    found = list(known[:2])
    if len(found) != 1:
        raise LaunchError(f"{UNKNOWN}.")
    if "login_hint" not in asked:
        raise LaunchError(f"{found[0].name} did not say who you are. {AGAIN}", found[0])
    return Handshake.objects.create(registration=found[0], asked=asked)


def asking(handshake: Handshake, launch_url: str) -> str:
    """The platform's address that identifies the person and then returns to *launch_url*."""
    registration = handshake.registration
    query = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": registration.client_id,
        "redirect_uri": launch_url,
        "state": str(handshake.pk),
        "nonce": handshake.nonce,
        "login_hint": handshake.asked["login_hint"],
    }
    if hint := handshake.asked.get("lti_message_hint"):
        query["lti_message_hint"] = hint
    joint = "&" if "?" in registration.auth_url else "?"
    return f"{registration.auth_url}{joint}{urlencode(query)}"


@dataclass(frozen=True)
class Message:
    """What a signed launch message says, after every check, and the deployment that sent it."""

    said: dict[str, Any]
    deployment: LtiDeployment


def checked(token: str, handshake: Handshake) -> Message:
    """The message in *token*, checked against its handshake.

    Raises :class:`LaunchError` for a deployment that is not switched on. For anything else it
    raises the errors of the libraries and of data that cannot be read, which :func:`read` puts into
    words.
    """
    registration = handshake.registration
    if not registration.is_active:
        raise LtiException("The platform is switched off.")
    said = _signed(token, registration)
    if said["nonce"] != handshake.nonce:
        raise LtiException("The nonce is not that of the handshake.")
    deployment = _deployment(said, registration)
    fitting = [one for one in get_validators() if one.can_validate(said)]  # type: ignore[no-untyped-call]
    if len(fitting) != 1 or not fitting[0].validate(said):
        raise LtiException("No launch has a message of this type.")
    return Message(said, deployment)


def _signed(token: str, registration: LtiRegistration) -> dict[str, Any]:
    """What a message says, if its signature, issuer, audience and times are right."""
    kid = jwt.get_unverified_header(token)["kid"]
    for keys in keys_for(registration):
        key = key_in(keys, kid)
        if key is None:
            continue
        try:
            said = jwt.decode(
                token,
                key,
                algorithms=["RS256"],
                audience=registration.client_id,
                issuer=registration.issuer,
                leeway=SKEW,
                options={"require": ["exp", "iat", "iss", "aud", "sub", "nonce"]},
            )
            break
        except jwt.InvalidSignatureError:
            continue  # the platform may have a new key of the same name
    else:
        raise LtiException("No key of the platform fits the signature.")
    is_for_others = isinstance(said["aud"], list) and len(said["aud"]) > 1
    if is_for_others and said.get("azp") != registration.client_id:
        raise LtiException("The message is for several tools, and not for this one.")
    return said


def _deployment(said: dict[str, Any], registration: LtiRegistration) -> LtiDeployment:
    """The deployment that a message names, if an administrator has switched it on; a new one is
    recorded."""
    number = said.get(f"{CLAIM}deployment_id")
    if not isinstance(number, str) or not 0 < len(number) <= 255 or not number.isprintable():
        raise LtiException("The deployment has no name that we can store.")
    deployment, _ = LtiDeployment.objects.get_or_create(
        registration=registration, deployment_id=number
    )
    if not deployment.is_active:
        raise LaunchError(
            f"An administrator of this site must first switch on this deployment of "
            f"{registration.name}."
        )
    return deployment


def unchecked(registration: LtiRegistration) -> str:
    """What we say of a message that does not pass a check, whichever check it is."""
    name = registration.name
    return f"We could not check the message from {name}, so we did not sign you in. {AGAIN}"


def read(request: HttpRequest, handshake: Handshake) -> Message:
    """The message in *request*, checked; *handshake* cannot be used again.

    Raises :class:`LaunchError`.
    """
    name = handshake.registration.name
    try:
        if handshake.launched_at or handshake.begun_at < timezone.now() - TIME:
            raise LaunchError(USED)
        if said := request.POST.get("error"):
            log.warning("lti: %s answered %r", name, said[:200])
            raise LaunchError(f"{name} did not let you in. Sign in there, and open it again.")
        message = checked(request.POST.get("id_token", ""), handshake)
    except LaunchError as error:
        error.registration = handshake.registration
        raise
    except jwt.ExpiredSignatureError as error:
        text = f"The message from {name} has expired. {AGAIN}"
        raise LaunchError(text, handshake.registration) from error
    except (LtiException, jwt.PyJWTError, RequestException, *MALFORMED) as error:
        log.warning("lti: a message of %s was refused: %s", name, error)
        raise LaunchError(unchecked(handshake.registration), handshake.registration) from error
    unused = Handshake.objects.filter(pk=handshake.pk, launched_at=None)
    if not unused.update(launched_at=timezone.now()):
        raise LaunchError(USED, handshake.registration)
    return message
