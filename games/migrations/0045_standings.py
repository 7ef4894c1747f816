import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F

SHARES = {"none": 1.0, "half": 0.5, "all": 0.0}


def derive_standings(apps, schema_editor):
    """Write down what the tries of every student at every question come to."""
    attempts = apps.get_model("games", "ItemAttempt").objects
    standings = apps.get_model("games", "Standing").objects
    for assignment in apps.get_model("games", "Assignment").objects.all():
        rows = attempts.filter(item__assignment=assignment, set_aside_by=None).order_by(
            F("answered_at").asc(nulls_first=True), "created_at", "pk"
        )
        tries = {}
        for row in rows:
            tries.setdefault((row.membership_id, row.item_id), []).append(row)
        standings.bulk_create(
            [
                standings.model(membership_id=student, item_id=item, **derived(assignment, some))
                for (student, item), some in tries.items()
            ],
            batch_size=500,
        )


def derived(assignment, tries):
    is_test = assignment.mode == "check"
    answered = [row for row in tries if row.solved is not None]
    if is_test and answered:
        tries = answered = answered[-1:]
    counting = answered[-1:] if assignment.keeps == "latest" else answered
    right = next((row for row in counting if row.solved), None)
    before = answered[: answered.index(right) + 1] if right else []
    is_helped = any(row.hint_tier for row in before)
    worth = SHARES[assignment.hint_cost] if is_helped else 1.0
    is_done = right is not None or (is_test and bool(answered))
    return {
        "tries": len(answered),
        "wrong": sum(not row.solved for row in answered),
        "hints": max(row.hint_tier for row in tries),
        "is_right": right is not None,
        "at_once": bool(answered and answered[0].solved and not answered[0].hint_tier),
        "worth": worth if right else 0.0,
        "is_done": is_done,
        "last_at": max(row.answered_at or row.created_at for row in tries),
        "done_at": (right or answered[0]).answered_at if is_done else None,
    }


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_plain_help_texts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Standing',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tries', models.PositiveIntegerField()),
                ('wrong', models.PositiveIntegerField()),
                ('hints', models.PositiveSmallIntegerField()),
                ('is_right', models.BooleanField()),
                ('at_once', models.BooleanField()),
                ('worth', models.FloatField()),
                ('is_done', models.BooleanField()),
                ('last_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'membership'), name='one_standing_for_a_student_and_item')],
            },
        ),
        migrations.RunPython(derive_standings, migrations.RunPython.noop),
    ]
