from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_job_result"),
    ]

    operations = [
        migrations.AlterField(
            model_name="assignment",
            name="mode",
            field=models.CharField(
                choices=[("practice", "practice"), ("check", "test")],
                default="practice",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="plannedassignment",
            name="mode",
            field=models.CharField(
                choices=[("practice", "practice"), ("check", "test")],
                default="practice",
                max_length=8,
            ),
        ),
    ]
