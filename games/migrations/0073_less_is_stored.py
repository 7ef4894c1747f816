"""No page names users to everybody any more, and slow requests stand in the log alone."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0072_verdicts_in_rooms'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='user',
            name='is_kept_off_lists',
        ),
        migrations.RemoveField(
            model_name='user',
            name='is_listed',
        ),
        migrations.DeleteModel(
            name='Trouble',
        ),
    ]
