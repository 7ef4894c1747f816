"""The worker: it does what waits in the database, and says every few seconds that it is there.

It may be stopped at any moment, by a signal or without one. What it was doing goes back to those
who are still there, or to the next that comes; jobs are made so that this does no harm.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

from django.db import Error, close_old_connections, connection
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from games.web.faults import report
from games.web.jobs import LATER_QUEUE, fail
from games.web.models import GONE, Heartbeat

log = logging.getLogger(__name__)

BEAT = 5.0  # seconds between two signs of life
TICK = 0.5  # seconds after which a worker notices that it shall stop
MOST_TRIES = 5
"""A task in which so many workers died is not begun again."""


class BackgroundWorker(Worker):
    """The worker of django-tasks-db, which also lives through a database that is busy or away."""

    def __init__(
        self, worker_id: str, *, once: bool = False, beside: int = 0, only_urgent: bool = False
    ) -> None:
        """*beside* is the number of the process with which the worker ends."""
        super().__init__(
            queue_names=["default"] if only_urgent else ["default", LATER_QUEUE],
            interval=1,
            batch=once,
            backend_name="default",
            startup_delay=False,
            max_tasks=None,
            worker_id=worker_id,
            excluded_queue_names=[],
        )
        self.beside = beside
        self.only_urgent = only_urgent
        self.stopping = threading.Event()

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """Stop at once: the heart puts back what is being done, and ends the process."""
        self.stopping.set()

    def work(self) -> None:
        """Do what waits, and what will come; with ``once`` only what waits."""
        if self.batch:
            self.beat()
            self.run()
            leave(self.worker_id)
            return
        self.configure_signals()
        threading.Thread(target=self.live, daemon=True).start()
        while True:
            try:
                self.run()
            except Error as error:  # the loop of the library gives up; the next may do better
                report(error, "worker")
                close_old_connections()
                time.sleep(self.interval)
                self._try(lambda: put_back(self.worker_id))

    def live(self) -> None:
        """Beat until the worker is to stop, or the process beside which it runs has ended."""
        last = -BEAT
        while not self.stopping.wait(TICK) and not self._is_alone():
            if time.monotonic() - last >= BEAT:
                last = time.monotonic()
                self._try(self.beat)
        self._try(lambda: leave(self.worker_id))
        os._exit(0)

    def beat(self) -> None:
        beat(self.worker_id, only_urgent=self.only_urgent)

    def _is_alone(self) -> bool:
        try:
            if self.beside:
                os.kill(self.beside, 0)
        except ProcessLookupError:
            return True
        except PermissionError:  # it is there, and somebody else's
            return False
        return False

    def _try(self, act: Callable[[], None]) -> None:
        """Do what only the database can refuse, and then hope for the next time."""
        try:
            act()
        except Error as error:
            report(error, "worker")
            connection.close()

    def configure_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.shutdown)


def beat(worker_id: str, *, only_urgent: bool = False) -> None:
    """Say that a worker is there, and put back what those left who are not."""
    now = timezone.now()
    seen = {"seen_at": now, "only_urgent": only_urgent}
    Heartbeat.objects.update_or_create(worker=worker_id, defaults=seen)
    Heartbeat.objects.filter(seen_at__lt=now - GONE).delete()
    put_back()


def leave(worker_id: str) -> None:
    """Say that a worker is no longer there, and put back what it was doing."""
    Heartbeat.objects.filter(worker=worker_id).delete()
    put_back()


def put_back(worker_id: str = "") -> None:
    """Let tasks be done by another whose worker is no longer there, or has dropped them."""
    there = set(Heartbeat.fresh().values_list("worker", flat=True)) - {worker_id}
    running = DBTaskResult.objects.filter(status=TaskResultStatus.RUNNING)
    for result in running:
        if there.isdisjoint(result.worker_ids[-1:]):
            as_found = running.filter(pk=result.pk, started_at=result.started_at)
            if len(result.worker_ids) < MOST_TRIES:
                as_found.update(status=TaskResultStatus.READY)
            else:
                as_found.update(status=TaskResultStatus.FAILED, finished_at=timezone.now())
                fail(*result.args_kwargs["args"])
