"""A registered platform, and browsers that come from it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from lti_tool.models import LtiDeployment, LtiRegistration

from games.teach.lti.calling import own_keys

from .launches import register
from .platform import INSTRUCTOR, Platform


@pytest.fixture
def platform(db):
    cache.clear()
    with Platform() as moodle:
        moodle.tool_keys = own_keys()
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
