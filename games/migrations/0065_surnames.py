"""Keep the surname of each student beside the name, which stays as it was given. Where it is a
guess, as with three words, the class page asks the instructor to look at it."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.teach.classes.person_names import (SurnameField, split)

AT_ONCE = 1_000


def find_surnames(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the surname out of every name that is stored."""
    rows = apps.get_model("games", "Membership").objects.all()
    found = []
    for row in rows.only("pk", "real_name").iterator(AT_ONCE):
        row.surname, row.is_name_sure = split(row.real_name)
        found.append(row)
    rows.model.objects.bulk_update(found, ["surname", "is_name_sure"], batch_size=AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [("games", "0064_comments")]

    operations = [
        migrations.AddField("membership", "surname", SurnameField(blank=True, max_length=120)),
        migrations.AddField(
            "membership", "is_name_sure", models.BooleanField(default=True, editable=False)
        ),
        migrations.RunPython(find_surnames, migrations.RunPython.noop),
    ]
