"""What is known of a platform, and answers that are not given yet."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [
        ('games', '0066_running_limits'),
        ('games', '0067_platform_states'),
        ('games', '0068_answer_drafts'),
    ]

    dependencies = [
        ('games', '0052_squashed_0065_surnames'),
        ('lti_tool', '0008_ltideployment_pns_url_and_more'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlatformState',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('keys', models.JSONField(null=True)),
                ('keys_at', models.DateTimeField(null=True)),
                ('keys_tried_at', models.DateTimeField(null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('rests_until', models.DateTimeField(null=True)),
                ('registration', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='state', to='lti_tool.ltiregistration')),
            ],
        ),
        migrations.CreateModel(
            name='AnswerDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('fields', models.JSONField(blank=True, default=dict)),
                ('edited_at', models.DateTimeField()),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answer_drafts', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answer_drafts', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'membership'), name='one_draft_for_a_student_and_item')],
            },
        ),
    ]
