"""Give a class a weekly list, which names the students who choose to be on it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0049_links_that_stay")]

    operations = [
        migrations.AddField("classroom", "has_weekly_list", models.BooleanField(default=False)),
        migrations.AddField("membership", "is_listed", models.BooleanField(default=False)),
    ]
