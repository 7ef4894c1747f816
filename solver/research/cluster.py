"""The workers of a Dask cluster, for a survey on many machines.

``pip install 'marienbad-solver[cluster]'`` brings what it needs, here and on each worker. The
scheduler gives the game of a worker that is lost to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from logging import CRITICAL, getLogger
from time import monotonic

from ..errors import SolverError
from ..words import command_line as words

PATIENCE = 10
"""How many seconds a scheduler has to answer, and a worker to come where there is none."""
LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado.application", "asyncio")
"""They log at length what one sentence says here; each has a level of its own."""


@contextmanager
def cluster_at(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor on the cluster whose scheduler is at this *address*, and the number of threads
    that its workers have now.

    Raises :class:`SolverError` if the package for it is missing, if nothing answers, if the
    scheduler is lost, if there is no worker, and if work has ended one worker after another.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415  an extra
        from distributed.comm.addressing import get_address_host_port  # noqa: PLC0415
    except ImportError:
        raise SolverError(words.NO_DASK) from None
    for name in LOUD:
        getLogger(name).setLevel(CRITICAL)
    try:
        get_address_host_port(address)  # a client that cannot read it takes long to end
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise SolverError(words.NO_SCHEDULER.format(address=address), value=address) from None
    seen = monotonic()

    def threads() -> int:
        nonlocal seen
        try:
            number: int = sum(client.nthreads().values())
        except OSError:
            raise SolverError(words.CLUSTER_LOST, value=address) from None
        if number:
            seen = monotonic()
        elif monotonic() - seen > PATIENCE:
            raise SolverError(words.NO_WORKER.format(address=address), value=address)
        return number

    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor, threads
        except CancelledError:
            raise SolverError(words.CLUSTER_LOST, value=address) from None
        except KilledWorker:
            raise SolverError(words.GAME_GIVEN_UP, value=address) from None
        finally:
            executor.shutdown(wait=False)
