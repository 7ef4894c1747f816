"""Signing in with a card's code, and the list of devices on which a user is signed in."""

from __future__ import annotations

import uuid

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.accounts import sign_in
from games.people.cards import find_card, use_up
from games.people.devices import LONG, Device, end, end_everywhere, recognise
from games.people.doubts import doubt
from games.people.models import User
from games.people.views import FORM_METHODS, next_page


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
