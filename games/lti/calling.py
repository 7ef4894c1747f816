"""Requests to a platform over the network, each with a time limit."""

from __future__ import annotations

import json
from typing import Any

import requests
from lti_tool.models import Key, LtiRegistration
from pylti1p3.exception import LtiException, LtiServiceException
from pylti1p3.registration import Registration
from pylti1p3.service_connector import ServiceConnector
from requests.utils import parse_header_links

SECONDS = 10.0
"""Seconds to wait for a connection, and for each next part of the answer."""
MOST_BYTES = 5_000_000
MOST_PAGES = 100
AGAIN = frozenset({401, 403, 408, 425, 429})
"""Status codes that concern our access or this moment, not the one thing that we sent."""


class PlatformError(Exception):
    """A platform refused a request; the message is a sentence. *is_ours* means that only this one
    request is at fault, so others may still succeed."""

    def __init__(self, text: str, *, status: int = 0) -> None:
        super().__init__(text)
        self.status = status
        self.is_ours = 400 <= status < 500 and status not in AGAIN


class Patient(requests.Session):
    """An HTTP session with a time limit, no redirects, and a limit on the size of an answer."""

    def request(self, method: Any, url: Any, *args: Any, **more: Any) -> requests.Response:
        more = more | {"timeout": SECONDS, "allow_redirects": False, "stream": True}
        response = super().request(method, url, *args, **more)
        if 300 <= response.status_code < 400:
            raise requests.TooManyRedirects("The answer leads to another address.")
        content = response.raw.read(MOST_BYTES + 1, decode_content=True)
        if len(content) > MOST_BYTES:
            raise requests.ConnectionError("The answer is too long.")
        response._content = content
        return response


def own_keys() -> dict[str, Any]:
    """Our public keys in the form that platforms expect. Makes the first key if there is none."""
    keys = Key.objects.as_jwks()
    if not keys["keys"]:
        Key.objects.generate()
        keys = Key.objects.as_jwks()
    known: dict[str, Any] = keys
    return known


def as_known(registration: LtiRegistration) -> Registration:
    """A registered platform as a pylti1p3 object, together with our signing key."""
    own_keys()
    known: Registration = registration.to_registration()
    return known


class Platform:
    """The services of one platform. Each kind of request has its own access token."""

    def __init__(self, registration: LtiRegistration) -> None:
        self.name = registration.name
        self._connector = ServiceConnector(as_known(registration), Patient())

    def get(self, scopes: list[str], url: str, accept: str) -> tuple[Any, str]:
        """The content at an address and the address of its next page, if there is one.

        Raises :class:`PlatformError`.
        """
        told = self._ask(scopes, url, accept=accept, case_insensitive_headers=True)
        links = parse_header_links(told["headers"].get("link", ""))
        return told["body"], next((one["url"] for one in links if one.get("rel") == "next"), "")

    def pages(self, scopes: list[str], url: str, accept: str) -> list[Any]:
        """The content at an address, page after page."""
        found: list[Any] = []
        while url and len(found) < MOST_PAGES:
            body, url = self.get(scopes, url, accept)
            found.append(body)
        return found

    def post(self, scopes: list[str], url: str, kind: str, body: dict[str, Any]) -> Any:
        """Send data and return the answer. Raises :class:`PlatformError`."""
        said = json.dumps(body)
        told = self._ask(scopes, url, is_post=True, data=said, content_type=kind, accept=kind)
        return told["body"]

    def _ask(self, scopes: list[str], url: str, **more: Any) -> Any:
        try:
            return self._connector.make_service_request(scopes, url, **more)
        except LtiServiceException as error:
            status = error.response.status_code
            raise PlatformError(in_words(self.name, status), status=status) from error
        except requests.Timeout as error:
            raise PlatformError(f"{self.name} took too long to answer.") from error
        except requests.RequestException as error:
            raise PlatformError(f"{self.name} could not be reached.") from error
        except (LtiException, KeyError, TypeError, ValueError) as error:
            raise PlatformError(f"{self.name} gave an answer that we cannot read.") from error


def in_words(name: str, status: int) -> str:
    """Why a platform refused, as a sentence for its status code."""
    if status == 401:
        return f"{name} did not accept our key (error 401)."
    if status == 403:
        return f"{name} does not allow this (error 403). Ask its administrator for the permission."
    if status == 404:
        return f"{name} does not know this column or this student (error 404)."
    if status == 429:
        return f"{name} has had too many requests and asks us to wait (error 429)."
    if status >= 500:
        return f"{name} has a fault of its own (error {status})."
    return f"{name} refused it (error {status})."
