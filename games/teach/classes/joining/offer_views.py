"""Being invited to join a class, and withdrawing that."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.people.views import FORM_METHODS
from games.teach.classes.access import get_classroom_to_change, get_offer
from games.teach.classes.joining import offering as service
from games.teach.classes.models import Staff
from games.teach.classes.notices import done
from games.teach.classes.offers import Offer
from games.teach.classes.teaching import ClassError


@FORM_METHODS
@never_cache
def offer(request: HttpRequest, offer_id: uuid.UUID) -> HttpResponse:
    """Show who invites, and what they would see; a POST accepts or declines."""
    offer = get_offer(request.user, offer_id)
    problem = ""
    if request.method == "POST":
        if request.POST.get("answer") == "no":
            service.decline(offer)
            return redirect("classes:index")
        try:
            return done(service.take(offer).classroom.get_absolute_url(), "joined")
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
