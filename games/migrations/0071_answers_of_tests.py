"""What was answered in tests stands with all other tries."""

import django.db.models.deletion
import uuid
from datetime import datetime
from django.db import migrations, models

COLUMNS = ("ruleset", "position", "convention", "to_move", "goal")
BATCH = 2_000
"""So many tries are made at once: a few megabytes."""


def copy(apps, schema_editor):
    """Make a try of every answer, and count them before and after."""
    attempts = apps.get_model("games", "Attempt").objects
    tests = apps.get_model("games", "TakenTest").objects.order_by("pk")
    wanted, made = 0, []
    columns = ("pk", "user_id", "visitor_id", "questions", "answers")
    for key, user, visitor, questions, answers in tests.values_list(*columns).iterator(500):
        wanted += len(answers)
        for place, answer in enumerate(answers, 1):
            asked = questions[place - 1]["asked"]
            made.append(
                attempts.model(
                    id=uuid.uuid5(key, str(place)),
                    token=uuid.uuid5(key, str(place)),
                    user_id=user,
                    visitor_id=visitor,
                    taken_test_id=key,
                    place=place,
                    answer=answer["answer"],
                    solved=answer["solved"],
                    answered_at=datetime.fromisoformat(answer["at"]),
                    extra=asked.get("extra", {}),
                    **{name: asked[name] for name in COLUMNS},
                )
            )
        if len(made) >= BATCH:
            attempts.bulk_create(made, batch_size=500)
            made = []
    attempts.bulk_create(made, batch_size=500)
    copied = attempts.exclude(taken_test=None)
    copied.update(created_at=models.F("answered_at"))
    if copied.count() != wanted:
        raise ValueError(f"Not every answer was copied, so nothing has changed: {wanted}")
    if schema_editor.connection.vendor == "postgresql":  # the table changes once more below
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0070_one_table_of_tries'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='attempt',
            name='attempt_is_asked_once',
        ),
        migrations.AddField(
            model_name='attempt',
            name='place',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='attempt',
            name='taken_test',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.takentest'),
        ),
        migrations.RunPython(copy),
        migrations.RemoveField(
            model_name='takentest',
            name='answers',
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', False), ('taken_test__isnull', True), ('user__isnull', False), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', False), ('taken_test__isnull', True), ('user__isnull', True), ('visitor__isnull', False)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', False), ('step__isnull', True), ('taken_test__isnull', True), ('user__isnull', False), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', False), ('step__isnull', True), ('taken_test__isnull', True), ('user__isnull', True), ('visitor__isnull', False)), models.Q(('item__isnull', False), ('membership__isnull', False), ('puzzle__isnull', True), ('step__isnull', True), ('taken_test__isnull', True), ('user__isnull', True), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', True), ('taken_test__isnull', False), ('user__isnull', False), ('visitor__isnull', True)), models.Q(('item__isnull', True), ('membership__isnull', True), ('puzzle__isnull', True), ('step__isnull', True), ('taken_test__isnull', False), ('user__isnull', True), ('visitor__isnull', False)), _connector='OR'), name='attempt_is_asked_once'),
        ),
        migrations.AddConstraint(
            model_name='attempt',
            constraint=models.UniqueConstraint(condition=models.Q(('taken_test__isnull', False)), fields=('taken_test', 'place'), name='one_attempt_at_a_place'),
        ),
    ]
