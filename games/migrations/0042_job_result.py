from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0041_work_in_two_lanes")]

    operations = [
        migrations.AddField(
            model_name="job",
            name="result",
            field=models.JSONField(null=True),
        ),
    ]
