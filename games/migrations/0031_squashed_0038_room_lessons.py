"""Games made up in the lab, rooms, seats for two, room lessons."""

import datetime
import django.db.models.deletion
import django.utils.timezone
import secrets
import uuid
from django.conf import settings
from django.db import migrations, models


def puzzle_goals():
    """The goals of puzzles."""
    return [
        ('move', 'make a winning move'),
        ('all-moves', 'find all winning moves'),
        ('predict', 'say who wins'),
        ('classify', 'name the kind of each row'),
        ('case', 'name the case of R1'),
        ('play', 'win it against perfect play'),
        ('reduce', 'count squares and dominoes'),
    ]


def new_code():
    return "".join(secrets.choice("23456789BCDFGHJKMNPQRSTVWXYZ") for _ in range(7))


def closing_time():
    return django.utils.timezone.now() + datetime.timedelta(hours=3)


def leave_seat(collector, field, matches, using):
    """What becomes of the matches of a deleted account; no update deletes one."""
    raise NotImplementedError


class Migration(migrations.Migration):

    replaces = [
        ('games', '0031_saved_rules'),
        ('games', '0032_kinds_of_rows'),
        ('games', '0033_rooms'),
        ('games', '0034_step_of_a_room'),
        ('games', '0035_turns_of_a_room'),
        ('games', '0036_second_seats'),
        ('games', '0037_rounds_of_neighbours'),
        ('games', '0038_room_lessons'),
    ]

    dependencies = [
        ('games', '0001_squashed_0030_studies'),
    ]

    operations = [
        migrations.CreateModel(
            name='RoomLesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('title', models.CharField(max_length=100)),
                ('about', models.TextField(max_length=2000)),
                ('audience', models.CharField(max_length=200)),
                ('needs', models.CharField(max_length=200)),
                ('minutes', models.PositiveSmallIntegerField(default=40)),
                ('source', models.TextField(blank=True, max_length=1000)),
                ('parts', models.JSONField(blank=True, default=list)),
                ('loaded', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'ordering': ('order', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='SavedRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('ruleset', models.CharField(max_length=600)),
                ('saved_at', models.DateTimeField(auto_now=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'verbose_name_plural': 'saved rules',
                'ordering': ('-saved_at', '-pk'),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='savedrules_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'ruleset'), name='saved_rules_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'ruleset'), name='saved_rules_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('code', models.CharField(default=new_code, max_length=7, unique=True)),
                ('title', models.CharField(max_length=80)),
                ('version', models.PositiveIntegerField(default=1)),
                ('is_paused', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('closes_at', models.DateTimeField(default=closing_time)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('last_step', models.CharField(blank=True, editable=False, max_length=200)),
                ('turn_seconds', models.PositiveSmallIntegerField(default=0)),
                ('classroom', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rooms', to='games.classroom')),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.match')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rooms', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-created_at',),
            },
        ),
        migrations.CreateModel(
            name='Participant',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=40)),
                ('seat', models.PositiveIntegerField(blank=True, null=True)),
                ('is_hidden', models.BooleanField(default=False)),
                ('joined_at', models.DateTimeField(auto_now_add=True)),
                ('left_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='participants', to='games.room')),
            ],
            options={
                'ordering': ('joined_at', 'pk'),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='participant_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'room'), name='one_participant_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'room'), name='one_participant_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('asked', 'asked'), ('shown', 'answers shown'), ('judged', 'verdicts shown')], default='waiting', max_length=7)),
                ('ruleset', models.CharField(max_length=300)),
                ('position', models.TextField()),
                ('convention', models.CharField(max_length=6)),
                ('to_move', models.CharField(blank=True, max_length=5)),
                ('goal', models.CharField(choices=puzzle_goals, max_length=10)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('notes', models.TextField(blank=True)),
                ('turn_version', models.PositiveIntegerField(blank=True, null=True)),
                ('theory', models.CharField(blank=True, max_length=20)),
                ('frame', models.PositiveSmallIntegerField(default=0)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='games.room')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('room', 'number'), name='one_question_for_a_number')],
            },
        ),
        migrations.AddField(
            model_name='room',
            name='current',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.question'),
        ),
        migrations.CreateModel(
            name='Answer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField()),
                ('given_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='games.participant')),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='answers', to='games.question')),
            ],
            options={
                'ordering': ('given_at', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('question', 'participant'), name='one_answer_to_a_question')],
            },
        ),
        migrations.CreateModel(
            name='RoomRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('draw', models.CharField(choices=[('robin', 'Everyone plays everyone'), ('ladder', 'Winners play winners'), ('alone', 'Everyone plays a character')], default='robin', max_length=6)),
                ('ruleset', models.CharField(max_length=300)),
                ('position', models.CharField(max_length=100)),
                ('convention', models.CharField(max_length=6)),
                ('to_move', models.CharField(blank=True, max_length=5)),
                ('shows_names', models.BooleanField(default=False)),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.room')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('room', 'number'), name='one_round_for_a_number')],
            },
        ),
        migrations.AddField(
            model_name='room',
            name='round',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.roomround'),
        ),
        migrations.CreateModel(
            name='RoomPair',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('drawn_at', models.DateTimeField(auto_now_add=True)),
                ('first', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.participant')),
                ('second', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.participant')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairs', to='games.roomround')),
            ],
            options={
                'ordering': ('drawn_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='RoomGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='of_room', to='games.match')),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='games', to='games.roompair')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('pair', 'number'), name='one_game_of_a_pair')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='match',
            name='match_has_one_owner',
        ),
        migrations.AddField(
            model_name='match',
            name='asked_again',
            field=models.CharField(blank=True, choices=[('owner', 'you'), ('other', 'your opponent')], max_length=5),
        ),
        migrations.AddField(
            model_name='match',
            name='invitation',
            field=models.CharField(blank=True, max_length=22, null=True, unique=True),
        ),
        migrations.AddField(
            model_name='match',
            name='left',
            field=models.CharField(blank=True, choices=[('owner', 'you'), ('other', 'your opponent')], max_length=5),
        ),
        migrations.AddField(
            model_name='match',
            name='next',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='previous', to='games.match'),
        ),
        migrations.AddField(
            model_name='match',
            name='other_name',
            field=models.CharField(blank=True, max_length=30),
        ),
        migrations.AddField(
            model_name='match',
            name='other_user',
            field=models.ForeignKey(blank=True, null=True, on_delete=leave_seat, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='match',
            name='other_visitor',
            field=models.ForeignKey(blank=True, null=True, on_delete=leave_seat, related_name='+', to='games.visitor'),
        ),
        migrations.AddField(
            model_name='match',
            name='owner_name',
            field=models.CharField(blank=True, max_length=30),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('user', None), ('visitor', None), _connector='XOR'), models.Q(models.Q(('other_user', None), ('other_visitor', None), _connector='XOR'), models.Q(('other_user', None), ('other_visitor', None)), _connector='OR')), models.Q(('user', None), ('visitor', None), models.Q(('other_user', None), ('other_visitor', None), _connector='XOR')), _connector='OR'), name='match_has_somebody'),
        ),
    ]
