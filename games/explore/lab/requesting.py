"""Request a study, compute it in the background, see its progress, or stop it."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import Error
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from games.explore.lab.subjects import POSITIONS, SECONDS, Subject, compute, subject, subject_of
from games.explore.studies import Study, solver_version
from games.people.models import User
from games.web.background.jobs import begin, has_worker, piece_of, progress
from games.web.limits import LONG_COMPUTATIONS_OF, TooManyError, client_address
from games.web.models import Job
from games.web.requests import page_or_fragment, wants_fragment
from games.web.transactions import all_or_nothing
from solver import Budget, BudgetExceededError, SolverError

KIND = "study"
USER, VISITORS = "user", "visitors"
MOST_WAITING = 12
"""How many studies of users, and how many of visitors, may wait or run on the whole site."""
MOST_OF_ONE = 2
"""How many of them one user, or all visitors from one address, may have."""
VISITORS_PRIORITY = -10
"""The priority of visitors' studies: those of users go first."""
TICK = 1.0
"""Seconds between two checks whether a study was stopped, which also save its progress."""
STOPPED = "It was stopped."
NO_MEMORY = "It needs more memory than the worker may use."


def study_of(subject: Subject) -> Study | None:
    """The study of this subject by the current solver, if there is one."""
    studies = Study.objects.filter(version=solver_version(), **subject.key)
    return studies.select_related("job").first()


def ask_for(subject: Subject, user: User | None, address: str) -> Study:
    """The study of *subject*, begun if there is none; raises :class:`TooManyError`.

    Anybody can become a new visitor, so we count visitors by their address.
    """
    study = study_of(subject)
    if study and not study.may_be_asked_again:
        return study
    asker = _asker(user, address)
    _check_room(asker, is_visitor=user is None)
    if LONG_COMPUTATIONS_OF.exceeds(asker):
        raise TooManyError("That is too many long computations in one hour. Try again later.")

    @all_or_nothing
    def write() -> Study:
        Study.objects.filter(version=solver_version(), **subject.key).delete()
        priority = 0 if user else VISITORS_PRIORITY
        job = begin(KIND, subject.total, uuid.uuid4(), priority=priority)
        return Study.objects.create(version=solver_version(), job=job, asker=asker, **subject.key)

    return write()


def _asker(user: User | None, address: str) -> str:
    """A stored digest of the asker, which reveals neither the account nor the address."""
    who = f"{USER} {user.pk}" if user else address
    # Not where this file stands today: digests that are stored are compared with it.
    digest = salted_hmac("games.lab.studying", who).hexdigest()
    return f"{USER if user else VISITORS} {digest[:40]}"


def _check_room(asker: str, *, is_visitor: bool) -> None:
    """Raise :class:`TooManyError` if too many studies of this asker or this kind are waiting."""
    waiting = Study.objects.filter(job__state=Job.State.OPEN)
    if waiting.filter(asker=asker).count() >= MOST_OF_ONE:
        whose = "from your network, without an account," if is_visitor else "of yours"
        raise TooManyError(
            f"{MOST_OF_ONE} long computations {whose} are waiting already. Try again when one of "
            "them is done."
        )
    if waiting.filter(asker__startswith=VISITORS if is_visitor else USER).count() >= MOST_WAITING:
        raise TooManyError(
            "Many long computations are waiting already. Try again when some of them are done."
        )


def stop(study: Study) -> None:
    """End a study that waits or runs; the worker notices within two seconds."""
    if study.is_open:
        Study.objects.filter(pk=study.pk, result__isnull=True).update(
            stopped=True, why=STOPPED, asker=""
        )
        Job.objects.filter(study=study, state=Job.State.OPEN).update(
            state=Job.State.DONE, changed_at=timezone.now()
        )


class Watch:
    """Tells a budget about once a second whether the study was stopped; saves its progress."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.reached: Callable[[], int] = lambda: 0
        self.is_over = False
        self._next = 0.0

    def __call__(self) -> bool:
        if not self.is_over and time.monotonic() >= self._next:
            self._next = time.monotonic() + TICK
            with suppress(Error):  # a busy database must not end the study
                self._look()
        return self.is_over

    def _look(self) -> None:
        open_job = Job.objects.filter(study=self.study, state=Job.State.OPEN)
        noted = open_job.update(done=self.reached(), changed_at=timezone.now())
        self.is_over = not noted

    def tell(self, reached: Callable[[], int]) -> None:
        self.reached = reached


@piece_of(KIND, is_urgent=False)
def carry_out(job_id: uuid.UUID) -> int:
    """Compute a study from beginning to end; if a worker died in the middle, start again."""
    job = Job.objects.get(pk=job_id)
    study = Study.objects.filter(job=job, result__isnull=True, why="").first()
    if study is not None:
        _carry_out(study)
    Study.objects.filter(job=job).update(asker="")  # the asker no longer waits
    return job.total


def _carry_out(study: Study) -> None:
    watch = Watch(study)
    try:
        done = compute(study, Budget(POSITIONS, SECONDS, watch), watch.tell)
    except BudgetExceededError as error:
        found = {"why": str(error)[:400]}
    except (MemoryError, SystemError):  # C code turns the first into the second
        found = {"why": NO_MEMORY}
    else:
        found = {"result": done.result, "why": done.why[:400]}
    if not watch.is_over:
        _keep(study, found)


@all_or_nothing
def _keep(study: Study, found: dict[str, Any]) -> None:
    """Save the result; try again if the database is busy, because it took long to compute."""
    Study.objects.filter(pk=study.pk, stopped=False).update(**found)


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
