"""The order of the engine's tests."""

from __future__ import annotations

import pytest


@pytest.hookimpl(trylast=True)  # after the tests are shuffled
def pytest_collection_modifyitems(items):
    """What is not measured comes last: it fills caches, and a line whose result is kept already is
    not reached again by the tests that are measured."""
    items.sort(key=lambda item: item.get_closest_marker("no_cover") is not None)
