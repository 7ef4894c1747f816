"""The page of a class, for its staff and for its students."""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.assignments.overviews import overviews
from games.assignments.work import works_in
from games.classes.access import get_own_class
from games.classes.handovers import Handover
from games.classes.models import ARCHIVED, OWNER, Classroom, Membership, Staff
from games.classes.offers import Offer
from games.classes.search import LONGEST, fitting
from games.classes.views import PER_PAGE, join_address, noticed
from games.web.qr import qr_code

LATELY = timedelta(days=14)
"""So long the page says first who has left."""


@require_safe
@never_cache
def classroom(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """The class, as its staff or as a student of it sees it."""
    classroom, member = get_own_class(request.user, classroom_id)
    return student_page(request, member) if member else staff_page(request, classroom)


def staff_page(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The join code and the students under their real names."""
    people = (
        Membership.objects.filter(classroom=classroom).select_related("user", "moved_to").by_name()
    )
    everybody = list(people.prefetch_related("groups"))
    active = [person for person in everybody if person.archived_at is None]
    away = [person for person in everybody if person.archived_at]
    gone = [person for person in everybody if person.has_left]
    search = " ".join(request.GET.get("q", "")[:LONGEST].split())
    page = Paginator(fitting(active, search), PER_PAGE).get_page(request.GET.get("page"))
    address = join_address(request, classroom)
    context = {
        "classroom": classroom,
        "page": page,
        "search": search,
        "students": len(active),
        "removed": [person for person in away if not person.has_left][:PER_PAGE],
        "lately": [person for person in gone if left_since(person, LATELY)],
        "gone": gone[:PER_PAGE],
        "offers": Offer.objects.filter(classroom=classroom).select_related("user")[:PER_PAGE],
        "handovers": handed_to(classroom),
        "address": address,
        "qr": qr_code(address),
        "owns": classroom.role in OWNER,
        "notice": noticed(request),
        "overview": overviews(classroom, active),
    }
    return render(request, "site/classroom.html", context)


def handed_to(classroom: Classroom) -> QuerySet[Handover]:
    """The students whom other classes want this class to take."""
    asked = Handover.objects.filter(classroom=classroom, membership__archived_at=None)
    return asked.select_related("membership__classroom", "by")


def left_since(person: Membership, time: timedelta) -> bool:
    """Whether somebody's place in the class ended within this time."""
    return person.archived_at is not None and person.archived_at >= timezone.now() - time


def student_page(request: HttpRequest, membership: Membership) -> HttpResponse:
    """The class without anybody's real name but one's own."""
    classroom = membership.classroom
    teachers = Staff.objects.exclude(role=Staff.Role.ASSISTANT).select_related("user")
    prefetch_related_objects([classroom], Prefetch("staff", teachers, to_attr="teachers"))
    context = {
        "classroom": classroom,
        "membership": membership,
        "notice": noticed(request),
        "archived": ARCHIVED if classroom.archived_at else "",
        "works": works_in([membership]),
    }
    return render(request, "site/student.html", context)
