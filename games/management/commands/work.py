"""Run a background worker."""

from __future__ import annotations

import os
import socket
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.crypto import get_random_string

from config.gunicorn import limit_memory
from games.teach import tour
from games.teach.lti.courses import sending
from games.teach.lti.launch import platform_keys
from games.web.background.worker import BackgroundWorker


class Command(BaseCommand):
    help = "Do background work, such as the accounts of a long list, until stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="do the waiting work, then stop")
        parser.add_argument(
            "--beside", type=int, default=0, metavar="PID", help="stop when the process PID stops"
        )
        parser.add_argument(
            "--only",
            choices=["urgent"],
            help="do only short work, and leave long computations to other workers",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        name = f"{socket.gethostname()[:30]}-{os.getpid()}-{get_random_string(8)}"
        while not (is_up_to_date() or options["once"]):
            time.sleep(1)  # wait until the site has migrated
        if not options["once"]:
            limit_memory()
        BackgroundWorker(
            name,
            (platform_keys.begin_if_due, sending.begin_if_due, tour.begin_if_due),
            once=options["once"],
            beside=options["beside"],
            only_urgent=options["only"] == "urgent",
        ).work()


def is_up_to_date() -> bool:
    """Whether the database exists and every migration is applied."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except Error:
        connection.close()
        return False
