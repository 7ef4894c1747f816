"""What staff do with the course of a class: add its students, and send grades again."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from lti_tool.models import LtiMembership

from games.classes.access import get_classroom_as_staff, get_classroom_for, get_classroom_to_change
from games.classes.models import Classroom, Membership
from games.lti.calling import PlatformError
from games.lti.models import LinkedCourse
from games.lti.rosters import take_roster
from games.lti.sending import send_again
from games.lti.telling import link_of
from games.people.views import FORM_METHODS
from games.web.audit import What, note
from games.web.limits import MINUTE, Limit

ASKED = Limit("rosters of", 6, MINUTE)


def get_link(classroom: Classroom) -> LinkedCourse:
    """The course linked to this class, for its staff; 404 if there is none."""
    link = link_of(classroom)
    if link is None:
        raise Http404("This class belongs to no course of another platform.")
    return link


@FORM_METHODS
@never_cache
def roster(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Show who is in the course and who is in the class; a POST adds the missing students."""
    classroom = get_classroom_for(request, classroom_id)
    link = get_link(classroom)
    problem = ""
    if request.method == "POST":
        try:
            if ASKED.count(str(classroom.pk)) > ASKED.most:
                raise PlatformError("You have asked often enough for now. Wait a minute.")
            take_roster(link)
            note(What.ROLE, classroom, "took in the people of the course")
            return redirect("lti:roster", classroom.pk)
        except PlatformError as error:
            problem = str(error)
    context = {"classroom": classroom, "link": link, "problem": problem, **_numbers(link)}
    return render(request, "lti/people.html", context, status=502 if problem else 200)


def _numbers(link: LinkedCourse) -> dict[str, object]:
    """How many students the course and the class have, and who is in the class only."""
    course = LtiMembership.objects.filter(context=link.context, is_learner=True, is_active=True)
    accounts = list(course.values_list("user__auth_user_id", flat=True))
    here = Membership.objects.active().by_name().filter(classroom=link.classroom_id)
    return {
        "in_course": len(accounts),
        "in_class": here.count(),
        "only_here": list(here.exclude(user__in=accounts).values_list("real_name", flat=True)),
    }


@require_POST
@never_cache
def send(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Send every grade that has not arrived, without waiting for the next try."""
    get_classroom_as_staff(request.user, classroom_id)
    classroom = get_classroom_to_change(request.user, classroom_id)
    send_again(get_link(classroom))
    return redirect("assignments:grades", classroom.pk)
