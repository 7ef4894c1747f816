import pytest

from .assignments import assignment, classroom, member, person


@pytest.fixture
def teacher(db):
    return person("teacher")


@pytest.fixture
def room(teacher):
    return classroom(teacher)


@pytest.fixture
def ann(room):
    client = person("ann")
    client.membership = member(room, client, "Ann Archer")
    return client


@pytest.fixture
def ben(room):
    client = person("ben")
    client.membership = member(room, client, "Ben Baker")
    return client


@pytest.fixture
def homework(room):
    """Two positions: nim 1+2+4 to move in, kayles 4 to say who wins."""
    return assignment(room)
