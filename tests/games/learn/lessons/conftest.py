"""Who writes lessons."""

import pytest

from .curation import staff


@pytest.fixture
def curator():
    return staff("curator", "view_lesson", "add_lesson", "change_lesson", "delete_lesson")


@pytest.fixture
def reader():
    return staff("reader", "view_lesson")
