"""The tables of the first sites.

Migrations import nothing of the site, whose files move: what its fields take from the code stands
here as it was. A function is the same one for ``makemigrations`` if it has the same name.
"""

import datetime
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
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


def skills():
    """The families of games."""
    return [
        ('nim', 'Nim'),
        ('rows', 'Rows with a maximum take'),
        ('takes', 'Subtraction sets'),
        ('kayles', 'Kayles'),
        ('octal', 'Other octal games'),
        ('chess', "Dawson's Chess"),
        ('hexa', 'Hexadecimal games'),
        ('grundy', "Grundy's game"),
        ('lasker', "Lasker's Nim"),
        ('partizan', 'Partizan Kayles'),
        ('heaps', 'Hand-written heaps'),
    ]


def endings():
    """The conventions."""
    return [
        ('misere', 'the last one loses'),
        ('normal', 'the last one wins'),
    ]


def step_kinds():
    """The kinds of steps."""
    return [
        ('tell', 'tell'),
        ('move', 'make a winning move'),
        ('all-moves', 'find all winning moves'),
        ('predict', 'say who wins'),
        ('classify', 'name the kind of each row'),
        ('case', 'name the case of R1'),
        ('play', 'win it against perfect play'),
        ('reduce', 'count squares and dominoes'),
        ('build', 'build a position'),
        ('fans', 'strike out options that are never better'),
        ('company', 'test a claim by adding rows'),
        ('lost-set', 'mark the losing positions'),
        ('lost-rule', 'choose the rule for the losing positions'),
        ('strategy', 'choose a strategy'),
        ('order', 'put the sentences of a proof in order'),
        ('fails', 'say which sentence of a proof fails for this game'),
        ('number', 'work out a number'),
    ]


def new_join_code():
    return "".join(secrets.choice("23456789BCDFGHJKMNPQRSTVWXYZ") for _ in range(8))


def new_invitation_code():
    return secrets.token_urlsafe(24)


def leave_seat(collector, field, matches, using):
    """What becomes of the matches of a deleted account; no update deletes one."""
    raise NotImplementedError


