"""The worker: it runs the tasks in the database and sends a heartbeat every few seconds.

It may be stopped at any moment, with or without a signal. Its current task goes back to the other
workers or to the next one that starts; jobs are written so that this does no harm.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any

from django.db import Error, close_old_connections, connection
from django.utils import timezone
from django_tasks import TaskResultStatus
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

from games.web.background.jobs import LATER_QUEUE, carry_on, fail
from games.web.models import GONE, Heartbeat
from games.web.transactions import report

log = logging.getLogger(__name__)

BEAT = 5.0  # seconds between two heartbeats
TICK = 0.5  # seconds between two checks whether to stop
MOST_TRIES = 5
"""A task during which this many workers have died is not started again."""
NAMES = frozenset({"games.web.background.jobs.carry_on", "games.web.jobs.carry_on"})
"""Every name under which a site may have stored the task: an update that moves it loses none that
waits."""


class BackgroundWorker(Worker):
    """The worker of django-tasks-db, made to survive a database that is busy or away."""

    def __init__(
        self,
        worker_id: str,
        regular: Sequence[Callable[[], None]] = (),
        *,
        once: bool = False,
        beside: int = 0,
        only_urgent: bool = False,
    ) -> None:
        """The worker calls each of *regular* every few seconds: they are quick, and begin work that
        is due at a certain time, at most one job each. If *beside* is the number of a process, the
        worker ends with that process."""
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
        self.regular = regular
        self.beside = beside
        self.only_urgent = only_urgent
        self.stopping = threading.Event()

    def run_task(self, db_task_result: DBTaskResult[Any, Any]) -> None:
        """Run a task, also one that was stored before the last update."""
        if db_task_result.task_path in NAMES:
            db_task_result.task_path = carry_on.module_path
        super().run_task(db_task_result)

    def shutdown(self, signum: int, frame: FrameType | None) -> None:
        """Stop at once: the heartbeat thread returns the current task and ends the process."""
        self.stopping.set()

    def work(self) -> None:
        """Run waiting tasks and all later ones; with ``once`` only those that wait now."""
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
            except Error as error:  # the library's loop has ended; start another
                report(error, "worker")
                close_old_connections()
                time.sleep(self.interval)
                self._try(lambda: put_back(self.worker_id))

    def live(self) -> None:
        """Send heartbeats until the worker must stop or the process beside it has ended."""
        last = -BEAT
        while not self.stopping.wait(TICK) and not self._is_alone():
            if time.monotonic() - last >= BEAT:
                last = time.monotonic()
                self._try(self.beat)
        self._try(lambda: leave(self.worker_id))
        os._exit(0)

    def beat(self) -> None:
        beat(self.worker_id, only_urgent=self.only_urgent)
        for begin_if_due in self.regular:
            begin_if_due()

    def _is_alone(self) -> bool:
        try:
            if self.beside:
                os.kill(self.beside, 0)
        except ProcessLookupError:
            return True
        except PermissionError:  # it runs under another user
            return False
        return False

    def _try(self, act: Callable[[], None]) -> None:
        """Call *act*, and log a database error instead of raising it; the next call may succeed."""
        try:
            act()
        except Error as error:
            report(error, "worker")
            connection.close()

    def configure_signals(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.shutdown)


def beat(worker_id: str, *, only_urgent: bool = False) -> None:
    """Record that a worker is running, and return the tasks of workers that are not."""
    now = timezone.now()
    seen = {"seen_at": now, "only_urgent": only_urgent}
    Heartbeat.objects.update_or_create(worker=worker_id, defaults=seen)
    Heartbeat.objects.filter(seen_at__lt=now - GONE).delete()
    put_back()


def leave(worker_id: str) -> None:
    """Record that a worker has stopped, and return its tasks."""
    Heartbeat.objects.filter(worker=worker_id).delete()
    put_back()


def put_back(worker_id: str = "") -> None:
    """Return the tasks of workers that have stopped, and those that *worker_id* has dropped, to the
    queue. A task that was tried too often fails."""
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
