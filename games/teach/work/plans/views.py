"""Copies of assignments, own templates, and the unit plans that come with the site."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any, ClassVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.people.models import User
from games.people.views import FORM_METHODS
from games.questions.grading import posted_key
from games.teach.classes.access import Asker, own_classes
from games.teach.classes.models import EDITORS
from games.teach.work.access import get_assignment_as_staff
from games.teach.work.outlines import Outline
from games.teach.work.plans import storing_plans
from games.teach.work.plans.access import get_plan, get_shared, get_template, teaches
from games.teach.work.plans.forms import PlacingForm, PlannedForm
from games.teach.work.plans.models import Plan, PlannedAssignment
from games.teach.work.plans.storing_plans import change, foresee, place
from games.teach.work.writing.sheet import Sheet
from games.web.errors import SignInFirstError
from games.web.requests import page_or_fragment, wants_fragment


class TemplateForm(PlannedForm):
    """The settings of a template. It has no aim: its message says what it is for."""

    aim = None  # type: ignore[assignment]


class TemplateSheet(Sheet):
    """The editor's page for the assignment of a template."""

    template: ClassVar = "teach/work/plans/edit.html"
    form: ClassVar = TemplateForm
    space: ClassVar = "plans"

    @classmethod
    def find(cls, user: Asker, **key: Any) -> PlannedAssignment:
        return get_template(user, **key).planned[0]

    @classmethod
    def find_to_change(
        cls, user: Asker, data: QueryDict | None = None, **key: Any
    ) -> PlannedAssignment:
        return cls.find(user, **key)

    @property
    def key(self) -> dict[str, Any]:
        return {"template_id": self.assignment.plan_id}

    @property
    def context(self) -> dict[str, Any]:
        return {"plan": self.assignment.plan, "can_edit": True}

    @property
    def students(self) -> int | None:
        return None

    def store(self, fields: dict[str, Any]) -> None:
        change(self.assignment, fields)


PLACING = "teach/work/plans/placing.html"
MAKE = "Make the assignment"


def placing(
    request: HttpRequest,
    template: str,
    outlines: Sequence[Outline],
    context: dict[str, Any],
    button: str,
    *,
    first: date | None = None,
) -> HttpResponse:
    """A page for putting assignments into classes: it previews the choices, and its *button*
    creates exactly that."""
    classrooms = own_classes(request.user)
    data = request.POST if request.method == "POST" else asked_for(request)
    form = PlacingForm(classrooms, outlines, data, first=first)
    if request.method == "POST":
        if not isinstance(request.user, User):
            raise SignInFirstError
        if form.is_valid():
            key = posted_key(request, request.user)
            made = place(outlines, form.chosen, form.first_day, request.user, key)
            if len(made) == 1:
                return redirect(reverse("assignments:edit", args=[made[0].pk]) + "?done=copied")
            query = QueryDict(mutable=True)
            query.setlist("made", [str(classroom.pk) for classroom in form.chosen])
            return redirect(f"{request.path}?{query.urlencode()}#placing")
    wrong = form.is_bound and not form.is_valid()
    context |= {
        "form": form,
        "button": button,
        "teaches": bool(classrooms) or teaches(request.user),
        "made": [one for one in classrooms if str(one.pk) in request.GET.getlist("made")],
        "foreseen": foresee(outlines, form.chosen, form.first_day)
        if form.is_bound and not wrong
        else [],
    }
    page = PLACING if wants_fragment(request) else template
    return page_or_fragment(request, page, "placing", context, status=422 if wrong else 200)


def asked_for(request: HttpRequest) -> QueryDict | None:
    """The choices to preview; None if there are none."""
    return request.GET if "foresee" in request.GET else None


@FORM_METHODS
@never_cache
def copy(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Copy an assignment as drafts into any of the user's own classes."""
    assignment = get_assignment_as_staff(request.user, assignment_id, EDITORS)
    context = {"assignment": assignment, "classroom": assignment.classroom}
    return placing(
        request,
        "teach/work/plans/copy.html",
        [assignment.outline],
        context,
        "Copy",
        first=min((at.date() for at in assignment.local_times.values()), default=None),
    )


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the unit plans by track."""
    plans = Plan.objects.units().whole()
    context = {
        "plans": plans,
        "teaches": teaches(request.user),
    }
    return render(request, "teach/work/plans/index.html", context)


@FORM_METHODS
def plan(request: HttpRequest, plan_slug: str) -> HttpResponse:
    """Show a unit plan week by week, and put it into a class from a first day on."""
    plan = get_plan(plan_slug)
    return placing(
        request, "teach/work/plans/plan.html", plan.outlines, {"plan": plan}, "Make the drafts"
    )


@require_safe
@login_required
@never_cache
def templates(request: HttpRequest) -> HttpResponse:
    """List the user's own templates."""
    plans = Plan.objects.whole().filter(owner=owner(request.user)).order_by("-created_at")
    context = {
        "plans": plans,
        "deleted": request.GET.get("done") == "deleted",
    }
    return render(request, "teach/work/plans/templates.html", context)


@FORM_METHODS
@never_cache
def template(request: HttpRequest, template_id: uuid.UUID) -> HttpResponse:
    """Show one of the user's own templates, with its link and a form to assign it."""
    template = get_template(request.user, template_id)
    link = reverse("plans:shared", args=[template.code]) if template.code else ""
    context = {
        "plan": template,
        "link": link and request.build_absolute_uri(link),
    }
    return placing(request, "teach/work/plans/template.html", template.outlines, context, MAKE)


@require_POST
def save(request: HttpRequest, assignment_id: uuid.UUID) -> HttpResponse:
    """Save an assignment as one of the user's own templates."""
    assignment = get_assignment_as_staff(request.user, assignment_id, EDITORS)
    user = owner(request.user)
    return redirect(storing_plans.save(assignment.outline, user, posted_key(request, user)))


@require_POST
def share(request: HttpRequest, template_id: uuid.UUID) -> HttpResponse:
    """Create the link for colleagues, or remove it."""
    template = get_template(request.user, template_id)
    if request.POST.get("do") == "withdraw":
        storing_plans.withdraw(template)
    else:
        storing_plans.share(template)
    return redirect(template.get_absolute_url() + "#link")


@require_POST
def delete(request: HttpRequest, template_id: uuid.UUID) -> HttpResponse:
    """Delete a template; assignments made from it stay."""
    storing_plans.delete(get_template(request.user, template_id))
    return redirect(reverse("plans:templates") + "?done=deleted")


@FORM_METHODS
@never_cache
def shared(request: HttpRequest, share_code: str) -> HttpResponse:
    """Show a colleague's template, to look at, copy or put into a class."""
    template = get_shared(request.user, share_code)
    return placing(
        request, "teach/work/plans/shared.html", template.outlines, {"plan": template}, MAKE
    )


@require_POST
def take(request: HttpRequest, share_code: str) -> HttpResponse:
    """Copy a colleague's template into the user's own."""
    template, user = get_shared(request.user, share_code), owner(request.user)
    return redirect(storing_plans.save(template.outlines[0], user, posted_key(request, user)))


def owner(user: Asker) -> User:
    """The signed-in user. Raises :class:`SignInFirstError` for a visitor."""
    if not isinstance(user, User):
        raise SignInFirstError
    return user
