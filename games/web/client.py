"""The address that a request comes from, as far as we can trust it."""

from __future__ import annotations

import logging
from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

log = logging.getLogger(__name__)

UNKNOWN = "0.0.0.0"  # noqa: S104 – nothing is bound to it
HOME = 64  # bits of an IPv6 address that name a network; its owner may choose the rest


_told = set[str]()


def tell_of_proxy(request: HttpRequest) -> None:
    """Log once that a proxy is in front although PROXIES is 0: its word about https is ignored, so
    every page redirects to itself, and all people seem to have its address."""
    written = "HTTP_X_FORWARDED_PROTO" in request.META or "HTTP_X_FORWARDED_FOR" in request.META
    if settings.PROXIES == 0 and written and not _told:
        _told.add("proxy")
        log.warning(
            "A proxy seems to be in front of the site (X-Forwarded-Proto: %s), but PROXIES is 0, "
            "so we ignore what it says. If pages redirect to themselves, or all people count as "
            "one address, set PROXIES to the number of proxies.",
            "https" if request.META.get("HTTP_X_FORWARDED_PROTO") == "https" else "not https",
        )


def client_address(request: HttpRequest) -> str:
    """The client's address, as the outermost of our own proxies saw it.

    Each of the ``PROXIES`` in front appends the address of its own client to ``X-Forwarded-For``;
    anything further left was typed by the client. Without proxies the header is ignored. An IPv6
    address stands for its network of 2^64 addresses.
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    count = settings.PROXIES
    seen = hops[-count] if 0 < count <= len(hops) else ""
    return _address(seen) or _address(request.META.get("REMOTE_ADDR", "")) or UNKNOWN


def _address(text: str) -> str:
    """One address without port or zone, in its usual form; empty if *text* is not an address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, HOME), strict=False).network_address)
