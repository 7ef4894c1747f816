"""A site of its own."""

import pytest


@pytest.fixture
def site(tmp_path, make_tables):
    """The folder of a site of its own, with its tables."""
    make_tables(tmp_path)
    return tmp_path