class Migration(migrations.Migration):

    replaces = [
        ('games', '0001_people_and_matches'),
        ('games', '0002_course_puzzles_and_classes'),
        ('games', '0003_tallies'),
        ('games', '0004_handing_in'),
        ('games', '0005_words_from_one_place'),
        ('games', '0006_questions_from_one_place'),
        ('games', '0007_routes_through_the_course'),
        ('games', '0008_what_a_try_did_to_the_rating'),
        ('games', '0009_quizzes'),
        ('games', '0010_rounds'),
        ('games', '0011_finished_lessons'),
        ('games', '0012_work_in_the_background'),
        ('games', '0013_time_zones'),
        ('games', '0014_answered_reports'),
        ('games', '0015_grading'),
        ('games', '0016_leaving_and_teaching'),
        ('games', '0017_plans'),
        ('games', '0018_offers'),
        ('games', '0019_sign_in_cards_and_devices'),
        ('games', '0020_what_staff_have_seen'),
        ('games', '0021_moving'),
        ('games', '0022_recovery_codes'),
        ('games', '0023_identities_of_gradebooks'),
        ('games', '0024_set_because_of_a_habit'),
        ('games', '0025_tries_at_an_item'),
        ('games', '0026_watching'),
        ('games', '0027_taking_back_another_try'),
        ('games', '0028_sets_that_were_loaded'),
        ('games', '0029_doubted_passwords'),
        ('games', '0030_studies'),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('who', models.PositiveBigIntegerField(db_index=True, null=True)),
                ('what', models.CharField(choices=[('signed-in', 'signed in'), ('not-signed-in', 'failed to sign in'), ('signed-out', 'signed out everywhere'), ('role', 'changed a role in a class'), ('rights', 'changed rights'), ('password', 'set a password'), ('code', 'gave a code for a new password'), ('cards', 'issued sign-in cards'), ('grades', 'changed grades'), ('download', 'downloaded'), ('published', 'published'), ('deleted', 'deleted'), ('backup', 'made a backup'), ('restore', 'restored a backup'), ('tidy', 'tidied up')], db_index=True, max_length=16)),
                ('about', models.CharField(max_length=60)),
                ('detail', models.TextField()),
                ('address', models.CharField(max_length=45)),
                ('request_id', models.CharField(max_length=64)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ('-at', '-pk'),
                'permissions': (('watch_site', 'Can see how the site is'),),
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='Classroom',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=1000)),
                ('join_code', models.CharField(default=new_join_code, max_length=8, unique=True)),
                ('join_open', models.BooleanField(default=True)),
                ('is_demo', models.BooleanField(default=False, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('time_zone', models.CharField(blank=True, max_length=64)),
                ('may_leave', models.BooleanField(default=True)),
            ],
            options={
                'ordering': ('name', 'created_at'),
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('worker', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('state', models.CharField(choices=[('open', 'open'), ('done', 'done'), ('failed', 'failed')], default='open', max_length=6)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Route',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('order', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=100)),
                ('summary', models.TextField(blank=True)),
                ('lessons', models.JSONField(blank=True, default=list)),
            ],
            options={
                'ordering': ('order',),
            },
        ),
        migrations.CreateModel(
            name='Skill',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('order', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=100)),
                ('theory', models.CharField(blank=True, max_length=40)),
                ('requires', models.JSONField(blank=True, default=list)),
            ],
            options={
                'ordering': ('order',),
            },
        ),
        migrations.CreateModel(
            name='Tally',
            fields=[
                ('key', models.CharField(max_length=250, primary_key=True, serialize=False)),
                ('count', models.PositiveIntegerField()),
                ('ends_at', models.DateTimeField(db_index=True)),
            ],
            options={
                'verbose_name': 'running limit',
            },
        ),
        migrations.CreateModel(
            name='Track',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('order', models.PositiveSmallIntegerField()),
                ('title', models.CharField(max_length=100)),
                ('summary', models.TextField(blank=True)),
            ],
            options={
                'ordering': ('order',),
            },
        ),
        migrations.CreateModel(
            name='Lesson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('number', models.PositiveSmallIntegerField(help_text='Place in the course.')),
                ('title', models.CharField(max_length=100)),
                ('skills', models.JSONField(blank=True, default=list)),
                ('summary', models.TextField(help_text='One sentence for the list of lessons.')),
                ('source', models.TextField(blank=True, help_text='The book or paper behind the lesson.')),
                ('minutes', models.PositiveSmallIntegerField(default=8, help_text='How long it really takes.')),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('retired', 'retired')], default='draft', max_length=9)),
                ('version', models.PositiveIntegerField(default=0, editable=False)),
                ('loaded', models.CharField(blank=True, editable=False, max_length=64)),
                ('can', models.TextField(blank=True, help_text='One sentence: what students can do afterwards.')),
                ('picture', models.JSONField(blank=True, default=dict, help_text='The position shown at the end: a ruleset and its rows.')),
                ('track', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lessons', to='games.track')),
            ],
            options={
                'ordering': ('number', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Trouble',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('page', models.CharField(max_length=80)),
                ('status', models.PositiveSmallIntegerField()),
                ('ms', models.PositiveIntegerField()),
                ('cpu_ms', models.PositiveIntegerField()),
                ('queries', models.PositiveIntegerField()),
                ('cause', models.TextField()),
                ('request_id', models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('time_zone', models.CharField(blank=True, max_length=64)),
                ('teaches', models.BooleanField(default=False)),
                ('sign_outs', models.PositiveIntegerField(default=0, editable=False)),
                ('doubted_password', models.CharField(blank=True, editable=False, max_length=128)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('managed_by', models.ForeignKey(blank=True, help_text='The class that created this account. Its instructors may set a new password.', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='managed', to='games.classroom')),
            ],
            options={
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='user_name_unique_whatever_the_case', violation_error_message='This name is taken. Choose another.')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('session_key', models.CharField(max_length=40, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-since',),
            },
        ),
        migrations.CreateModel(
            name='Group',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='games.classroom')),
            ],
            options={
                'ordering': (django.db.models.functions.text.Lower('name'),),
                'constraints': [models.UniqueConstraint(models.F('classroom'), django.db.models.functions.text.Lower('name'), name='group_name_unique_in_a_class', violation_error_message='This class already has a group with that name.')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('role', models.CharField(choices=[('instructor', 'instructor'), ('assistant', 'assistant'), ('tutor', 'tutor')], max_length=10)),
                ('code', models.CharField(default=new_invitation_code, max_length=40, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='games.classroom')),
            ],
            options={
                'ordering': ('created_at',),
            },
        ),
        migrations.CreateModel(
            name='LessonVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('note', models.CharField(max_length=200)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='games.lesson')),
            ],
            options={
                'ordering': ('-version',),
                'constraints': [models.UniqueConstraint(fields=('lesson', 'version'), name='lesson_version_unique')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('real_name', models.CharField(max_length=120)),
                ('student_id', models.CharField(blank=True, max_length=64)),
                ('notes', models.TextField(blank=True, max_length=2000)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('joined_via', models.CharField(choices=[('link', 'link'), ('code', 'code'), ('names', 'list of names'), ('csv', 'roster file'), ('moved', 'moving from another class'), ('lti', 'a course of another platform')], max_length=5)),
                ('extra_days', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(365)])),
                ('time_factor', models.DecimalField(decimal_places=2, default=1, max_digits=4, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)])),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('left', models.BooleanField(default=False)),
                ('identities', models.JSONField(blank=True, default=dict, editable=False)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='games.classroom')),
                ('groups', models.ManyToManyField(blank=True, related_name='memberships', to='games.group')),
                ('moved_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='moved_here', to='games.classroom')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('classroom', 'user'), name='one_place_in_a_class')],
            },
        ),
        migrations.CreateModel(
            name='Assignment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('title', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('mode', models.CharField(choices=[('practice', 'practice'), ('check', 'test')], default='practice', max_length=8)),
                ('hints', models.BooleanField(default=True)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)])),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('archived_at', models.DateTimeField(blank=True, null=True)),
                ('revealed_at', models.DateTimeField(blank=True, null=True)),
                ('hint_cost', models.CharField(choices=[('none', 'nothing'), ('half', 'half the points'), ('all', 'all the points')], default='none', max_length=4)),
                ('keeps', models.CharField(choices=[('best', 'the best answer'), ('latest', 'the last answer')], default='best', max_length=6)),
                ('weight', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MaxValueValidator(100)])),
                ('habit', models.CharField(blank=True, max_length=40)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='assignments', to='games.classroom')),
                ('groups', models.ManyToManyField(blank=True, related_name='assignments', to='games.group')),
                ('students', models.ManyToManyField(blank=True, related_name='assignments', to='games.membership')),
            ],
            options={
                'ordering': ('-created_at',),
            },
        ),
        migrations.CreateModel(
            name='Handover',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='handovers', to='games.classroom')),
                ('membership', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='handover', to='games.membership')),
            ],
            options={
                'ordering': ('made_at',),
            },
        ),
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('real_name', models.CharField(max_length=120)),
                ('student_id', models.CharField(blank=True, max_length=64)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('groups', models.TextField(blank=True)),
                ('via', models.CharField(choices=[('link', 'link'), ('code', 'code'), ('names', 'list of names'), ('csv', 'roster file'), ('moved', 'moving from another class'), ('lti', 'a course of another platform')], max_length=5)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('declined_at', models.DateTimeField(blank=True, null=True)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='games.classroom')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='offers', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('made_at', 'real_name'),
                'constraints': [models.UniqueConstraint(fields=('classroom', 'user'), name='one_offer_of_a_place')],
            },
        ),
        migrations.CreateModel(
            name='Override',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('extra_days', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(365)])),
                ('is_excused', models.BooleanField(default=False)),
                ('reopened_at', models.DateTimeField(blank=True, null=True)),
                ('reopened_until', models.DateTimeField(blank=True, null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='overrides', to='games.assignment')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='overrides', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'membership'), name='one_override_for_a_student')],
            },
        ),
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(blank=True, null=True, unique=True)),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('title', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('code', models.CharField(blank=True, editable=False, max_length=40, null=True, unique=True)),
                ('loaded', models.CharField(blank=True, editable=False, max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='templates', to=settings.AUTH_USER_MODEL)),
                ('track', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='plans', to='games.track')),
            ],
            options={
                'ordering': ('track__order', 'order', '-created_at'),
                'constraints': [models.CheckConstraint(condition=models.Q(('owner__isnull', False), ('slug__isnull', False), _connector='XOR'), name='plan_is_a_template_or_a_unit_plan', violation_error_message='A plan needs an owner or a slug.')],
            },
        ),
        migrations.CreateModel(
            name='PlannedAssignment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True, max_length=2000)),
                ('mode', models.CharField(choices=[('practice', 'practice'), ('check', 'test')], default='practice', max_length=8)),
                ('hints', models.BooleanField(default=True)),
                ('minutes', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)])),
                ('weight', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MaxValueValidator(100)])),
                ('keeps', models.CharField(choices=[('best', 'the best answer'), ('latest', 'the last answer')], default='best', max_length=6)),
                ('hint_cost', models.CharField(choices=[('none', 'nothing'), ('half', 'half the points'), ('all', 'all the points')], default='none', max_length=4)),
                ('order', models.PositiveSmallIntegerField()),
                ('aim', models.CharField(blank=True, max_length=300)),
                ('opens_day', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('opens_time', models.TimeField(default=datetime.time(8, 0))),
                ('due_day', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('due_time', models.TimeField(default=datetime.time(20, 0))),
                ('closes_day', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('closes_time', models.TimeField(default=datetime.time(20, 0))),
                ('plan', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='games.plan')),
            ],
            options={
                'ordering': ('order', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.CharField(max_length=300)),
                ('position', models.CharField(max_length=100)),
                ('convention', models.CharField(choices=endings, max_length=6)),
                ('to_move', models.CharField(blank=True, choices=[('left', 'Left'), ('right', 'Right')], max_length=5)),
                ('goal', models.CharField(choices=puzzle_goals, max_length=10)),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('retired', 'retired'), ('training', 'made by the trainer')], default='published', max_length=9)),
                ('shipped', models.BooleanField(default=False, editable=False)),
                ('skill', models.CharField(choices=skills, editable=False, max_length=10)),
                ('themes', models.TextField(default=' ', editable=False)),
                ('difficulty', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('facts', models.JSONField(default=dict, editable=False)),
                ('rating', models.FloatField(default=1500, editable=False)),
                ('deviation', models.FloatField(default=350.0, editable=False)),
                ('volatility', models.FloatField(default=0.06, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ('difficulty', 'ruleset', 'position', 'goal'),
                'constraints': [models.UniqueConstraint(fields=('ruleset', 'position', 'convention', 'to_move', 'goal'), name='puzzle_unique_on_its_canonical_form', violation_error_message='This puzzle already exists.')],
            },
        ),
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('lesson_version', models.PositiveIntegerField(blank=True, null=True)),
                ('ruleset', models.CharField(blank=True, max_length=300)),
                ('position', models.CharField(blank=True, max_length=100)),
                ('convention', models.CharField(blank=True, max_length=6)),
                ('to_move', models.CharField(blank=True, max_length=5)),
                ('goal', models.CharField(blank=True, choices=puzzle_goals, max_length=10)),
                ('points', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MaxValueValidator(100)])),
                ('dropped_at', models.DateTimeField(blank=True, null=True)),
                ('dropped_why', models.CharField(blank=True, max_length=200)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='games.assignment')),
                ('dropped_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaces', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replacements', to='games.item')),
                ('lesson', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='games.lesson')),
                ('puzzle', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.puzzle')),
            ],
            options={
                'ordering': ('order', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('lesson__isnull', False), models.Q(('goal', ''), _negated=True), _connector='XOR'), name='item_is_a_lesson_or_an_exercise')],
            },
        ),
        migrations.CreateModel(
            name='AnotherTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('why', models.CharField(max_length=200)),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('handed_in_at', models.DateTimeField(blank=True, null=True)),
                ('taken_back_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('taken_back_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.assignment')),
                ('item', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.membership')),
            ],
            options={
                'verbose_name_plural': 'other tries',
                'ordering': ('at', 'pk'),
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='HelpSeen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('wrong', models.PositiveIntegerField()),
                ('at', models.DateTimeField(auto_now=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('item', 'membership'), name='one_mark_for_a_student_and_item')],
            },
        ),
        migrations.CreateModel(
            name='GivenPoints',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('why', models.CharField(max_length=200)),
                ('points', models.DecimalField(blank=True, decimal_places=2, max_digits=7, null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.assignment')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)s', to='games.membership')),
            ],
            options={
                'verbose_name_plural': 'given points',
                'ordering': ('at', 'pk'),
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='PlannedItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField()),
                ('ruleset', models.CharField(blank=True, max_length=300)),
                ('position', models.CharField(blank=True, max_length=100)),
                ('convention', models.CharField(blank=True, max_length=6)),
                ('to_move', models.CharField(blank=True, max_length=5)),
                ('goal', models.CharField(blank=True, choices=puzzle_goals, max_length=10)),
                ('points', models.PositiveSmallIntegerField(default=1, validators=[django.core.validators.MaxValueValidator(100)])),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='games.plannedassignment')),
                ('lesson', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='%(class)ss', to='games.lesson')),
                ('puzzle', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.puzzle')),
            ],
            options={
                'ordering': ('order', 'pk'),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('lesson__isnull', False), models.Q(('goal', ''), _negated=True), _connector='XOR'), name='planneditem_is_a_lesson_or_an_exercise')],
            },
        ),
        migrations.CreateModel(
            name='Daily',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(unique=True)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days', to='games.puzzle')),
            ],
            options={
                'verbose_name_plural': 'dailies',
                'ordering': ('-day',),
            },
        ),
        migrations.CreateModel(
            name='RecoveryCode',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ends_at', models.DateTimeField(null=True)),
                ('given_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='codes_given', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='recovery_codes', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Staff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('instructor', 'instructor'), ('assistant', 'assistant'), ('tutor', 'tutor')], max_length=10)),
                ('since', models.DateTimeField(auto_now_add=True)),
                ('looked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff', to='games.classroom')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staffed', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'staff',
                'ordering': ('since', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('classroom', 'user'), name='one_role_in_a_class'), models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('classroom',), name='one_owner_of_a_class', violation_error_message='A class can have only one owner.')],
            },
        ),
        migrations.CreateModel(
            name='Start',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('started_at', models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True)),
                ('handed_in_at', models.DateTimeField(blank=True, null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='starts', to='games.assignment')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='starts', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'membership'), name='one_start_for_a_student')],
            },
        ),
        migrations.CreateModel(
            name='Step',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField(null=True)),
                ('kind', models.CharField(choices=step_kinds, default='tell', max_length=10)),
                ('title', models.CharField(blank=True, max_length=100)),
                ('text', models.TextField(blank=True)),
                ('ruleset', models.TextField(blank=True)),
                ('position', models.TextField(blank=True)),
                ('convention', models.CharField(blank=True, choices=endings, max_length=6)),
                ('to_move', models.CharField(blank=True, choices=[('left', 'Left'), ('right', 'Right')], max_length=5)),
                ('diagram', models.CharField(blank=True, max_length=40)),
                ('skill', models.CharField(blank=True, max_length=50)),
                ('extra', models.JSONField(blank=True, default=dict)),
                ('answer', models.JSONField(blank=True, null=True)),
                ('hints', models.JSONField(blank=True, default=list)),
                ('feedback', models.JSONField(blank=True, default=dict)),
                ('otherwise', models.TextField(blank=True)),
                ('after', models.TextField(blank=True)),
                ('claims', models.JSONField(blank=True, default=list)),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='steps', to='games.lesson')),
            ],
            options={
                'ordering': (models.OrderBy(models.F('order'), nulls_last=True), 'pk'),
                'constraints': [models.UniqueConstraint(fields=('lesson', 'order'), name='step_order_unique_in_lesson')],
            },
        ),
        migrations.CreateModel(
            name='Study',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('what', models.CharField(choices=[('quotient', 'quotient'), ('map', 'map'), ('position', 'position'), ('kinds', 'kinds')], max_length=8)),
                ('ruleset', models.CharField(max_length=600)),
                ('about', models.CharField(blank=True, max_length=120)),
                ('version', models.CharField(max_length=16)),
                ('result', models.JSONField(null=True)),
                ('why', models.CharField(blank=True, max_length=400)),
                ('stopped', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('job', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='study', to='games.job')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('what', 'ruleset', 'about', 'version'), name='a_study_of_each')],
            },
        ),
        migrations.CreateModel(
            name='Visitor',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('claimed_at', models.DateTimeField(blank=True, null=True)),
                ('claimed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='visits', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('ruleset', models.TextField()),
                ('start', models.TextField()),
                ('convention', models.CharField(choices=[('normal', 'normal'), ('misere', 'misere')], max_length=6)),
                ('opponent', models.CharField(max_length=20)),
                ('seed', models.PositiveBigIntegerField()),
                ('starter', models.CharField(blank=True, choices=[('owner', 'you'), ('other', 'your opponent')], max_length=5)),
                ('owner_player', models.CharField(choices=[('left', 'left'), ('right', 'right')], default='left', max_length=5)),
                ('position', models.TextField()),
                ('version', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(choices=[('waiting', 'waiting for a second player'), ('choosing', 'choosing who starts'), ('running', 'running'), ('finished', 'finished')], default='running', max_length=8)),
                ('winner', models.CharField(blank=True, choices=[('owner', 'you'), ('other', 'your opponent')], max_length=5)),
                ('resigned', models.BooleanField(default=False)),
                ('hint_version', models.PositiveIntegerField(default=0)),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('has_help', models.BooleanField(default=True)),
                ('origin', models.CharField(blank=True, max_length=200)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=leave_seat, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=leave_seat, related_name='+', to='games.visitor')),
            ],
            options={
                'verbose_name_plural': 'matches',
                'ordering': ('-created_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='match_has_one_owner')],
            },
        ),
        migrations.CreateModel(
            name='ItemAttempt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('token', models.UUIDField(default=uuid.uuid4)),
                ('answer', models.TextField(blank=True)),
                ('solved', models.BooleanField(blank=True, null=True)),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('misconception', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.item')),
                ('set_aside_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='set_aside', to='games.anothertry')),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='item_attempt', to='games.match')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.membership')),
            ],
            options={
                'ordering': ('created_at', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('membership', 'token'), name='item_attempt_token_unique_for_student')],
                'indexes': [models.Index(fields=['item', 'membership'], name='tries_at_an_item')],
            },
        ),
        migrations.CreateModel(
            name='Move',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ply', models.PositiveIntegerField()),
                ('seat', models.CharField(choices=[('owner', 'you'), ('other', 'your opponent')], max_length=5)),
                ('version', models.PositiveIntegerField()),
                ('text', models.TextField()),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('undone_at', models.PositiveIntegerField(blank=True, null=True)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='games.match')),
            ],
            options={
                'ordering': ('ply',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('undone_at__isnull', True)), fields=('match', 'ply'), name='move_ply_unique_in_match')],
            },
        ),
        migrations.CreateModel(
            name='StepRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('answer_shown', models.BooleanField(default=False)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
                ('match', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='step_records', to='games.match')),
                ('step', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='records', to='games.step')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('-changed_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='steprecord_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'step'), name='step_record_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'step'), name='step_record_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='StepAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField()),
                ('answer', models.TextField()),
                ('solved', models.BooleanField()),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('misconception', models.CharField(blank=True, max_length=40)),
                ('lesson_version', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('step', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.step')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('-created_at', '-pk'),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='stepattempt_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'token'), name='step_attempt_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'token'), name='step_attempt_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('training', models.CharField(max_length=10)),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('-started_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='round_has_one_owner')],
            },
        ),
        migrations.CreateModel(
            name='ReviewCard',
            fields=[
                ('skill', models.CharField(choices=skills, max_length=10)),
                ('goal', models.CharField(choices=puzzle_goals, max_length=10)),
                ('convention', models.CharField(max_length=6)),
                ('step', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(db_index=True)),
                ('resolved_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='games.puzzle')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('due_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='reviewcard_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'skill', 'goal', 'convention'), name='card_kind_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'skill', 'goal', 'convention'), name='card_kind_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.TextField(max_length=1000)),
                ('closed', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answer', models.TextField(blank=True, max_length=1000)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_answered', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.puzzle')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('step', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.step')),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('closed', '-created_at'),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='report_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'puzzle'), name='report_puzzle_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'puzzle'), name='report_puzzle_per_visitor'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'step'), name='report_step_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'step'), name='report_step_per_visitor'), models.CheckConstraint(condition=models.Q(('puzzle__isnull', True), ('step__isnull', True), _connector='XOR'), name='report_has_one_subject')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('skill', models.CharField(choices=skills, max_length=10)),
                ('rating', models.FloatField(default=1500)),
                ('deviation', models.FloatField(default=350.0)),
                ('volatility', models.FloatField(default=0.06)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='rating_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'skill'), name='rating_skill_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'skill'), name='rating_skill_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='Quiz',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('test', 'test'), ('checkpoint', 'checkpoint'), ('review', 'review')], max_length=10)),
                ('slug', models.SlugField(blank=True)),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('questions', models.JSONField()),
                ('answers', models.JSONField(default=list)),
                ('passed', models.BooleanField(blank=True, null=True)),
                ('begun_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'verbose_name_plural': 'quizzes',
                'ordering': ('-begun_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='quiz_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'kind', 'slug', 'number'), name='quiz_number_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'kind', 'slug', 'number'), name='quiz_number_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleAttempt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('token', models.UUIDField(default=uuid.uuid4)),
                ('answer', models.TextField(blank=True)),
                ('solved', models.BooleanField(blank=True, null=True)),
                ('hint_tier', models.PositiveSmallIntegerField(default=0)),
                ('first', models.BooleanField(default=False)),
                ('rated', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('rating_after', models.FloatField(blank=True, null=True)),
                ('rating_before', models.FloatField(blank=True, null=True)),
                ('match', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='puzzle_attempt', to='games.match')),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='games.puzzle')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('card', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='attempts', to='games.reviewcard')),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'ordering': ('-created_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='puzzleattempt_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'token'), name='attempt_token_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'token'), name='attempt_token_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='LessonFinish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('finished_at', models.DateTimeField()),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='finishes', to='games.lesson')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('visitor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, to='games.visitor')),
            ],
            options={
                'verbose_name_plural': 'lesson finishes',
                'ordering': ('finished_at',),
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(('user__isnull', True), ('visitor__isnull', True), _connector='XOR'), name='lessonfinish_has_one_owner'), models.UniqueConstraint(condition=models.Q(('user__isnull', False)), fields=('user', 'lesson'), name='lesson_finish_per_user'), models.UniqueConstraint(condition=models.Q(('visitor__isnull', False)), fields=('visitor', 'lesson'), name='lesson_finish_per_visitor')],
            },
        ),
        migrations.CreateModel(
            name='SignInCard',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='card', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('link', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('sealed', models.TextField(editable=False)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('job', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cards', to='games.job')),
            ],
        ),
        migrations.CreateModel(
            name='PuzzleSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(unique=True)),
                ('title', models.CharField(max_length=80)),
                ('note', models.CharField(max_length=200)),
                ('lesson', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('loaded', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'ordering': ('order', 'title'),
            },
        ),
        migrations.CreateModel(
            name='PuzzleSetItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveSmallIntegerField(default=0)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='games.puzzle')),
                ('set', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='games.puzzleset')),
            ],
            options={
                'ordering': ('order', 'pk'),
                'constraints': [models.UniqueConstraint(fields=('set', 'puzzle'), name='puzzle_once_in_a_set')],
            },
        ),
        migrations.AddField(
            model_name='puzzleset',
            name='puzzles',
            field=models.ManyToManyField(related_name='sets', through='games.PuzzleSetItem', to='games.puzzle'),
        ),
    ]
