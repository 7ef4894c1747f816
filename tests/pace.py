"""Which tests take long. ``make test-fast`` leaves them out.

``--fast`` leaves out the test functions that slow.txt lists. ``--measure`` writes that list anew:
it keeps how long each function of this run took in all its cases together, beside what it kept of
others, and lists all but the quickest, which take :data:`FAST` together.
Tests marked ``long`` come first: another worker takes the rest of a queue, but no part of a test.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("slow.txt")
FAST = 45
"""Seconds. Two processes take as long again to gather the tests, and that is two minutes of
processor less what they need to begin."""
KEPT = "pace/seconds"
"""Where pytest's own cache keeps the seconds of each function."""


def function_of(test: str) -> str:
    """The function of a test: its name without the case."""
    return test.partition("[")[0]


def listed() -> set[str]:
    return set(LIST.read_text().split())


def slow_of(seconds: Mapping[str, float]) -> list[str]:
    """The functions of these *seconds* but the quickest, which take FAST together at most."""
    quickest = sorted(seconds, key=lambda name: (seconds[name], name))
    together = list(accumulate(seconds[name] for name in quickest))
    return quickest[bisect_right(together, FAST) :]


def pytest_addoption(parser):
    group = parser.getgroup("pace")
    group.addoption("--fast", action="store_true", help="leave out the tests that take long")
    group.addoption("--measure", action="store_true", help="write anew which tests take long")


def pytest_configure(config):
    if config.option.measure and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measure(config.cache))


@pytest.hookimpl(trylast=True)  # after the tests are shuffled
def pytest_collection_modifyitems(config, items):
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    if config.option.fast:
        slow = listed()
        left_out = [item for item in items if function_of(item.nodeid) in slow]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if function_of(item.nodeid) not in slow]


class Measure:
    """Adds up how long each function takes, on whichever worker it runs."""

    def __init__(self, cache: pytest.Cache):
        self.cache = cache
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report):
        self.seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self):
        seconds = self.cache.get(KEPT, {}) | self.seconds
        self.cache.set(KEPT, seconds)
        LIST.write_text("".join(f"{name}\n" for name in sorted(slow_of(seconds))))
