"""How people come into a class: by its link or code, with an existing or a new account, or invited
with their own account, which they answer and staff withdraw; codes of invitations to teach."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games.people.accounts import NameTakenError, keep_zone, sign_up
from games.people.models import User
from games.people.views import FORM_METHODS
from games.people.ways_in_views import code_refused
from games.teach.classes import teaching as service
from games.teach.classes.access import get_classroom_to_change, get_offer
from games.teach.classes.forms import JoinForm, SignUpAndJoinForm, tell_who_reads
from games.teach.classes.groups.grouping import groups_named, place_in_sections
from games.teach.classes.models import CODE_LENGTH, Classroom, Invitation, Membership, Staff
from games.teach.classes.offers import Offer
from games.teach.classes.page_parts import done
from games.teach.classes.rosters.roster_plans import RosterRow
from games.teach.classes.rosters.rosters import groups_of
from games.teach.classes.teaching import ClassError
from games.web.codes import tidy
from games.web.limits import NEW_BY_CODE, TooManyError
from games.web.polling import Now, current
from games.web.transactions import all_or_nothing
from games.web.written_once import written_once


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


def open_offers(user: User | AnonymousUser) -> list[Offer]:
    """The open offers of places for this user."""
    return _open_offers(user.pk) if isinstance(user, User) else []


@written_once
def _open_offers(user: int) -> QuerySet[Offer]:
    offers = Offer.objects.filter(user=user, declined_at=None, classroom__archived_at=None)
    return offers.select_related("classroom").only("classroom__name")


def offer_places(classroom: Classroom, rows: Iterable[RosterRow], via: str) -> None:
    """Make offers to the accounts in some lines of a list. A person who was already asked is not
    asked again."""
    Offer.objects.bulk_create(
        [
            Offer(
                classroom=classroom,
                user=row.user,
                real_name=row.name,
                student_id=row.entry.values.get("student_id", ""),
                email=row.entry.values.get("email", ""),
                groups=row.entry.values.get("group", ""),
                section=row.entry.values.get("section", ""),
                via=via,
            )
            for row in rows
        ],
        update_conflicts=True,
        unique_fields=["classroom", "user"],
        update_fields=["real_name", "student_id", "email", "groups", "section"],
    )


@all_or_nothing
def take(offer: Offer) -> Membership:
    """Accept the offer: join the class under the name that its staff wrote.

    Raises :class:`ClassError` if the class is archived, or if the user teaches it or was removed
    from it.
    """
    classroom = Classroom.objects.select_for_update().get(pk=offer.classroom_id)
    if classroom.archived_at:
        raise ClassError("This class is over, so you can’t join it.")
    if Staff.objects.filter(classroom=classroom, user=offer.user).exists():
        raise ClassError("You teach this class, so you can’t join it as a student.")
    member, is_new = Membership.objects.get_or_create(
        classroom=classroom,
        user=offer.user,
        defaults={
            "real_name": offer.real_name,
            "student_id": offer.student_id,
            "email": offer.email,
            "joined_via": offer.via,
        },
    )
    if member.archived_at and not member.has_left:
        raise ClassError("An instructor has removed you from this class. Ask to be let back in.")
    if member.has_left:
        member.archived_at, member.has_left = None, False
        member.save(update_fields=["archived_at", "has_left"])
    if is_new:
        names = groups_of({"group": offer.groups})
        member.groups.set(groups_named(classroom, names).values())
        place_in_sections(classroom, {member: offer.section})
    offer.delete()
    return member


def decline(offer: Offer) -> None:
    """Decline the offer. The staff do not learn of it."""
    Offer.objects.filter(pk=offer.pk).update(declined_at=timezone.now())


@FORM_METHODS
@never_cache
def offer(request: HttpRequest, offer_id: uuid.UUID) -> HttpResponse:
    """Show who invites, and what they would see; a POST accepts or declines."""
    offer = get_offer(request.user, offer_id)
    problem = ""
    if request.method == "POST":
        if request.POST.get("answer") == "no":
            decline(offer)
            return redirect("classes:index")
        try:
            return done(take(offer).classroom.get_absolute_url(), "joined")
        except ClassError as error:
            problem = str(error)
    teachers = offer.classroom.staff.exclude(role=Staff.Role.ASSISTANT).select_related("user")
    context = {
        "classroom": offer.classroom,
        "teachers": teachers,
        "problem": problem,
    }
    return render(request, "teach/classes/offer.html", context, status=409 if problem else 200)


@require_POST
def withdraw_offer(
    request: HttpRequest, classroom_id: uuid.UUID, offer_id: uuid.UUID
) -> HttpResponse:
    """Withdraw an offer."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    Offer.objects.filter(classroom=classroom, pk=offer_id).delete()
    return redirect(f"{reverse('teach:classroom', args=[classroom.pk])}#asked")
