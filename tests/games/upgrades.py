"""A database at an older migration, with a row of every kind in it."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

NOW = datetime(2026, 1, 1, tzinfo=UTC)
VALUES = {
    "item": {"goal": "move"},
    "planneditem": {"goal": "move"},
    "step": {"kind": "text"},
}
"""What a row needs beside what its columns say."""


OWNERS = {"report": ("user", "puzzle"), "plan": ("owner",)}
"""Columns of rows that may be empty, but not all of them."""


def _executor():
    """The migrations one by one, as they were before they were put together."""
    executor = MigrationExecutor(connection)
    executor.loader = MigrationLoader(connection, replace_migrations=False)
    return executor


def migrate_to(name):
    executor = _executor()
    executor.migrate([("games", name)])


def old_apps(name):
    """The models of the site as the migration with this name left them."""
    return _executor().loader.project_state([("games", name)]).apps


def fill(name):
    """Put a row into every table of the site, as the migration with this name left it; how many
    rows each has."""
    every = list(old_apps(name).get_app_config("games").get_models())
    left = every
    while left:
        refused = []
        for model in left:
            try:
                with transaction.atomic():
                    make(model)
            except (IntegrityError, LookupError) as error:
                refused.append((model, error))
        if len(refused) == len(left):
            raise AssertionError({model.__name__: str(error) for model, error in refused})
        left = [model for model, _ in refused]
    return {model._meta.db_table: model._base_manager.count() for model in every}


def make(model):
    """A row with something in every column that must not be empty, and somebody who owns it."""
    values = {}
    for field in model._meta.concrete_fields:
        owns = field.name in OWNERS.get(model._meta.model_name, ("user",)) and field.null
        if isinstance(field, models.AutoField):
            continue
        if owns or not (field.null or field.has_default()):
            values[field.attname] = value(field)
    values.update(VALUES.get(model._meta.model_name, {}))
    model._base_manager.create(**values)


def value(field):
    if isinstance(field, models.ForeignKey):
        rows = field.related_model._base_manager.order_by("pk")
        used = field.model._base_manager.exclude(**{field.name: None}).values(field.name)
        row = rows.exclude(pk__in=used).first() or rows.first()
        if row is None and field.related_model._meta.app_label != "games":
            make(field.related_model)
            row = rows.first()
        if row is None:
            raise LookupError(field.related_model.__name__)
        return row.pk
    if isinstance(field, models.UUIDField):
        return uuid.uuid4()
    if isinstance(field, models.BooleanField):
        return False
    if isinstance(field, models.DateTimeField | models.DateField):
        at = NOW + field.model._base_manager.count() * timedelta(days=1)
        return at if isinstance(field, models.DateTimeField) else at.date()
    if isinstance(field, models.IntegerField):
        return field.model._base_manager.count() + 1
    if isinstance(field, models.FloatField | models.DecimalField):
        return 1
    if isinstance(field, models.JSONField):
        return {}
    if isinstance(field, models.BinaryField):
        return b""
    if field.choices:
        return field.choices[0][0]
    return uuid.uuid4().hex[: field.max_length]


def shape():
    """The tables of the site with their columns and their constraints, in no order."""
    told = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table.startswith("games_"):
                columns = connection.introspection.get_table_description(cursor, table)
                constraints = connection.introspection.get_constraints(cursor, table)
                told[table] = [
                    sorted([one.name, one.type_code, one.null_ok] for one in columns),
                    sorted(
                        [name if is_named(name, one) else "", str(sorted(one.items()))]
                        for name, one in constraints.items()
                    ),
                ]
    return told


def is_named(name, constraint):
    """Whether a constraint has a name of ours, and not one that the database has made up."""
    return (constraint["check"] or constraint["unique"]) and not name.startswith("__unnamed")


def rows():
    """How many rows each table of the site has."""
    every = apps.get_app_config("games").get_models()
    return {model._meta.db_table: model._base_manager.count() for model in every}
