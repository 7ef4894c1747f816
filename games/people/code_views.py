"""The page where people type a code of any kind."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from games.people.views import FORM_METHODS
from games.web.codes import LONGEST, TOO_MANY, UNKNOWN, CodeForm, address_behind, too_many_wrong


@FORM_METHODS
@never_cache
def enter(request: HttpRequest) -> HttpResponse:
    """Ask for a code and redirect to the page that it opens."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        typed = form.cleaned_data["code"]
        address = address_behind(typed)
        return redirect(address) if address else refused(request, typed, 422)
    return _page(request, form, 422 if form.is_bound else 200)


def refused(request: HttpRequest, typed: str, status: int) -> HttpResponse:
    """The response to a wrong code; count it."""
    too_many = too_many_wrong(request)
    form = CodeForm({"code": typed[:LONGEST]})
    form.add_error("code", TOO_MANY if too_many else UNKNOWN)
    return _page(request, form, 429 if too_many else status)


def _page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(request, "people/enter.html", {"form": form}, status=status)
