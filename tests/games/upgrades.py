"""A database at an older migration, with a row of every kind in it."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

NOW = datetime(2026, 1, 1, tzinfo=UTC)
VALUES = {
    "item": {"goal": "move"},
    "planneditem": {"goal": "move"},
    "step": {"kind": "text"},
}
"""What a row needs beside what its columns say."""
TRIES = ("StepAttempt", "PuzzleAttempt", "ItemAttempt")
"""What tries were stored as, a table for each place."""
DERIVED = {"standing", "itemattempt"}
"""Tables that say the same; beside each other they get rows only from the site itself."""
OWNERS = {"report": ("user", "puzzle"), "plan": ("owner",)}
"""Columns of rows that may be empty, but not all of them."""


LANDED = (
    "0030_studies",
    "0038_room_lessons",
    "0043_words_of_terms",
    "0050_weekly_lists",
    "0051_sets_keep_what_was_solved",
    "0065_surnames",
    "0068_answer_drafts",
    "0069_questions_and_tests_by_their_names",
)
"""The last migrations of databases that people may have, by the names that these have recorded."""


def migrations():
    """The migrations of the site in order, each with the names that an older site knows it by."""
    loader = MigrationLoader(None)
    found = sorted(item for item in loader.disk_migrations.items() if item[0][0] == "games")
    return {name: [old for _, old in one.replaces] or [name] for (_, name), one in found}


def here(name):
    """The migration that holds the one with this name."""
    return next(one for one, held in migrations().items() if held[-1] == name)


def migrate_to(name):
    """Bring the database to the shape that this migration of an older site left, with what that
    site has recorded; which migrations wait after it."""
    MigrationExecutor(connection).migrate([("games", here(name))])
    recorder = MigrationRecorder(connection)
    for one, held in migrations().items():
        if held != [one]:
            recorder.record_unapplied("games", one)
    if name > "0045":  # a new site took the first ones in one step
        recorder.record_applied("games", "0001_squashed_0045_standings")
    executor = MigrationExecutor(connection)
    waiting = executor.migration_plan(executor.loader.graph.leaf_nodes("games"))
    return [one.name for one, _ in waiting if one.app_label == "games"]


def old_apps(name):
    """The models of the site as the migration with this name left them."""
    return MigrationLoader(None).project_state([("games", here(name))]).apps


def fill(name):
    """Put a row into every table of the site, as the migration with this name left it; how many
    rows each has. What tries come to is worked out by the update, so no table has it made up."""
    every = list(old_apps(name).get_app_config("games").get_models())
    are_derived = any(model._meta.model_name == "standing" for model in every)
    left = [model for model in every if not (are_derived and model._meta.model_name in DERIVED)]
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
        unused = rows.exclude(pk__in=used)
        row = unused.first() or (None if field.unique else rows.first())
        if row is None and field.related_model._meta.app_label != "games":
            make(field.related_model)
            row = unused.first()
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


def full_tries():
    """Beside the tries of the last shape, one of each with something in every column, and one at a
    puzzle with the token of the same person's try at a step; what all of them say."""
    found = old_apps(LANDED[-1])
    step, puzzle, item = (found.get_model("games", name) for name in TRIES)
    matches = found.get_model("games", "Match").objects.order_by("pk")
    for model in (step, puzzle, item):
        tried = model.objects.order_by("pk").first()
        tried.pk, tried.token, tried.answer, tried.hint_tier = None, uuid.uuid4(), "1>0", 2
        if model is not puzzle:
            tried.misconception = "even-ones"
        else:
            tried.first = tried.rated = tried.solved = True
            tried.rating_before, tried.rating_after = 1500, 1512.5
        if model is item:
            tried.position, tried.solved = "4+5", False
            tried.set_aside_by = found.get_model("games", "AnotherTry").objects.first()
        if model is not step:
            match = matches.first()
            match.pk, match.state = None, "finished"
            match.save(force_insert=True)
            tried.pk, tried.match, tried.answered_at = uuid.uuid4(), match, NOW
        tried.save(force_insert=True)
    visitor = found.get_model("games", "Visitor").objects.create()
    token = uuid.uuid4()
    for model in (step, puzzle):
        tried = model.objects.order_by("pk").first()
        # Ids are drawn at random, so the first try may be the one with a match: that has one try.
        tried.__dict__.update(user_id=None, visitor_id=visitor.pk, token=token, match_id=None)
        tried.pk = None if model is step else uuid.uuid4()
        tried.save(force_insert=True)
    told = {
        model.__name__: [
            {name: str(value) for name, value in row.items()} for row in model.objects.values()
        ]
        for model in (step, puzzle, item)
    }
    return told | {"answers": answered_tests(visitor)}


def answered_tests(visitor):
    """A test that was answered to its end, and one that was left; what their answers say."""
    tests = old_apps(LANDED[-1]).get_model("games", "TakenTest").objects
    asked = [
        {"ruleset": "nim", "position": position, "convention": "misere", "to_move": ""}
        | {"goal": "predict", "extra": {"largest": number}}
        for number, position in enumerate(("1+2", "2+2", "3+4"))
    ]
    told = []
    for number, answers in ((1, ("N", "P", "N")), (2, ("P",))):
        given = [
            {"answer": text, "solved": text == "N", "at": (NOW + timedelta(hours=hour)).isoformat()}
            for hour, text in enumerate(answers)
        ]
        made = tests.create(
            kind="test",
            slug="a-lesson",
            number=number,
            visitor_id=visitor.pk,
            questions=[{"asked": one, "step": None, "skill": "sums"} for one in asked],
            answers=given,
        )
        told += [
            {"taken_test_id": str(made.pk), "place": str(place), "visitor_id": str(visitor.pk)}
            | {"answer": one["answer"], "solved": str(one["solved"])}
            | {"answered_at": one["at"].replace("T", " ")}
            | {name: str(value) for name, value in asked[place - 1].items()}
            for place, one in enumerate(given, 1)
        ]
    return told


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
