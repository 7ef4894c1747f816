"""What staff see of the course of a class and do with it: grades on their way, and its students."""

from __future__ import annotations

import uuid
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh
from lti_tool.models import LtiDeployment, LtiMembership

from games.people.models import User
from games.people.name_fields import by_name
from games.people.views import FORM_METHODS
from games.teach.classes.access import (
    get_classroom_as_staff,
    get_classroom_for,
    get_classroom_to_change,
)
from games.teach.classes.models import Classroom, Membership
from games.teach.lti import framing
from games.teach.lti.courses.course_people import KIND, ask_for_people
from games.teach.lti.courses.people_plans import CoursePlanError, Told, carry_out, plan_people
from games.teach.lti.courses.registering import RegistrationError, register, usable
from games.teach.lti.courses.sending import on_their_way, send_again
from games.teach.lti.models import LinkedCourse, PlatformState
from games.web.background.jobs import has_worker
from games.web.limits import ROSTERS_OF
from games.web.models import Job
from games.web.requests import page_or_fragment, wants_fragment
from games.web.watch.audit import What, note

NAMED = 5
"""How many students are named for each reason; the others are counted."""


@dataclass(frozen=True)
class NotArrived:
    """Grades that have not arrived for one reason; *named* are the first of them."""

    why: str
    number: int
    named: list[str]
    next_at: datetime

    @property
    def others(self) -> int:
        return self.number - len(self.named)


@dataclass(frozen=True)
class CourseGrades:
    """How sending grades to the platform of a course is going."""

    link: LinkedCourse
    reasons: list[NotArrived]
    under_way: int
    rests_until: datetime | None
    """Until when we ask the platform for nothing, because it has failed several times in a row."""

    @property
    def number(self) -> int:
        return sum(one.number for one in self.reasons)


def link_of(classroom: Classroom) -> LinkedCourse | None:
    """The course linked to a class, if there is one."""
    links = LinkedCourse.objects.select_related("context__deployment__registration", "classroom")
    return links.filter(classroom=classroom).first()


def course_grades(classroom: Classroom) -> CourseGrades | None:
    """What has not arrived at the course of a class, and why; None for a class without one."""
    link = link_of(classroom)
    if link is None:
        return None
    by_reason = defaultdict(list)
    waiting = on_their_way().filter(assignment__classroom=classroom)
    about = waiting.select_related("assignment", "membership")
    for sent in about.order_by(
        by_name("membership__surname"), by_name("membership__real_name"), "assignment__title"
    ):
        by_reason[sent.why].append(sent)
    under_way = len(by_reason.pop("", []))
    reasons = [
        NotArrived(
            why,
            len(some),
            [f"{one.membership.real_name}, {one.assignment.title}" for one in some[:NAMED]],
            min(one.next_at for one in some),
        )
        for why, some in by_reason.items()
    ]
    return CourseGrades(link, reasons, under_way, _rest(link))


def _rest(link: LinkedCourse) -> datetime | None:
    state = PlatformState.objects.filter(registration=link.platform).first()
    return state.rests_until if state and state.is_resting else None


FAILED = "Something went wrong on our side while we asked."


def get_link(classroom: Classroom) -> LinkedCourse:
    """The course linked to this class, for its staff; 404 if there is none."""
    link = link_of(classroom)
    if link is None:
        raise Http404("This class belongs to no course of another platform.")
    return link


@FORM_METHODS
@never_cache
def roster(request: HttpRequest, classroom_id: uuid.UUID) -> HttpResponse:
    """Show who is in the course and who is in the class; a POST asks the platform, in a job."""
    classroom = get_classroom_for(request, classroom_id)
    link = get_link(classroom)
    problem = ""
    if request.method == "POST":
        if not ROSTERS_OF.exceeds(str(classroom.pk)):
            return redirect("lti:people", classroom.pk, ask_for_people(link).pk)
        problem = "You have asked often enough for now. Wait a minute."
    return roster_page(request, classroom, link, problem=problem)


def roster_page(
    request: HttpRequest, classroom: Classroom, link: LinkedCourse, *, problem: str = ""
) -> HttpResponse:
    """The course and the class in numbers, with the button that asks the platform."""
    context = {"classroom": classroom, "link": link, "problem": problem, **_numbers(link)}
    return render(request, "teach/lti/people.html", context, status=502 if problem else 200)


@FORM_METHODS
@never_cache
def people(request: HttpRequest, classroom_id: uuid.UUID, job_id: uuid.UUID) -> HttpResponse:
    """Wait for the platform's answer, and show what it would change; a POST carries it out."""
    classroom = get_classroom_to_change(request.user, classroom_id)
    assert isinstance(request.user, User)
    link = get_link(classroom)
    job = Job.objects.filter(pk=job_id, kind=KIND, result__link=link.pk).first()
    if job is None:
        return redirect("lti:roster", classroom.pk)
    if job.is_open:
        context = {"classroom": classroom, "link": link, "has_worker": has_worker(KIND)}
        return page_or_fragment(request, "teach/lti/asking.html", "job", context)
    if wants_fragment(request):
        return HttpResponseClientRefresh()
    result: dict[str, Any] = job.result or {}
    if "people" not in result:
        failed = "" if result.get("is_done") else result.get("problem", FAILED)
        return roster_page(request, classroom, link, problem=failed)
    return plan_page(request, classroom, link, job.pk, result["people"])


def plan_page(
    request: HttpRequest,
    classroom: Classroom,
    link: LinkedCourse,
    job_id: uuid.UUID,
    told: list[Told],
) -> HttpResponse:
    """The preview. What the platform told is forgotten once it has been carried out."""
    problem = ""
    assert isinstance(request.user, User)
    if request.method == "POST":
        try:
            carry_out(link, told, request.user, request.POST)
        except CoursePlanError as error:
            problem = str(error)
        else:
            Job.objects.filter(pk=job_id).update(result={"link": link.pk, "is_done": True})
            note(What.ROLE, classroom, "took in the people of the course")
            return redirect("lti:roster", classroom.pk)
    plan = plan_people(link, told, request.user)
    with suppress(CoursePlanError):  # what was chosen stays chosen
        plan.choose(request.POST)
    context = {"classroom": classroom, "plan": plan, "problem": problem}
    return render(request, "teach/lti/plan.html", context, status=409 if problem else 200)


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


@csrf_exempt  # who knows the code may register a platform, and a cookie would add nothing
@FORM_METHODS
@never_cache
def registration(request: HttpRequest, registration_code: str) -> HttpResponse:
    """Ask whether to register this platform; a POST registers it."""
    link = usable(registration_code)
    if link is None:
        raise Http404("This link was already used, or it is too old.")
    asked = request.GET.dict()
    context: dict[str, object] = {"host": framing.origin_of(asked.get("openid_configuration", ""))}
    status = 200
    if request.method == "POST":
        try:
            known = register(link, asked, request.build_absolute_uri("/")[:-1])
            is_on = LtiDeployment.objects.filter(registration=known, is_active=True).exists()
            context |= {"known": known, "is_on": is_on}
        except RegistrationError as error:
            context["problem"], status = str(error), 422
    page = render(request, "teach/lti/registration.html", context, status=status)
    framing.allow(page, framing.origins([asked.get("openid_configuration", "")]))
    return page
