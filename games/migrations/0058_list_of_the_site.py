from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0057_editions"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_kept_off_lists",
            field=models.BooleanField(
                default=False,
                help_text="For a name that visitors should not read. Its owner cannot show it again.",
                verbose_name="keep the name off the weekly list",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="is_listed",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
