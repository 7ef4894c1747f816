import uuid

from django.db import migrations, models


def begin(apps, schema_editor):
    apps.get_model("games", "Edition").objects.get_or_create(of="course")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0056_points_per_try"),
    ]

    operations = [
        migrations.CreateModel(
            name="Edition",
            fields=[
                ("of", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("mark", models.UUIDField(default=uuid.uuid4)),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
