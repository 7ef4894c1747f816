"""Inviting people with their own accounts to join a class, their answers, and withdrawing it."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.models import User
from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_to_change, get_offer
from games.teach.classes.groups.grouping import groups_named, place_in_sections
from games.teach.classes.models import Classroom, Membership, Staff
from games.teach.classes.notices import done
from games.teach.classes.offers import Offer
from games.teach.classes.rosters.roster_plans import RosterRow
from games.teach.classes.rosters.rosters import groups_of
from games.teach.classes.teaching import ClassError
from games.web.transactions import all_or_nothing
from games.web.written_once import written_once


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
