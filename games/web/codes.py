"""Codes that people type or scan: one form field for every kind, limits for wrong codes, QR codes.

Thirty students at one school address mistype many codes, so wrong codes are counted for each
browser or account, and an address is allowed very many. The right code always works: with 33 bits
or more, slowing down wrong codes spares the database and is not what protects the code.
"""

from __future__ import annotations

import secrets
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString, mark_safe

from games.web.limits import WRONG_CODES_FROM, WRONG_CODES_OF_ONE, client_address

UNKNOWN = (
    "This code opens nothing. Check each letter: "
    "a live room has seven letters and digits, a class has eight."
)
TOO_MANY = "Too many wrong codes. Look at the code again: the right one works at once."
LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ"
"""The characters of codes: none that look alike, and no vowels, so no words."""
LONGEST = 300
"""The most characters of a pasted link; a code has far fewer."""


def drawn_code(length: int) -> str:
    """A code of so many characters, each of them nearly five bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def tidy(typed: str, length: int) -> str:
    """A code of *length* letters and digits in its stored form; empty for any other text."""
    code = "".join(filter(str.isalnum, typed[: length + 40])).upper()
    return code if len(code) == length and code.isascii() else ""


def address_behind(typed: str) -> str | None:
    """The address that a code or a pasted link of this site opens; None if it opens nothing."""
    if "/" in typed:
        try:
            path = "/" + urlsplit(typed if "//" in typed else f"//{typed}").path.lstrip("/")
            resolve(path)
        except (ValueError, Resolver404):  # not an address of this site
            return None
        return path
    kinds = map(import_string, settings.WHAT_CODES_OPEN)
    return next((address for kind in kinds if (address := kind(typed))), None)


class CodeForm(forms.Form):
    """A field for a code."""

    code = forms.CharField(
        label="Code",
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "spellcheck": "false",
                "class": "code-field",
            }
        ),
        error_messages={
            "required": "Type the code.",
            "max_length": f"This is too long for a code. A link has at most {LONGEST} characters.",
        },
    )


def too_many_wrong(request: HttpRequest) -> bool:
    """Count one more wrong code; return True after too many within ten minutes."""
    counts = [(WRONG_CODES_FROM, client_address(request))]
    if request.user.is_authenticated:
        counts.append((WRONG_CODES_OF_ONE, f"account {request.user.pk}"))
    elif request.session.session_key or request.method == "POST":
        if not request.session.session_key:
            request.session.create()
        counts.append((WRONG_CODES_OF_ONE, f"browser {request.session.session_key}"))
    return any([limit.count(who) > limit.most for limit, who in counts])  # noqa: C419 – count all


def qr_code(address: str, *, quick: bool = False) -> SafeString:
    """The QR code of an address, readable from across a room: black on white in both themes. It is
    drawn in the page itself, so it costs no request.

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
