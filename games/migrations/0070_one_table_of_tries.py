"""Every try in one table, whatever was asked and wherever."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

COLUMNS = (
    "id", "user_id", "visitor_id", "membership_id", "step_id", "puzzle_id", "item_id",
    "ruleset", "position", "convention", "to_move", "goal", "extra",
    "token", "answer", "solved", "hint_tier", "misconception", "match_id",
    "created_at", "answered_at", "lesson_version",
    "first", "rated", "rating_before", "rating_after", "set_aside_by_id", "judged",
)  # fmt: skip
ASKED = {name: f"what.{name}" for name in ("ruleset", "position", "convention", "to_move", "goal")}
TRIED = {
    name: f"tried.{name}"
    for name in ("id", "token", "answer", "solved", "hint_tier", "created_at", "answered_at")
}
WHOSE = {name: f"tried.{name}" for name in ("user_id", "visitor_id")}
EMPTY = {
    **dict.fromkeys(COLUMNS, "NULL"),
    **dict.fromkeys(("misconception", "judged"), "''"),
    "first": "FALSE",
    "rated": "FALSE",
}
OTHER_TOKEN = """
    CASE WHEN EXISTS (
        SELECT 1 FROM games_stepattempt AS other
        WHERE other.token = tried.token
        AND (other.user_id = tried.user_id OR other.visitor_id = tried.visitor_id)
    ) THEN tried.id ELSE tried.token END
"""
"""A try at a puzzle gets another token if the same person has used its own at a step."""


def sources(vendor):
    """For each old table, the question that it points to, and the columns of the new table."""
    is_sqlite = vendor == "sqlite"
    nothing = "'{}'" if is_sqlite else "CAST('{}' AS jsonb)"
    number = "printf('%%032x', tried.id)"
    key = number if is_sqlite else "CAST(lpad(to_hex(tried.id), 32, '0') AS uuid)"
    return {
        "games_stepattempt": (
            "games_step",
            "step_id",
            TRIED | ASKED | WHOSE
            | {
                "id": key,
                "goal": "what.kind",
                "extra": "what.extra",
                "misconception": "tried.misconception",
                "answered_at": "tried.created_at",
                "lesson_version": "tried.lesson_version",
            },
        ),
        "games_puzzleattempt": (
            "games_puzzle",
            "puzzle_id",
            TRIED | ASKED | WHOSE
            | {name: f"tried.{name}" for name in COLUMNS if name.startswith("rat")}
            | {
                "extra": nothing,
                "token": OTHER_TOKEN,
                "match_id": "tried.match_id",
                "first": "tried.first",
            },
        ),
        "games_itemattempt": (
            "games_item",
            "item_id",
            TRIED | ASKED
            | {
                "membership_id": "tried.membership_id",
                "position": "COALESCE(NULLIF(tried.position, ''), what.position)",
                "extra": nothing,
                "misconception": "tried.misconception",
                "match_id": "tried.match_id",
                "set_aside_by_id": "tried.set_aside_by_id",
            },
        ),
    }  # fmt: skip


def copy(apps, schema_editor):
    """Copy every try, and count them before and after. The number of a try at a step becomes its
    key, so that their order stays."""
    connection = schema_editor.connection
    before, after = {}, {}
    with connection.cursor() as cursor:
        for table, (asked, place, values) in sources(connection.vendor).items():
            told = EMPTY | values | {place: f"tried.{place}"}
            columns = ", ".join(f'"{name}"' for name in COLUMNS)
            given = ", ".join(told[name] for name in COLUMNS)
            cursor.execute(
                f"INSERT INTO games_attempt ({columns}) SELECT {given} FROM {table} AS tried "
                f"JOIN {asked} AS what ON what.id = tried.{place}",
                [],
            )
            before[table] = count(cursor, table)
            after[table] = count(cursor, f"games_attempt WHERE {place} IS NOT NULL")
    if before != after:
        raise ValueError(f"Not every try was copied, so nothing has changed: {before}, {after}")


def count(cursor, rows):
    cursor.execute(f"SELECT COUNT(*) FROM {rows}")
    return cursor.fetchone()[0]


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0069_questions_and_tests_by_their_names'),
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.TextField(blank=True)),
                ('position', models.TextField(blank=True)),
                ('convention', models.CharField(blank=True, max_length=6)),
                ('to_move', models.CharField(blank=True, max_length=5)),
                ('goal', models.CharField(blank=True, max_length=10)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('token', models.UUIDField(default=uuid.uuid4)),
                ('answer', models.TextField(blank=True)),
                ('solved', models.BooleanField(blank=True, null=True)),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('misconception', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('lesson_version', models.PositiveIntegerField(blank=True, null=True)),
                ('first', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('rating_before', models.FloatField(blank=True, null=True)),
                ('rating_after', models.FloatField(blank=True, null=True)),
                ('item', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.item')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempt', to='games.match')),
                ('membership', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.membership')),
                ('puzzle', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.puzzle')),
                ('set_aside_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='set_aside', to='games.anothertry')),
                ('step', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.step')),
                ('judged', models.TextField(blank=True, editable=False)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', False), ('user__isnull', False), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', False), ('user__isnull', True), ('visitor__isnull', False)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', False), ('step__isnull', True), ('user__isnull', False), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', False), ('step__isnull', True), ('user__isnull', True), ('visitor__isnull', False)), models.Q(('item__isnull', False), ('membership__isnull', False), ('puzzle__isnull', True), ('step__isnull', True), ('user__isnull', True), ('visitor__isnull', True)), _connector='OR'), name='attempt_is_asked_once')]},
        ),
        migrations.RunPython(copy),
        migrations.DeleteModel(name='StepAttempt'),
        migrations.DeleteModel(name='PuzzleAttempt'),
        migrations.DeleteModel(name='ItemAttempt'),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(fields=['item', 'membership'], name='tries_at_an_item'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'token'), name='attempt_token_per_user'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'token'), name='attempt_token_per_visitor'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('membership__isnull', False)), fields=('membership', 'token'), name='attempt_token_per_membership'),
        ),
        migrations.CreateModel(
            name='ItemAttempt',
            fields=[
            ],
            options={
                'ordering': ('created_at', 'pk'),
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('games.attempt',),
        ),
        migrations.CreateModel(
            name='PuzzleAttempt',
            fields=[
            ],
            options={
                'ordering': ('-created_at',),
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('games.attempt',),
        ),
        migrations.CreateModel(
            name='StepAttempt',
            fields=[
            ],
            options={
                'ordering': ('-created_at', '-pk'),
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('games.attempt',),
        ),
    ]
