"""Which tests take long. ``make test-fast`` leaves them out.

``--fast`` leaves out the test functions that slow.txt lists. ``--measure`` writes that list anew
from the run that it is given to: what takes longer than :data:`LONG` in all its cases together.
Tests marked ``long`` come first: another worker takes the rest of a queue, but no part of a test.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("slow.txt")
LONG = 0.3
"""Seconds."""


def function_of(test: str) -> str:
    """The function of a test: its name without the case."""
    return test.partition("[")[0]


def listed() -> set[str]:
    return set(LIST.read_text().split())


def pytest_addoption(parser):
    group = parser.getgroup("pace")
    group.addoption("--fast", action="store_true", help="leave out the tests that take long")
    group.addoption("--measure", action="store_true", help="write anew which tests take long")


def pytest_configure(config):
    if config.option.measure and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Measure())


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

    def __init__(self):
        self.seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report):
        self.seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self):
        slow = listed() - set(self.seconds)
        slow |= {name for name, seconds in self.seconds.items() if seconds > LONG}
        LIST.write_text("".join(f"{name}\n" for name in sorted(slow)))
