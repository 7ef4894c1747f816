"""People who are taken out of a room, tables of pairs, work in two lanes."""

import django.db.models.deletion
from django.db import migrations, models


def number_tables(apps, schema_editor):
    """Give the pairs that were drawn before there were tables theirs, in the order of drawing."""
    pairs = apps.get_model("games", "RoomPair").objects
    last = {}
    for pair in pairs.order_by("round_id", "drawn_at", "pk"):
        last[pair.round_id] = last.get(pair.round_id, 0) + 1
        pairs.filter(pk=pair.pk).update(table=last[pair.round_id])


class Migration(migrations.Migration):

    replaces = [
        ('games', '0040_taken_out_of_a_room'),
        ('games', '0041_work_in_two_lanes'),
        ('games', '0042_job_result'),
        ('games', '0043_words_of_terms'),
    ]

    dependencies = [
        ('games', '0031_squashed_0038_room_lessons'),
    ]

    operations = [
        migrations.AddField(
            model_name='heartbeat',
            name='only_urgent',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='job',
            name='result',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='participant',
            name='moved_from',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.visitor'),
        ),
        migrations.AddField(
            model_name='participant',
            name='taken_out_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='room',
            name='is_shut',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='roompair',
            name='table',
            field=models.PositiveSmallIntegerField(default=1),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='study',
            name='asker',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.RunPython(number_tables, migrations.RunPython.noop),
    ]
