"""A registered platform, and browsers that come from it."""

from __future__ import annotations

from functools import cache as kept

import pytest
from django.core.cache import cache
from django.test import Client
from jwt import algorithms
from lti_tool.models import LtiDeployment, LtiRegistration

from .launches import exchange_keys, register
from .platform import INSTRUCTOR, Platform

algorithms.load_pem_private_key = kept(algorithms.load_pem_private_key)
"""Each message is signed, and to check the same three keys again takes longer than to sign."""


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
