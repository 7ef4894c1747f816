"""A registered platform, and browsers that come from it."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from functools import cache as kept

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from jwt import algorithms
from lti_tool.models import LtiDeployment, LtiRegistration

from ..work.assignments import assignment
from .launches import exchange_keys, linked, register
from .platform import INSTRUCTOR, Platform

algorithms.load_pem_private_key = kept(algorithms.load_pem_private_key)
"""Each message is signed, and to check the same three keys again takes longer than to sign."""


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL)


@pytest.fixture
def later():
    """A clock that a test turns on."""
    with time_machine.travel(datetime.now(UTC), tick=True) as clock:
        yield lambda **time: clock.shift(timedelta(**time))


@pytest.fixture
def platform(db):
    cache.clear()
    with Platform() as moodle:
        exchange_keys(moodle)
        register(moodle)
        moodle.person("ada", "Ada Lovelace", INSTRUCTOR, email="ada@school.example")
        moodle.person("mia", "Mia Bauer", email="mia@school.example")
        moodle.person("ben", "Ben Kim")
        yield moodle


@pytest.fixture
def registration(platform):
    return LtiRegistration.objects.get(client_id=platform.client_id)


@pytest.fixture
def deployment(registration):
    return LtiDeployment.objects.get(registration=registration)


@pytest.fixture
def ada(platform):
    """The browser of an instructor."""
    return Client()


@pytest.fixture
def mia(platform):
    """The browser of a student."""
    return Client()


@pytest.fixture
def room(platform, ada):
    """The class of the course."""
    return linked(ada, platform).classroom


@pytest.fixture
def homework(room):
    return assignment(room, "nim 1+2+4 misere", "kayles 4 misere")
