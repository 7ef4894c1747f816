"""A QR code as an inline SVG: no image request, no inline style."""

from __future__ import annotations

from functools import lru_cache

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str, *, quick: bool = False) -> SafeString:
    """The QR code of an address, readable from across a room: black on white in both themes.

    *quick* is for many codes that are scanned from nearby: it tries one mask instead of eight.
    """
    return _draw(address, 0) if quick else _best(address)


@lru_cache(maxsize=64)  # drawings of some 10 kB: 1 MB
def _best(address: str) -> SafeString:
    # A class shows one code on every visit. Sign-in cards are secret, so they are not kept.
    return _draw(address, None)


def _draw(address: str, mask: int | None) -> SafeString:
    code = segno.make(address, error="m", micro=False, mask=mask)
    drawn = code.svg_inline(light="white", omitsize=True, svgclass=None, lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - numbers and the names of attributes alone
