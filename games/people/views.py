"""Signing up, in and out, the password and the time zone."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import logout, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from games.people import accounts as service
from games.people.browsers import attempted_name, rename_session
from games.people.forms import SignInForm, SignUpForm, TimeZoneForm
from games.people.lockout import count_sign_up, seconds_after
from games.people.models import User
from games.web.limits import TooManyError

DOUBTED = (
    "Somebody else signed in with your user name. We have signed them out. Choose a new password "
    "now to keep them out."
)
FORM_METHODS = require_http_methods(["GET", "HEAD", "POST"])


def next_page(request: HttpRequest) -> str:
    """The page to open next: the target in ``next`` if it is on this site."""
    wanted = request.POST.get("next") or request.GET.get("next", "")
    safe = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    # A target without a leading slash would be taken for the name of a URL pattern.
    is_page = safe and wanted.startswith("/")
    return wanted if is_page else resolve_url(settings.LOGIN_REDIRECT_URL)


def form_page(
    request: HttpRequest,
    form: BaseForm,
    title: str,
    button: str,
    *,
    about: str = "",
    action: str = "",
    status: int = 422,
) -> HttpResponse:
    """A page with one form; *status* is used if the form was sent and is shown again."""
    context = {
        "form": form,
        "title": title,
        "action": action,
        "button": button,
        "about": about,
        "next": request.POST.get("next") or request.GET.get("next", ""),
    }
    return render(request, "components/form.html", context, status=status if form.is_bound else 200)


@FORM_METHODS
@never_cache
@sensitive_post_parameters("password")
def signup(request: HttpRequest) -> HttpResponse:
    """Sign up with a name and a password; games played before are kept."""
    if request.user.is_authenticated:
        return redirect(next_page(request) if request.GET.get("next") else "site:me")
    form, status = SignUpForm(request.POST or None), 422
    if form.is_valid():
        try:
            count_sign_up(request)
            given = form.cleaned_data
            user = service.sign_up(request, given["username"], given["password"])
            service.keep_zone(user, given["time_zone"])
            return redirect(next_page(request))
        except service.NameTakenError:
            form.add_error("username", "This user name is taken. Choose another.")
        except TooManyError as error:
            form.add_error(None, str(error))
            status = 429
    about = (
        "You don't need an e-mail address. All you did in this browser stays yours: games, lessons "
        "and puzzles. Your own page has recovery codes to write down, in case you forget your "
        "password."
    )
    return form_page(request, form, "Sign up", "Sign up", about=about, status=status)


@FORM_METHODS
@never_cache
@sensitive_post_parameters("password")
def signin(request: HttpRequest) -> HttpResponse:
    """Sign in; the work of this browser's visitor is kept."""
    form = SignInForm(request, request.POST or None)
    form.fields["username"].label = "User name"
    if form.is_valid():
        user = form.get_user()
        assert isinstance(user, User)
        service.sign_in(request, user)
        service.keep_zone(user, form.cleaned_data["time_zone"])
        return redirect(next_page(request))
    return form_page(request, form, "Sign in", "Sign in")


def locked_out(request: HttpRequest, response: object, credentials: object) -> HttpResponse:
    """The sign-in page in place of any form with too many wrong passwords, with the name kept.

    The setting AXES_LOCKOUT_CALLABLE names it."""
    refusal: str = request.attempt.refusal  # type: ignore[attr-defined]
    form = SignInForm(request, {"username": attempted_name(request)})
    form.fields["username"].label = "User name"
    form.errors.clear()
    form.add_error(None, refusal)
    page = form_page(
        request, form, "Sign in", "Sign in", action=resolve_url("people:login"), status=429
    )
    page.headers["Retry-After"] = str(seconds_after(refusal))
    return page


@require_POST
def signout(request: HttpRequest) -> HttpResponse:
    """Sign out; the browser is then a new visitor."""
    logout(request)
    return redirect("site:home")


@require_POST
def fresh(request: HttpRequest) -> HttpResponse:
    """“Start fresh on this device”: another person uses the browser now."""
    service.forget_visitor(request)
    return redirect("site:home")


@FORM_METHODS
@login_required
@never_cache
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Change the password or choose the first one; every other session ends."""
    assert isinstance(request.user, User)
    has_one = request.user.has_usable_password()
    kind = PasswordChangeForm if has_one else SetPasswordForm
    form = kind(request.user, request.POST or None)
    if form.is_valid():
        form.save()
        before = request.session.session_key
        update_session_auth_hash(request, request.user)
        rename_session(before, request)
        return redirect("site:me")
    if not has_one:
        about = f"With it, you can also sign in here as {request.user.username}."
        return form_page(request, form, "Choose a password", "Save my password", about=about)
    about = DOUBTED if request.user.is_password_doubted else ""
    return form_page(request, form, "Change your password", "Change my password", about=about)


@FORM_METHODS
@login_required
@never_cache
def time_zone(request: HttpRequest) -> HttpResponse:
    """Choose the zone in which times are shown."""
    assert isinstance(request.user, User)
    form = TimeZoneForm(request.POST or None, initial={"time_zone": request.user.time_zone})
    if form.is_valid():
        service.set_zone(request.user, form.cleaned_data["time_zone"])
        return redirect("site:me")
    return form_page(request, form, "Your time zone", "Save")
