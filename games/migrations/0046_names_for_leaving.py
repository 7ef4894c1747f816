"""Name who left a match and whether a student left a class, apart from the player Left."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_squashed_0045_standings'),
    ]

    operations = [
        migrations.RenameField(
            model_name='match',
            old_name='left',
            new_name='left_by',
        ),
        migrations.RenameField(
            model_name='membership',
            old_name='left',
            new_name='has_left',
        ),
    ]
