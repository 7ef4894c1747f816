"""Work in the background: how it is begun, carried on piece by piece, and shown with its progress.

Whoever has such work registers a *piece*: a function that does a bounded part of a job, a few
seconds' worth, and says how many units of it are done in all. It reads what is left from the
database and writes nothing twice, so that a job survives a worker that dies in the middle, and
two that do the same piece at once. A worker does piece after piece; where none is there, the page
that shows the job does, one piece with each request.
"""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.db import OperationalError, transaction
from django.utils import timezone
from django_tasks import task

from games.web.models import PATIENCE, Heartbeat, Job
from games.web.writing import is_busy

log = logging.getLogger(__name__)

Piece = Callable[[uuid.UUID], int]
PIECES: dict[str, Piece] = {}
LATER: set[str] = set()
"""The kinds of jobs for which nobody stands by: all others that wait come first, and a worker of
their own may do them."""
LATER_QUEUE = "later"
TRIES = 3
"""How often a piece is tried while others keep the database busy."""


def piece_of(kind: str, *, is_urgent: bool = True) -> Callable[[Piece], Piece]:
    """Register a function as what does a piece of every job of *kind*, known by its id; what is
    not urgent lets everything else that waits go first."""

    def register(piece: Piece) -> Piece:
        PIECES[kind] = piece
        if not is_urgent:
            LATER.add(kind)
        return piece

    return register


def begin(
    kind: str, total: int, key: uuid.UUID, *, priority: int = 0, result: object = None
) -> Job:
    """A new job for the workers, who see it when the transaction that begins it is through; of
    two that wait in one queue the one with the higher *priority* goes first. *result* is what its
    pieces begin with and add to."""
    job = Job.objects.create(pk=key, kind=kind, total=total, result=result)
    _hand_out(job, priority)
    return job


def begin_again(job: Job) -> None:
    """Take a job up again that has failed."""
    failed = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    if failed.update(state=Job.State.OPEN, changed_at=timezone.now()):
        _hand_out(job)


def fail(job_id: str) -> None:
    """End a job that nobody will go on with."""
    rows = Job.objects.filter(pk=job_id, state=Job.State.OPEN)
    rows.update(state=Job.State.FAILED, changed_at=timezone.now())


def _hand_out(job: Job, priority: int = 0) -> None:
    handed = carry_on.using(priority=priority)
    if job.kind in LATER:
        handed = carry_on.using(queue_name=LATER_QUEUE, priority=priority - 10)
    transaction.on_commit(lambda: handed.enqueue(str(job.pk)))


@task()
def carry_on(job_id: str) -> None:
    """Do every piece of a job that is left. What a worker runs."""
    job = Job.objects.filter(pk=job_id).first()
    while job is not None and job.is_open:
        go_on(job)


def go_on(job: Job) -> None:
    """Do the next piece of a job and write down how far it is; *job* is as it is then.

    A piece that raises ends the job as failed, and the log has the cause.
    """
    try:
        job.done = _done_after(job)
    except Exception:
        log.exception("job %s (%s) failed", job.pk, job.kind)
        _write(job, Job.State.FAILED)
    else:
        _write(job, Job.State.OPEN if job.done < job.total else Job.State.DONE)


def _done_after(job: Job) -> int:
    for attempt in range(TRIES):
        try:
            return PIECES[job.kind](job.pk)
        except OperationalError as error:
            if attempt == TRIES - 1 or not is_busy(error):
                raise
            time.sleep(0.2 * 2**attempt)
    raise AssertionError


def _write(job: Job, state: Job.State) -> None:
    job.state, job.changed_at = state, timezone.now()
    rows = Job.objects.filter(pk=job.pk)
    if state == Job.State.OPEN:  # another piece may have failed meanwhile: then nobody goes on
        rows = rows.filter(state=Job.State.OPEN)
    rows.update(state=state, done=job.done, changed_at=job.changed_at)


@dataclass(frozen=True)
class JobProgress:
    """A job as a page shows it: *unit* in the plural, such as “accounts”."""

    job: Job
    unit: str
    has_worker: bool

    @property
    def sentence(self) -> str:
        """How far it is."""
        return f"{self.job.done} of {self.job.total} {self.unit}."

    @property
    def is_by_hand(self) -> bool:
        """Whether the page itself has to go on: nobody is there, or nobody gets to it."""
        is_left = self.job.changed_at < timezone.now() - PATIENCE
        return self.job.is_open and (not self.has_worker or is_left)


def progress(job: Job, unit: str) -> JobProgress:
    """How far a job is, and whether anybody does it."""
    return JobProgress(job, unit, has_worker=job.is_open and has_worker(job.kind))


def has_worker(kind: str) -> bool:
    """Whether a worker is there that does jobs of this kind."""
    workers = Heartbeat.fresh()
    return (workers.exclude(only_urgent=True) if kind in LATER else workers).exists()
