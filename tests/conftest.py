"""The people of the tests, and what every test gets."""

from __future__ import annotations

import gc
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connections
from django.template import Template
from django.test import Client
from django.test.signals import template_rendered
from hypothesis import HealthCheck, settings

from games.people.models import User
from games.web.background.fence import Seats, UsedShares
from games.web.models import Edition

from .content import read_the_house_once
from .databases import Migrated
from .pace import pytest_addoption, pytest_collection_modifyitems, pytest_configure
from .services import IN_CI

__all__ = ["pytest_addoption", "pytest_collection_modifyitems", "pytest_configure"]
pytest_plugins = ("tests.days",)

read_the_house_once()

settings.register_profile(
    "house",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=IN_CI,  # whether a change may land is not decided by luck
)
settings.load_profile("house")

PATIENCE = 300.0
"""Seconds that nothing here takes, however busy the machine is."""


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session):
    """End the measurement that pytest-cov begins in each worker before its own: it would go on in
    the tests that are marked ``no_cover``, and make them three times as slow."""
    coverage = session.config.pluginmanager.getplugin("_cov")
    if hasattr(session.config, "workerinput") and coverage and coverage.cov_controller:
        coverage.cov_controller.cov.stop()


def pytest_collection_finish():
    """Keep the garbage collector away from everything that was loaded before the first test."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix):
    """Threads that write at once wait for each other as long as a busy machine needs."""
    for options in (each.settings_dict["OPTIONS"] for each in connections.all()):
        if "timeout" in options:
            options["timeout"] = 60


@pytest.fixture(scope="session")
def migrated(django_db_modify_db_settings):
    """A copy of the database as migrations make it, from which a run begins if there is one."""
    return Migrated()


@pytest.fixture(scope="session")
def django_db_keepdb(migrated):
    return migrated.begins_with_copy()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_keepdb, migrated, django_db_blocker):
    if not django_db_keepdb:
        with django_db_blocker.unblock():
            migrated.save()
    with django_db_blocker.unblock():
        kept = [list(model.objects.all()) for model in (ContentType, Permission, Edition)]

    def give_back(*args, **more):
        for rows in kept:
            type(rows[0]).objects.bulk_create(rows)

    # A test that commits empties the tables, and Django would work out anew what stands in these.
    # Without the edition, the next tests would read the course from the database each time.
    with patch("django.core.management.commands.flush.emit_post_migrate_signal", give_back):
        yield
    if django_db_keepdb:
        connections.close_all()
        migrated.remove()


@pytest.fixture(scope="session", autouse=True)
def contexts_of_pages_alone(django_test_environment):
    """Keep what a test may look up in a response. Django would copy the context of each template
    that a page includes as well, which takes a tenth of the time of a page."""

    def render(template, context):
        if context.template is template:
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with patch.object(Template, "_render", render):
        yield


@pytest.fixture(autouse=True)
def patient_pages(monkeypatch):
    """What a page says is decided by the work it may cost; how long a busy machine takes for
    that is not what these tests are about."""
    monkeypatch.setattr("games.boards.bounds.SECONDS", PATIENCE)
    monkeypatch.setattr("games.web.background.fence.PATIENCE", PATIENCE)
    monkeypatch.setattr("games.web.background.fence.PATIENCE_WITH_FORMS", PATIENCE)
    # A server has four threads, but a test may send forms from two dozen tabs in one moment.
    monkeypatch.setattr("games.web.background.fence._seats", Seats(1_000))
    monkeypatch.setattr("games.web.background.fence._shares", UsedShares())


@pytest.fixture(autouse=True)
def opponents_who_choose_alike(monkeypatch):
    """Where several moves are as good, an opponent chooses the same one on every run."""
    monkeypatch.setattr("games.play.origins.secrets", SimpleNamespace(randbits=lambda bits: bits))


@pytest.fixture
def alice(db):
    """A student with an account."""
    return User.objects.create_user("alice", password="correct horse battery")


@pytest.fixture
def visitor():
    """A browser without an account."""
    return Client()


@pytest.fixture
def stranger():
    """Another browser without an account."""
    return Client()


@pytest.fixture
def signed_in(alice):
    """Alice's browser."""
    client = Client()
    client.force_login(alice)
    return client
