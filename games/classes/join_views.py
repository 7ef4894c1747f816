"""Joining a class by its link or its code, with an account or while getting one."""

from __future__ import annotations

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from games.classes import teaching as service
from games.classes.forms import CodeForm, JoinForm, SignUpAndJoinForm
from games.classes.join_codes import find_class, too_many_wrong
from games.classes.models import Classroom, Membership, Staff
from games.classes.teaching import ClassError
from games.classes.views import done
from games.people.accounts import NameTakenError, keep_zone, sign_up
from games.people.models import User
from games.people.views import FORM_METHODS
from games.web.client import client_address
from games.web.limits import TooManyError, count_sign_up

UNKNOWN = "No class has this code. Check it and try again: a code is eight letters and digits."
TOO_MANY = "Too many wrong codes. Ask for the right one, or wait ten minutes."


@FORM_METHODS
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Type the code of a class."""
    form = CodeForm(request.POST or None)
    if form.is_valid():
        classroom = find_class(form.cleaned_data["code"])
        if classroom is not None:
            return redirect(f"{reverse('classes:join-class', args=[classroom.join_code])}?typed=1")
        return refused(request, form, 422)
    return code_page(request, form, 422 if form.is_bound else 200)


def refused(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    """The answer to a wrong code, which is counted."""
    too_many = too_many_wrong(request)
    form.add_error("code", TOO_MANY if too_many else UNKNOWN)
    return code_page(request, form, 429 if too_many else status)


def code_page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    context = {
        "form": form,
        "action": reverse("classes:join"),
        "title": "Join a class",
        "button": "Continue",
        "about": "Your instructor has a link, or a code of eight letters and digits.",
        "nav": "classes",
    }
    return render(request, "components/form.html", context, status=status)


@FORM_METHODS
@never_cache
@sensitive_post_parameters("password")
def join_class(request: HttpRequest, code: str) -> HttpResponse:
    """Join with the account somebody has, or get one in the same step."""
    classroom = find_class(code)
    if classroom is None:
        return refused(request, CodeForm({"code": code[:40]}), 404)
    if isinstance(request.user, User) and belongs(request.user, classroom):
        return redirect(classroom)
    form_class: type[Form] = JoinForm if request.user.is_authenticated else SignUpAndJoinForm
    form = form_class(request.POST or None)
    if not classroom.can_join:
        return join_page(request, classroom, form, 409 if request.method == "POST" else 200)
    if form.is_valid():
        try:
            if not request.user.is_authenticated:
                count_sign_up(client_address(request))
            enter(request, classroom, form.cleaned_data)
            return done(classroom.get_absolute_url(), "joined")
        except ClassError as error:
            form.add_error(None, str(error))
        except NameTakenError:
            form.add_error("username", "This name is taken; choose another.")
        except TooManyError as error:
            form.add_error(None, str(error))
            return join_page(request, classroom, form, 429)
    return join_page(request, classroom, form, 422 if form.is_bound else 200)


def belongs(user: User, classroom: Classroom) -> bool:
    """Whether somebody teaches the class or learns in it."""
    return (
        Staff.objects.filter(classroom=classroom, user=user).exists()
        or Membership.objects.active().filter(classroom=classroom, user=user).exists()
    )


def enter(request: HttpRequest, classroom: Classroom, answers: dict[str, str]) -> None:
    """Join, and sign up before if need be: both or neither."""
    via = Membership.Via.CODE if request.GET.get("typed") else Membership.Via.LINK

    def place(user: User) -> None:
        service.join(classroom, user, answers["real_name"], via)

    if isinstance(request.user, User):
        place(request.user)
    else:
        user = sign_up(request, answers["username"], answers["password"], also=place)
        keep_zone(user, answers["time_zone"])


def join_page(request: HttpRequest, classroom: Classroom, form: Form, status: int) -> HttpResponse:
    """Who asks, what they will see, and the form."""
    context = {"nav": "classes", "classroom": classroom, "form": form}
    return render(request, "classes/join.html", context, status=status)
