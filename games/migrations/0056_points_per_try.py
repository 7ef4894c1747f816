"""Let an assignment say what each try earns. Work that students have keeps what it promised: all
points at any try. New assignments, unit plans and drafts that nobody has begun get less for an
answer of a list that is chosen after wrong ones."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.teach.work.shares

FALLING = "100, 50, 0"


def renew_drafts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drafts promise nobody anything, unless they were given out and withdrawn."""
    tried = apps.get_model("games", "ItemAttempt").objects.values("item__assignment")
    drafts = apps.get_model("games", "Assignment").objects.filter(published_at=None)
    drafts.exclude(pk__in=tried).update(choice_tries=FALLING)


def field(default: str) -> models.CharField:  # type: ignore[type-arg]
    validators = [games.teach.work.shares.check_shares]
    return models.CharField(max_length=40, default=default, validators=validators)


class Migration(migrations.Migration):
    dependencies = [("games", "0055_open_questions")]

    operations = [
        migrations.AddField("assignment", "choice_tries", field("100")),
        migrations.AddField("assignment", "other_tries", field("100")),
        migrations.AddField("plannedassignment", "choice_tries", field(FALLING)),
        migrations.AddField("plannedassignment", "other_tries", field("100")),
        migrations.AlterField("assignment", "choice_tries", field(FALLING)),
        migrations.RunPython(renew_drafts, migrations.RunPython.noop),
    ]
