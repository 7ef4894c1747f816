"""Requests to a platform over the network: where they may go, how long and how much at most.

Addresses come from messages and from people who register a platform, so we trust none of them. A
request goes by https to a public address, follows no redirect, and everything that one errand asks
shares one deadline and one number of bytes. A platform that fails several times in a row is left
alone for a while.
"""

from __future__ import annotations

import contextlib
import ipaddress
import json
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from lti_tool.models import Key, LtiRegistration
from pylti1p3.exception import LtiException, LtiServiceException
from pylti1p3.registration import Registration
from pylti1p3.service_connector import ServiceConnector
from requests.adapters import HTTPAdapter
from requests.utils import parse_header_links
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from games.teach.lti.models import PlatformState

SECONDS = 8.0
"""Seconds for an errand of a few requests, such as a token, a column and a score. A platform that
works answers within two; eight leave room for a Monday morning, and a worker loses no more."""
MOST_BYTES = 5_000_000
"""Bytes that one errand may bring: a course of 2,000 people has about two million."""
MOST_PAGES = 100
AGAIN = frozenset({401, 403, 408, 425, 429})
"""Status codes that concern our access or this moment, not the one thing that we sent."""
FAILURES = 3
"""After so many failures in a row a platform rests: one may be chance, and two bad luck."""
REST = timedelta(minutes=5)
"""How long it rests: as long as the grades of a class wait for their next comparison."""
RESOLVERS = threading.BoundedSemaphore(8)
"""How many names may be looked up at once. A look-up cannot be ended, so hanging ones add up."""


REASON = 1000
"""Characters of an answer in which we look for its reason: a message of one line."""


class PlatformError(Exception):
    """A platform refused a request; the message is a sentence. *is_ours* means that only this one
    request is at fault, so others may still succeed. *knows_newer* means that the platform has this
    score or a newer one: the standard says 409, and Canvas says 400 and names the timestamp."""

    def __init__(self, text: str, *, status: int = 0, told: str = "") -> None:
        super().__init__(text)
        self.status = status
        self.knows_newer = status == 409 or (status == 400 and "timestamp" in told.lower())
        self.is_ours = 400 <= status < 500 and status not in AGAIN

    @property
    def is_failure(self) -> bool:
        """Whether the platform itself failed: it could not be reached, or has a fault."""
        return self.status in (0, 429) or self.status >= 500


class BlockedError(requests.ConnectionError):
    """An address to which we send nothing."""


def may_be_local(host: str) -> bool:
    """Whether an administrator allows this host to be inside the own network, and without https."""
    return host in settings.LTI_LOCAL_PLATFORMS


