"""Request a study, compute it in the background, or stop it."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import Error
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.explore.lab.subjects import POSITIONS, SECONDS, Subject, compute
from games.explore.studies import Study, solver_version
from games.people.models import User
from games.web.background.jobs import begin, piece_of
from games.web.limits import LONG_COMPUTATIONS_OF, TooManyError
from games.web.models import Job
from games.web.transactions import all_or_nothing
from solver import Budget, BudgetExceededError

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
