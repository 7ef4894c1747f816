"""Request a long computation, see its progress, and stop it."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.explore.lab.requesting import KIND, ask_for, stop
from games.explore.lab.subjects import SECONDS, Subject, subject, subject_of
from games.explore.studies import Study
from games.people.models import User
from games.web.background.jobs import has_worker, progress
from games.web.client import client_address
from games.web.fragments import page_or_fragment, wants_fragment
from games.web.limits import TooManyError
from solver import SolverError

ASKED = "studies"
"""The session key for the studies that this browser requested."""
REMEMBERED = 20


@require_POST
def ask(request: HttpRequest) -> HttpResponse:
    """Request a study, or show the one that exists."""
    try:
        asked = subject(request.POST.dict())
        if not has_worker(KIND):
            return refused(request, "No background worker is running at the moment.")
        user = request.user if isinstance(request.user, User) else None
        study = ask_for(asked, user, client_address(request))
    except SolverError as error:
        return refused(request, str(error), 422)
    except TooManyError as error:
        return refused(request, str(error), 429)
    mine = [one for one in request.session.get(ASKED, []) if one != str(study.pk)]
    request.session[ASKED] = [*mine, str(study.pk)][-REMEMBERED:]
    return redirect(study)


def refused(request: HttpRequest, problem: str, status: int = 503) -> HttpResponse:
    """The page that says in one sentence why nothing is computed."""
    context = {"problem": problem}
    return render(request, "explore/lab/refused.html", context, status=status)


@require_safe
def study(request: HttpRequest, study_id: uuid.UUID) -> HttpResponse:
    """Show the progress of a study or, at the end, a link to its result."""
    study = get_object_or_404(Study.objects.select_related("job"), pk=study_id)
    if wants_fragment(request) and not study.is_open:
        return HttpResponseClientRefresh()
    context = {**watched(request, study)}
    return page_or_fragment(request, "explore/lab/study.html", "job", context)


def watched(request: HttpRequest, study: Study) -> dict[str, Any]:
    """The context for a study and its buttons."""
    asked = subject_of(study)
    return {
        "study": study,
        "subject": asked,
        "seconds": SECONDS,
        "may_stop": may_stop(request, study),
        "progress": progress(study.job, asked.unit) if study.job and study.is_open else None,
    }


def asked_for(request: HttpRequest) -> list[tuple[Subject, Study]]:
    """The studies that this browser requested, the latest first, with their subjects."""
    known = [uuid.UUID(one) for one in request.session.get(ASKED, [])]
    if not known:
        return []
    studies = Study.objects.filter(pk__in=known).select_related("job").defer("result")
    found = {study.pk: study for study in studies.annotate(has_result=Q(result__isnull=False))}
    mine = [found[one] for one in reversed(known) if one in found]
    return [(subject_of(study), study) for study in mine]


@require_POST
def end(request: HttpRequest, study_id: uuid.UUID) -> HttpResponse:
    """Stop a study, if the user requested it or runs the site."""
    study = get_object_or_404(Study.objects.select_related("job"), pk=study_id)
    if may_stop(request, study):
        stop(study)
    return redirect(study)


def may_stop(request: HttpRequest, study: Study) -> bool:
    is_staff = request.user.is_authenticated and request.user.is_staff
    return study.is_open and (is_staff or str(study.pk) in request.session.get(ASKED, []))
