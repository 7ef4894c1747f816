"""Joining a class by its link or code, with an existing or a new account, and the codes of
invitations to teach."""

from __future__ import annotations

import uuid

from django.db.models import Count, Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from games.people.accounts import NameTakenError, keep_zone, sign_up
from games.people.models import User
from games.people.views import FORM_METHODS
from games.people.ways_in_views import code_refused
from games.teach.classes import teaching as service
from games.teach.classes.forms import JoinForm, SignUpAndJoinForm, tell_who_reads
from games.teach.classes.models import CODE_LENGTH, Classroom, Invitation, Membership, Staff
from games.teach.classes.notices import done
from games.teach.classes.teaching import ClassError
from games.web.codes import tidy
from games.web.limits import NEW_BY_CODE, TooManyError
from games.web.polling import Now, current


def find_class(typed: str) -> Classroom | None:
    """The class with this code, however the code was typed."""
    code = tidy(typed, CODE_LENGTH)
    return Classroom.objects.filter(join_code=code).first() if code else None


def class_behind(typed: str) -> str | None:
    """The address where students join the class with this code."""
    classroom = find_class(typed)
    if classroom is None:
        return None
    return f"{reverse('classes:join-class', args=[classroom.join_code])}?typed=1"


def invitation_behind(typed: str) -> str | None:
    """The address of an invitation to teach a class."""
    invitation = Invitation.objects.filter(code=typed).first()
    return invitation.get_absolute_url() if invitation else None


def count_newcomer(classroom: Classroom) -> None:
    """Count a new account that joins by the class's code; raise :class:`TooManyError` after too
    many. Somebody with the code is no stranger, so the address does not matter."""
    if NEW_BY_CODE.exceeds(classroom.join_code):
        raise TooManyError(
            f"{NEW_BY_CODE.most:,} people have joined this class with new accounts within an hour. "
            "Tell your instructor, or try again later."
        )


MARK_LENGTH = 32


@current("joined")
def joined_now(classroom_id: uuid.UUID) -> Now | None:
    """The version of that page; students may join at any moment while the class is open."""
    students = Count("memberships", filter=Q(memberships__archived_at=None))
    classroom = Classroom.objects.filter(pk=classroom_id).annotate(students=students).first()
    if classroom is None:
        return None
    # A poll is answered before the person's rights are checked, so the version must reveal nothing.
    seen = f"{classroom.students}-{classroom.join_code}-{classroom.can_join}-{classroom.name}"
    mark = salted_hmac(f"joined {classroom_id}", seen, algorithm="sha256").hexdigest()
    return Now(mark[:MARK_LENGTH], is_awaited=classroom.can_join)


@FORM_METHODS
@never_cache
@sensitive_post_parameters("password")
def join_class(request: HttpRequest, code: str) -> HttpResponse:
    """Join with an existing account, or sign up in the same step."""
    classroom = find_class(code)
    if classroom is None:
        return code_refused(request, code, 404)
    if isinstance(request.user, User) and belongs(request.user, classroom):
        return redirect(classroom)
    form_class: type[Form] = JoinForm if request.user.is_authenticated else SignUpAndJoinForm
    form = form_class(request.POST or None)
    tell_who_reads(form, classroom)
    if not classroom.can_join:
        return join_page(request, classroom, form, 409 if request.method == "POST" else 200)
    if form.is_valid():
        try:
            if not request.user.is_authenticated:
                count_newcomer(classroom)
            enter(request, classroom, form.cleaned_data)
            return done(classroom.get_absolute_url(), "joined")
        except ClassError as error:
            form.add_error(None, str(error))
        except NameTakenError:
            form.add_error("username", "This user name is taken. Choose another.")
        except TooManyError as error:
            form.add_error(None, str(error))
            return join_page(request, classroom, form, 429)
    return join_page(request, classroom, form, 422 if form.is_bound else 200)


def belongs(user: User, classroom: Classroom) -> bool:
    """Whether this user teaches the class or is a student in it."""
    return (
        Staff.objects.filter(classroom=classroom, user=user).exists()
        or Membership.objects.active().filter(classroom=classroom, user=user).exists()
    )


def enter(request: HttpRequest, classroom: Classroom, answers: dict[str, str]) -> None:
    """Join, after signing up if necessary; either both succeed or neither."""
    via = Membership.Via.CODE if request.GET.get("typed") else Membership.Via.LINK

    def place(user: User) -> None:
        service.join(classroom, user, answers["real_name"], via)

    if isinstance(request.user, User):
        place(request.user)
    else:
        user = sign_up(request, answers["username"], answers["password"], also=place)
        keep_zone(user, answers["time_zone"])


def join_page(request: HttpRequest, classroom: Classroom, form: Form, status: int) -> HttpResponse:
    """The page with the class's instructors, what they will see, and the form."""
    context = {"classroom": classroom, "form": form}
    return render(request, "teach/classes/join.html", context, status=status)
