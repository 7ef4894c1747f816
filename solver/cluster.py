"""The workers of a Dask cluster, for a survey on many machines.

``pip install 'marienbad-solver[cluster]'`` brings what it needs, here and on each worker. The
scheduler gives the game of a worker that is lost to another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager

from .errors import SolverError
from .words import command_line as words

PATIENCE = 10
"""How many seconds a scheduler has to answer."""


@contextmanager
def cluster_at(address: str) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """An executor on the cluster whose scheduler is at this *address*, and the number of threads
    that its workers have now.

    Raises :class:`SolverError` if the package for it is missing, if nothing answers, if the
    scheduler is lost, and if work has ended one worker after another.
    """
    try:
        from distributed import Client, KilledWorker  # noqa: PLC0415  an extra
    except ImportError:
        raise SolverError(words.NO_DASK) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise SolverError(words.NO_SCHEDULER.format(address=address)) from None

    def threads() -> int:
        try:
            return sum(client.nthreads().values())
        except OSError:
            raise SolverError(words.CLUSTER_LOST) from None

    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor, threads
        except CancelledError:
            raise SolverError(words.CLUSTER_LOST) from None
        except KilledWorker:
            raise SolverError(words.GAME_GIVEN_UP) from None
        finally:
            executor.shutdown(wait=False)
