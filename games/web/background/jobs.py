"""Background jobs: begin them, do them piece by piece, and show their progress.

A module registers a *piece*: a function that does a bounded part of a job, a few seconds' worth,
and returns how many units are done in total. It reads from the database what is left and never
writes the same thing twice, so a job survives a worker that dies in the middle, and two workers on
the same piece. A worker does one piece after another. If there is no worker, the page that shows
the job does one piece with each request.
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
from games.web.transactions import is_busy

log = logging.getLogger(__name__)

Piece = Callable[[uuid.UUID], int]
PIECES: dict[str, Piece] = {}
LATER: set[str] = set()
"""Kinds of jobs that nobody waits for: others go first, and a separate worker may do them."""
LATER_QUEUE = "later"
TRIES = 3
"""How often we try a piece while other writers keep the database busy."""


def piece_of(kind: str, *, is_urgent: bool = True) -> Callable[[Piece], Piece]:
    """Register the function that does a piece of every job of *kind*; it gets the job's id. Jobs
    that are not urgent let all others go first."""

    def register(piece: Piece) -> Piece:
        PIECES[kind] = piece
        if not is_urgent:
            LATER.add(kind)
        return piece

    return register


def begin(
    kind: str, total: int, key: uuid.UUID, *, priority: int = 0, result: object = None
) -> Job:
    """Create a job for the workers, who see it after the current transaction. Within a queue, jobs
    with a higher *priority* go first. *result* is the initial value to which the pieces add."""
    job = Job.objects.create(pk=key, kind=kind, total=total, result=result)
    _hand_out(job, priority)
    return job


def begin_again(job: Job) -> None:
    """Restart a failed job."""
    failed = Job.objects.filter(pk=job.pk, state=Job.State.FAILED)
    if failed.update(state=Job.State.OPEN, changed_at=timezone.now()):
        _hand_out(job)


def fail(job_id: str) -> None:
    """Mark an open job as failed because no worker will continue it."""
    rows = Job.objects.filter(pk=job_id, state=Job.State.OPEN)
    rows.update(state=Job.State.FAILED, changed_at=timezone.now())


def _hand_out(job: Job, priority: int = 0) -> None:
    handed = carry_on.using(priority=priority)
    if job.kind in LATER:
        handed = carry_on.using(queue_name=LATER_QUEUE, priority=priority - 10)
    transaction.on_commit(lambda: handed.enqueue(str(job.pk)))


@task()
def carry_on(job_id: str) -> None:
    """Do all remaining pieces of a job; a worker runs this."""
    job = Job.objects.filter(pk=job_id).first()
    while job is not None and job.is_open:
        go_on(job)


def go_on(job: Job) -> None:
    """Do the next piece of a job and save its progress, in *job* and in the database.

    A piece that raises marks the job as failed; the log has the cause.
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
    if state == Job.State.OPEN:  # not if another piece has failed meanwhile
        rows = rows.filter(state=Job.State.OPEN)
    rows.update(state=state, done=job.done, changed_at=job.changed_at)


@dataclass(frozen=True)
class JobProgress:
    """A job for a page; *unit* is in the plural, such as “accounts”."""

    job: Job
    unit: str
    has_worker: bool

    @property
    def sentence(self) -> str:
        """The progress as a sentence."""
        return f"{self.job.done} of {self.job.total} {self.unit}."

    @property
    def is_by_hand(self) -> bool:
        """Whether the page must do the pieces: there is no worker, or none has come for a while."""
        is_left = self.job.changed_at < timezone.now() - PATIENCE
        return self.job.is_open and (not self.has_worker or is_left)


def progress(job: Job, unit: str) -> JobProgress:
    """The progress of a job, and whether a worker does it."""
    return JobProgress(job, unit, has_worker=job.is_open and has_worker(job.kind))


def has_worker(kind: str) -> bool:
    """Whether a worker for this kind of job is running."""
    workers = Heartbeat.fresh()
    return (workers.exclude(only_urgent=True) if kind in LATER else workers).exists()