def check_address(url: str) -> None:
    """Raise :class:`BlockedError` if no request may go to *url*: https alone is allowed."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or not (parts.scheme == "https" or (parts.scheme == "http" and may_be_local(host))):
        raise BlockedError("This is no address by https.")


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public network, also behind a mapped or tunnelled one."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if inner is not None:
            ip = inner
    return ip.is_global and not ip.is_multicast and not ip.is_reserved


NAT64 = ipaddress.IPv6Network("64:ff9b::/96")


def addresses_of(host: str, port: int, seconds: float) -> list[str]:
    """The IP addresses of a host, looked up within *seconds*, each of them allowed.

    Raises :class:`BlockedError` if one is not, and :class:`OSError`.
    """
    found: list[str] = []

    def look_up() -> None:
        with contextlib.suppress(OSError, UnicodeError):  # the caller sees that nothing is found
            told = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.extend(dict.fromkeys(str(one[4][0]) for one in told))
        RESOLVERS.release()

    if not RESOLVERS.acquire(blocking=False):
        raise OSError("Too many names are being looked up.")
    thread = threading.Thread(target=look_up, daemon=True)
    thread.start()
    thread.join(seconds)
    if not found:
        raise OSError("The name of the host could not be resolved.")
    if not may_be_local(host) and not all(map(is_public, found)):
        raise BlockedError("This host is not in the public network.")
    return found


class Patient(requests.Session):
    """An HTTP session for one errand: one deadline and one number of bytes for all its requests, no
    redirects, and connections to checked addresses alone."""

    def __init__(self, seconds: float | None = None) -> None:
        super().__init__()
        self._seconds, self._open = seconds or SECONDS, list[socket.socket]()
        self.start()
        for scheme in ("https://", "http://"):
            self.mount(scheme, _Door(self.connect))

    def start(self) -> None:
        """Begin another errand."""
        self._ends, self.bytes_left = time.monotonic() + self._seconds, MOST_BYTES

    @property
    def left(self) -> float:
        """The seconds left. Raises :class:`requests.Timeout` if there are none."""
        left = self._ends - time.monotonic()
        if left <= 0:
            raise requests.Timeout("The errand took too long.")
        return left

    def connect(self, host: str, port: int) -> socket.socket:
        """A connection to the very address that was checked, so that a name that changes its
        address in between leads nowhere else."""
        failed: OSError = OSError("The host has no address.")
        for address in addresses_of(host, port, self.left):
            try:
                made = socket.create_connection((address, port), timeout=self.left)
            except OSError as error:
                failed = error
                continue
            self._open.append(socket.socket(fileno=os.dup(made.fileno())))
            return made
        raise failed

    def request(self, method: Any, url: Any, *args: Any, **more: Any) -> requests.Response:
        check_address(str(url))
        left = self.left
        more = more | {"timeout": left, "allow_redirects": False, "stream": True}
        # A time limit of a socket begins anew with each byte, so that a platform which sends
        # one byte a second would hold us for hours: at the deadline the connection is cut.
        timer = threading.Timer(left, self._cut)
        timer.daemon = True
        timer.start()
        try:
            response = super().request(method, url, *args, **more)
            if 300 <= response.status_code < 400:
                raise requests.TooManyRedirects("The answer leads to another address.")
            content = response.raw.read(self.bytes_left + 1, decode_content=True)
        except Exception as error:
            if self._ends <= time.monotonic():
                raise requests.Timeout("The errand took too long.") from error
            if isinstance(error, requests.RequestException):
                raise
            raise requests.ConnectionError("The answer broke off.") from error
        finally:
            timer.cancel()
        self.left  # noqa: B018 – an answer that was cut off is no answer
        self.bytes_left -= len(content)
        if self.bytes_left < 0:
            raise requests.ConnectionError("The answer is too long.")
        response.raw = BytesIO(content)
        return response

    def close(self) -> None:
        super().close()
        while self._open:
            self._open.pop().close()

    def _cut(self) -> None:
        for one in self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # it is over already


class _Door(HTTPAdapter):
    """Sends requests through connections that *connect* makes."""

    def __init__(self, connect: Callable[[str, int], socket.socket]) -> None:
        self._connect = connect
        super().__init__()

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more)
        connect = self._connect

        class Plain(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return connect(self.host, self.port)

        class Secure(HTTPSConnection):
            def _new_conn(self) -> socket.socket:
                return connect(self.host, self.port)

        class PlainPool(HTTPConnectionPool):
            ConnectionCls = Plain

        class SecurePool(HTTPSConnectionPool):
            ConnectionCls = Secure

        pools = {"http": PlainPool, "https": SecurePool}
        self.poolmanager.pool_classes_by_scheme = pools


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


def state_of(registration: LtiRegistration) -> PlatformState:
    """How a platform has answered lately."""
    return PlatformState.objects.get_or_create(registration=registration)[0]


def note_answer(state: PlatformState, *, failed: bool) -> None:
    """Count a failure of the platform, or forget those before."""
    rows = PlatformState.objects.filter(pk=state.pk)
    if not failed:
        rows.exclude(failures=0).update(failures=0, rests_until=None)
        return
    rows.update(failures=F("failures") + 1)
    rows.filter(failures__gte=FAILURES).update(rests_until=timezone.now() + REST)


class Platform:
    """The services of one platform. Each kind of request has its own access token.

    *seconds* is the time for the whole errand; :meth:`start` begins another one. While the platform
    rests, every request raises :class:`PlatformError` at once.
    """

    def __init__(self, registration: LtiRegistration, seconds: float | None = None) -> None:
        self.name = registration.name
        self.state = state_of(registration)
        self._session = Patient(seconds)
        self._connector = ServiceConnector(as_known(registration), self._session)

    def start(self) -> None:
        """Begin another errand."""
        self._session.start()

    def close(self) -> None:
        """End all connections."""
        self._session.close()

    def get(self, scopes: list[str], url: str, accept: str) -> tuple[Any, str]:
        """The content at an address and the address of its next page, if there is one.

        Raises :class:`PlatformError`.
        """
        told = self._ask(scopes, url, accept=accept, case_insensitive_headers=True)
        links = parse_header_links(told["headers"].get("link", ""))
        following = (one.get("url", "") for one in links if one.get("rel") == "next")
        return told["body"], next(following, "")

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
        if self.state.is_resting:
            raise PlatformError(f"{self.name} has failed several times in a row. We wait a while.")
        try:
            told = self._told(scopes, url, **more)
        except PlatformError as error:
            note_answer(self.state, failed=error.is_failure)
            raise
        note_answer(self.state, failed=False)
        return told

    def _told(self, scopes: list[str], url: str, **more: Any) -> Any:
        try:
            return self._connector.make_service_request(scopes, url, **more)
        except LtiServiceException as error:
            status = error.response.status_code
            said = error.response.text[:REASON] if status == 400 else ""
            raise PlatformError(in_words(self.name, status), status=status, told=said) from error
        except requests.Timeout as error:
            raise PlatformError(f"{self.name} took too long to answer.") from error
        except requests.RequestException as error:
            raise PlatformError(f"{self.name} could not be reached.") from error
        except (LtiException, LookupError, TypeError, ValueError, RecursionError) as error:
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
