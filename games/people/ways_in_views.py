"""Ways in: the one page for codes of any kind, signing in by a card or a code of one's own instead
of the password, and the devices that are signed in."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from games.people.accounts import sign_in
from games.people.browsers import LONG, Device, doubt, end, end_everywhere, recognise
from games.people.forms import password_field
from games.people.lockout import forgive
from games.people.models import User
from games.people.name_fields import AccountNameField
from games.people.views import FORM_METHODS, next_page
from games.people.ways_in import (
    RecoveryCode,
    find_card,
    find_code,
    left_of_list,
    new_list,
    use,
    use_up,
)
from games.web.codes import LONGEST, TOO_MANY, UNKNOWN, CodeForm, address_behind, too_many_wrong


@FORM_METHODS
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for a code and redirect to the page that it opens."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        typed = form.cleaned_data["code"]
        address = address_behind(typed)
        return redirect(address) if address else code_refused(request, typed, 422)
    return _code_page(request, form, 422 if form.is_bound else 200)


def code_refused(request: HttpRequest, typed: str, status: int) -> HttpResponse:
    """The response to a wrong code; count it."""
    too_many = too_many_wrong(request)
    form = CodeForm({"code": typed[:LONGEST]})
    form.add_error("code", TOO_MANY if too_many else UNKNOWN)
    return _code_page(request, form, 429 if too_many else status)


def _code_page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "people/enter.html", {"form": form}, status=status)


@FORM_METHODS
@never_cache
def card(request: HttpRequest, card_code: str) -> HttpResponse:
    """Ask whether to sign in with a card; the button signs in, once for each card. A code has 128
    bits, so wrong ones are not counted."""
    found = find_card(card_code)
    if request.method == "POST" and found is not None and use_up(found):
        sign_in(request, found.user)
        request.session.set_expiry(LONG)
        return redirect("site:home")
    if request.method == "POST" or found is None:
        return render(request, "people/card_over.html", status=404)
    return render(request, "people/card.html", {"card": found})


@require_safe
@login_required
@never_cache
def devices(request: HttpRequest) -> HttpResponse:
    """The devices on which the user is signed in."""
    assert isinstance(request.user, User)
    key = request.session.session_key
    listed = Device.objects.filter(user=request.user).signed_in()
    context = {"devices": [(device, device.session_key == key) for device in listed]}
    return render(request, "people/devices.html", context)


@require_POST
@login_required
def end_device(request: HttpRequest, device_id: uuid.UUID) -> HttpResponse:
    """Sign one device out; with *not-me*, the user must then choose a new password."""
    assert isinstance(request.user, User)
    device = Device.objects.filter(user=request.user, pk=device_id).first()
    if device is not None and device.session_key == request.session.session_key:
        device.delete()
        logout(request)
        return redirect("site:home")
    if device is not None:
        end(device)
    if "not-me" not in request.POST:
        return redirect("people:devices")
    doubt(request.user)
    return redirect("people:password")


@require_POST
@login_required
def my_devices(request: HttpRequest) -> HttpResponse:
    """Confirm that all sign-ins until now were the user's own."""
    recognise(request)
    return redirect(next_page(request) if request.POST.get("next") else "site:me")


@require_POST
@login_required
def end_devices(request: HttpRequest) -> HttpResponse:
    """Sign the user out everywhere, including this browser."""
    assert isinstance(request.user, User)
    end_everywhere(request.user)
    logout(request)
    return redirect("site:home")


WRONG = "This code doesn't work for this user name. It may be mistyped, used up or too old."


class RecoveryForm(forms.Form):
    """User name, code and new password."""

    username = AccountNameField(
        label="User name",
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username"}),
        error_messages={"required": "Type your user name."},
    )
    code = forms.CharField(
        label="Code",
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text="Sixteen letters and digits. Dashes and capitals don't matter.",
        error_messages={"required": "Type the code."},
    )
    password = password_field("New password")

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.found: RecoveryCode | None = None

    def clean(self) -> dict[str, Any]:
        """Look up the code and check the password."""
        cleaned: dict[str, Any] = super().clean() or {}
        name = cleaned.get("username", "")
        if "code" in cleaned and name:
            self.found = find_code(name, cleaned["code"])
            if self.found is None:
                self.add_error(None, WRONG)
        if "password" in cleaned:
            try:
                validate_password(cleaned["password"], User(username=name))
            except forms.ValidationError as error:
                self.add_error("password", error)
        return cleaned


@FORM_METHODS
@never_cache
@sensitive_post_parameters("password", "code")
def forgotten(request: HttpRequest) -> HttpResponse:
    """Show every way back into an account, and accept a code with a new password. A code has 77
    bits, so wrong ones are not counted."""
    if request.method != "POST":
        return _forgotten_page(request, RecoveryForm(), 200)
    form = RecoveryForm(request.POST)
    if form.is_valid() and form.found is not None:
        if use(form.found, make_password(form.cleaned_data["password"])):
            forgive([form.found.user.username])
            sign_in(request, form.found.user)
            return redirect("site:me")
        form.add_error(None, WRONG)
    return _forgotten_page(request, form, 422)


def _forgotten_page(request: HttpRequest, form: RecoveryForm, status: int) -> HttpResponse:
    return render(request, "people/forgotten.html", {"form": form}, status=status)


@FORM_METHODS
@login_required
@never_cache
def recovery_codes(request: HttpRequest) -> HttpResponse:
    """Show how many codes are left; create a new list, which is shown only once."""
    assert isinstance(request.user, User)
    codes = new_list(request.user) if request.method == "POST" else []
    context = {"codes": codes, "left": left_of_list(request.user)}
    return render(request, "people/recovery_codes.html", context)
