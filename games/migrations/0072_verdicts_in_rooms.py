"""An answer in a room keeps its verdict."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0071_answers_of_tests'),
    ]

    operations = [
        migrations.AddField(
            model_name='answer',
            name='judged',
            field=models.TextField(blank=True, editable=False),
        ),
        migrations.AddField(
            model_name='answer',
            name='solved',
            field=models.BooleanField(blank=True, null=True),
        ),
    ]
