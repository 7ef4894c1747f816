"""Let the items of a plan call their assignment what those of a class call it."""

import django.db.models.deletion
from django.db import migrations, models


def puzzle_of():
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name="+",
        to="games.puzzle",
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0046_names_for_leaving")]

    operations = [
        migrations.RenameField("planneditem", "entry", "assignment"),
        migrations.AlterField("planneditem", "puzzle", puzzle_of()),
        migrations.AlterField("item", "puzzle", puzzle_of()),
    ]
