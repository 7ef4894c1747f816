"""Launch messages: a platform says who the person is. We ask with a handshake, the same browser
brings the message back once, and we trust it only if every check passes.

django-lti and pylti1p3 know the form of a message. What they leave open is closed here: a nonce
counts once and belongs to its handshake, the audience and the issuer are checked with the
signature, a message must say until when it is good, and a deployment is one that is switched on.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import jwt
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from lti_tool.models import LtiDeployment, LtiRegistration
from lti_tool.utils import DjangoToolConfig
from pylti1p3.contrib.django.message_launch import DjangoMessageLaunch
from pylti1p3.exception import LtiException
from requests import RequestException

from games.lti.calling import Patient, own_keys
from games.lti.models import Handshake

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
TIME = timedelta(minutes=10)
"""How long a handshake stays valid."""
SKEW = 60
"""Seconds by which the platform's clock and ours may differ."""
KEYS_KEPT = 600
"""Seconds for which we cache a platform's keys."""
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
    if any(len(value) > LONGEST or "\x00" in value for value in asked.values()):
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


class Message(DjangoMessageLaunch):
    """A signed launch message, checked against its handshake."""

    def __init__(self, request: HttpRequest, handshake: Handshake) -> None:
        self.handshake = handshake
        own_keys()  # django-lti wants them to be there
        config = DjangoToolConfig(handshake.registration.uuid)
        super().__init__(request, config, requests_session=Patient())  # type: ignore[no-untyped-call]

    def validate_state(self) -> Message:
        """Nothing to do: the view has already found the handshake by its state and cookie."""
        return self

    def validate_nonce(self) -> Message:
        if self._jwt["body"].get("nonce") != self.handshake.nonce:
            raise LtiException("The nonce is not that of the handshake.")
        return self

    def validate_jwt_signature(self) -> Message:
        """Check signature, issuer, audience and times."""
        registration = self.handshake.registration
        key, _ = self.get_public_key()
        body = jwt.decode(
            self._get_id_token(),
            key,
            algorithms=["RS256"],
            audience=registration.client_id,
            issuer=registration.issuer,
            leeway=SKEW,
            options={"require": ["exp", "iat", "iss", "aud", "sub", "nonce"]},
        )
        is_for_others = isinstance(body["aud"], list) and len(body["aud"]) > 1
        if is_for_others and body.get("azp") != registration.client_id:
            raise LtiException("The message is for several tools, and not for this one.")
        return self

    def get_public_key(self) -> Any:
        """The key of the signature. If we do not know it, fetch the platform's keys once more."""
        try:
            return super().get_public_key()
        except LtiException:
            url = self.handshake.registration.keyset_url
            if cache.delete(_keys_of(url)):
                self._registration.set_key_set(None)  # type: ignore[union-attr]
                return super().get_public_key()
            raise

    def fetch_public_key(self, key_set_url: str) -> Any:
        kept = cache.get(_keys_of(key_set_url))
        if kept is None:
            kept = super().fetch_public_key(key_set_url)
            cache.set(_keys_of(key_set_url), kept, KEYS_KEPT)
        return kept

    def validate_deployment(self) -> Message:
        """Accept only a deployment that an administrator has switched on; record a new one."""
        number = self._get_deployment_id()
        if len(number) > 255:
            raise LtiException("The deployment has too long a name.")
        deployment, _ = LtiDeployment.objects.get_or_create(
            registration=self.handshake.registration, deployment_id=number
        )
        if not deployment.is_active:
            name = self.handshake.registration.name
            raise LaunchError(
                f"An administrator of this site must first switch on this deployment of {name}."
            )
        self.deployment = deployment
        return self

    def save_launch_data(self) -> Message:
        return self


def _keys_of(url: str) -> str:
    return f"lti-keys:{url}"


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
        message = Message(request, handshake)
        message.validate()
    except LaunchError as error:
        error.registration = handshake.registration
        raise
    except jwt.ExpiredSignatureError as error:
        text = f"The message from {name} has expired. {AGAIN}"
        raise LaunchError(text, handshake.registration) from error
    except (LtiException, jwt.PyJWTError, RequestException, *MALFORMED) as error:
        log.warning("lti: a message of %s was refused: %s", name, error)
        text = f"We could not check the message from {name}, so we did not sign you in. {AGAIN}"
        raise LaunchError(text, handshake.registration) from error
    unused = Handshake.objects.filter(pk=handshake.pk, launched_at=None)
    if not unused.update(launched_at=timezone.now()):
        raise LaunchError(USED, handshake.registration)
    return message


MALFORMED = (AttributeError, KeyError, TypeError, ValueError)
"""Errors from a message that has the wrong type where a text or an object belongs."""
