"""Own room lessons, points by try, courses of platforms, sections, surnames."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import secrets
import uuid
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import migrations, models


def theories():
    """The theories of room lessons."""
    return [
        ('below', 'Pairs and smaller positions'),
        ('nim-sum', 'Nim-sum'),
        ('safe-harbors', 'Safe harbors'),
        ('reduction', 'Reduction'),
        ('r1', 'R1 kinds'),
        ('misere-quotient', 'Quotient'),
        ('exhaustive', 'Search'),
    ]


def new_secret():
    return secrets.token_urlsafe(24)


def check_shares(written):
    """Percentages that begin with 100 and never rise."""
    percents = [int(part) for part in written.split(",")]
    if percents[0] != 100 or percents != sorted(percents, reverse=True):
        raise ValidationError("Write percentages from 100 down.")


NAMES = ("slug", "order", "title", "about", "audience", "needs", "minutes", "source")


def publish(apps, schema_editor):
    """What was there was seen by everybody: it is published, and this is its first version."""
    lessons = apps.get_model("games", "RoomLesson").objects
    versions = apps.get_model("games", "RoomLessonVersion").objects
    for lesson in lessons.all():
        fields = {name: getattr(lesson, name) for name in NAMES}
        content = {name: value for name, value in fields.items() if value != ""}
        versions.create(
            lesson=lesson,
            version=1,
            content=content | {"parts": lesson.parts},
            note="As it was before versions were kept.",
        )
    lessons.update(state="published", version=1)


def renew_drafts(apps, schema_editor):
    """Work that students have keeps what it promised, all points at any try. Drafts promise nobody
    anything, unless they were given out and withdrawn."""
    tried = apps.get_model("games", "ItemAttempt").objects.values("item__assignment")
    drafts = apps.get_model("games", "Assignment").objects.filter(published_at=None)
    drafts.exclude(pk__in=tried).update(choice_tries="100, 50, 0")


def begin(apps, schema_editor):
    apps.get_model("games", "Edition").objects.get_or_create(of="course")


PARTICLES = frozenset(
    "af al av bin da das de degli dei del della den der di do dos du el ibn la le ten ter van vom von"
    " zu zum zur".split()
)
SUFFIXES = frozenset("jr sr jun sen ii iii iv phd dr md ma ba".split())


def find_surnames(apps, schema_editor):
    """Take the surname out of every name that is stored, and say whether it is sure."""
    rows = apps.get_model("games", "Membership").objects
    found = []
    for row in rows.only("pk", "real_name").iterator(1_000):
        row.surname, row.is_name_sure = split(row.real_name)
        found.append(row)
    rows.bulk_update(found, ["surname", "is_name_sure"], batch_size=1_000)


def split(name):
    before, _, after = (part.strip() for part in name.partition(","))
    is_given = after[:1].isalpha() and after.replace(".", "").casefold() not in SUFFIXES
    if is_given and before:
        return before, True
    words = before.split()
    if len(words) < 2 or not words[-1][0].isalpha():  # as in “Student 07”
        return "", True
    for place, word in enumerate(words[1:-1], 1):
        if word in PARTICLES:
            return " ".join(words[place:]), True
    return words[-1], len(words) == 2


class Migration(migrations.Migration):

    replaces = [
        ('games', '0052_who_plays_in_a_room'),
        ('games', '0053_own_room_lessons'),
        ('games', '0054_room_lessons_are_published'),
        ('games', '0055_open_questions'),
        ('games', '0056_points_per_try'),
        ('games', '0057_editions'),
        ('games', '0058_list_of_the_site'),
        ('games', '0059_parts_of_a_lesson'),
        ('games', '0060_own_positions'),
        ('games', '0061_late_and_lowest'),
        ('games', '0062_courses_of_platforms'),
        ('games', '0063_sections'),
        ('games', '0064_comments'),
        ('games', '0065_surnames'),
    ]

    dependencies = [
        ('games', '0051_sets_keep_what_was_solved'),
        ('lti_tool', '0008_ltideployment_pns_url_and_more'),
    ]

    operations = [
        migrations.CreateModel(
            name='Edition',
            fields=[
                ('of', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('mark', models.UUIDField(default=uuid.uuid4)),
            ],
        ),
        migrations.CreateModel(
            name='OpenQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(help_text='The last part of its address.', unique=True)),
                ('order', models.PositiveSmallIntegerField(default=0, help_text='Its place on the page.')),
                ('title', models.CharField(max_length=100)),
                ('asked', models.TextField(help_text='The question itself.', max_length=1000)),
                ('source', models.CharField(help_text='Who asked it, and where.', max_length=200)),
                ('asked_in', models.PositiveSmallIntegerField(blank=True, help_text='The year; empty where the source has no date.', null=True)),
                ('status', models.CharField(choices=[('open', 'open'), ('partly', 'answered in part'), ('answered', 'answered')], default='open', max_length=8)),
                ('known', models.TextField(help_text='What is known today.', max_length=2000)),
                ('references', models.TextField(help_text='One to a line, each with its year and its address.', max_length=2000)),
                ('still_open', models.TextField(blank=True, help_text='What is left of it.', max_length=2000)),
                ('checked_on', models.DateField(help_text='The day on which somebody last looked it up.')),
                ('state', models.CharField(choices=[('draft', 'draft'), ('published', 'published')], default='draft', max_length=9)),
                ('loaded', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'ordering': ('order', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Comment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('text', models.TextField(max_length=2000)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='games.assignment')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('item', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='games.item')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='comments', to='games.membership')),
            ],
            options={
                'ordering': ('at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='Handshake',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('nonce', models.CharField(default=new_secret, max_length=64)),
                ('asked', models.JSONField(default=dict)),
                ('told', models.JSONField(default=dict)),
                ('begun_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                ('launched_at', models.DateTimeField(null=True)),
                ('entered_at', models.DateTimeField(null=True)),
                ('context', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='lti_tool.lticontext')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='lti_tool.ltiuser')),
                ('registration', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='lti_tool.ltiregistration')),
            ],
        ),
        migrations.CreateModel(
            name='LinkedCourse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('groups_url', models.URLField(blank=True, max_length=500)),
                ('linked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('looked_at', models.DateTimeField(null=True)),
                ('roster_at', models.DateTimeField(null=True)),
                ('taken_until', models.DateTimeField(default=django.utils.timezone.now)),
                ('classroom', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='course', to='games.classroom')),
                ('context', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='link', to='lti_tool.lticontext')),
            ],
        ),
        migrations.CreateModel(
            name='RegistrationLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=new_secret, editable=False, max_length=40, unique=True)),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='whom it is for')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('used_at', models.DateTimeField(editable=False, null=True)),
                ('registration', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='lti_tool.ltiregistration')),
            ],
            options={
                'ordering': ('-made_at',),
            },
        ),
        migrations.CreateModel(
            name='RoomPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('content', models.JSONField()),
                ('frame', models.PositiveSmallIntegerField(default=1)),
                ('begun_at', models.DateTimeField(blank=True, null=True)),
                ('question', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='part', to='games.question')),
                ('room', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='games.room')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('room', 'number'), name='one_part_for_a_number')],
            },
        ),
        migrations.CreateModel(
            name='Section',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('classroom', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sections', to='games.classroom')),
                ('tutors', models.ManyToManyField(blank=True, related_name='sections', to='games.staff')),
            ],
            options={
                'ordering': (django.db.models.functions.text.Lower('name'),),
                'constraints': [models.UniqueConstraint(models.F('classroom'), django.db.models.functions.text.Lower('name'), name='section_name_unique_in_a_class', violation_error_message='This class already has a section with that name.')],
            },
        ),
        migrations.CreateModel(
            name='SectionTimes',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('opens_at', models.DateTimeField(blank=True, null=True)),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('closes_at', models.DateTimeField(blank=True, null=True)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='section_times', to='games.assignment')),
                ('section', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='times', to='games.section')),
            ],
            options={
                'verbose_name_plural': 'section times',
                'constraints': [models.UniqueConstraint(fields=('assignment', 'section'), name='one_set_of_times_for_a_section')],
            },
        ),
        migrations.CreateModel(
            name='SentGrade',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.FloatField(null=True)),
                ('maximum', models.FloatField()),
                ('comment', models.CharField(blank=True, max_length=200)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('arrived_at', models.DateTimeField(null=True)),
                ('tries', models.PositiveIntegerField(default=0)),
                ('next_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('why', models.CharField(blank=True, max_length=200)),
                ('assignment', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_grades', to='games.assignment')),
                ('membership', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_grades', to='games.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('assignment', 'membership'), name='one_sent_grade_for_a_student')],
                'indexes': [models.Index(condition=models.Q(('arrived_at', None)), fields=['next_at'], name='grades_on_their_way')],
            },
        ),
        migrations.CreateModel(
            name='RoomLessonVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('content', models.JSONField()),
                ('note', models.CharField(max_length=200)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to=settings.AUTH_USER_MODEL)),
                ('lesson', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='games.roomlesson')),
            ],
            options={
                'ordering': ('-version',),
                'constraints': [models.UniqueConstraint(fields=('lesson', 'version'), name='room_lesson_version_unique')],
            },
        ),
        migrations.AddField(
            model_name='assignment',
            name='choice_tries',
            field=models.CharField(default='100', max_length=40, validators=[check_shares]),
        ),
        migrations.AddField(
            model_name='assignment',
            name='is_mixed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='assignment',
            name='late_cost',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)]),
        ),
        migrations.AddField(
            model_name='assignment',
            name='late_least',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)]),
        ),
        migrations.AddField(
            model_name='assignment',
            name='other_tries',
            field=models.CharField(default='100', max_length=40, validators=[check_shares]),
        ),
        migrations.AddField(
            model_name='classroom',
            name='drops_lowest',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(20)]),
        ),
        migrations.AddField(
            model_name='classroom',
            name='shows_first_names',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='givenpoints',
            name='is_shown',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='item',
            name='siblings',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name='itemattempt',
            name='position',
            field=models.CharField(blank=True, max_length=100),
        ),
        migrations.AddField(
            model_name='membership',
            name='is_name_sure',
            field=models.BooleanField(default=True, editable=False),
        ),
        migrations.AddField(
            model_name='membership',
            name='surname',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='offer',
            name='section',
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name='override',
            name='extended_to',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='override',
            name='extra_hours',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(500)]),
        ),
        migrations.AddField(
            model_name='plannedassignment',
            name='choice_tries',
            field=models.CharField(default='100, 50, 0', max_length=40, validators=[check_shares]),
        ),
        migrations.AddField(
            model_name='plannedassignment',
            name='is_mixed',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='plannedassignment',
            name='late_cost',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)]),
        ),
        migrations.AddField(
            model_name='plannedassignment',
            name='late_least',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(100)]),
        ),
        migrations.AddField(
            model_name='plannedassignment',
            name='other_tries',
            field=models.CharField(default='100', max_length=40, validators=[check_shares]),
        ),
        migrations.AddField(
            model_name='planneditem',
            name='siblings',
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name='question',
            name='asked_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='question',
            name='picked',
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name='room',
            name='begun_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='room',
            name='is_only_class',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='room',
            name='theory',
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='changed_at',
            field=models.DateTimeField(auto_now=True),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='from_age',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='is_shared',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='room_lessons', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='state',
            field=models.CharField(choices=[('draft', 'draft'), ('published', 'published'), ('retired', 'retired')], default='draft', max_length=9),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='theory',
            field=models.CharField(blank=True, choices=theories, max_length=20),
        ),
        migrations.AddField(
            model_name='roomlesson',
            name='version',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='roompair',
            name='taken_over_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='roomround',
            name='opponent',
            field=models.CharField(default='learner', max_length=20),
        ),
        migrations.AddField(
            model_name='track',
            name='from_age',
            field=models.PositiveSmallIntegerField(blank=True, help_text='The youngest students it is for.', null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='is_kept_off_lists',
            field=models.BooleanField(default=False, help_text='For a name that visitors should not read. Its owner cannot show it again.', verbose_name='keep the name off the weekly list'),
        ),
        migrations.AddField(
            model_name='user',
            name='is_listed',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='room',
            name='part',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.roompart'),
        ),
        migrations.AddField(
            model_name='roomround',
            name='part',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rounds', to='games.roompart'),
        ),
        migrations.AddField(
            model_name='membership',
            name='section',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='memberships', to='games.section'),
        ),
        migrations.AlterField(
            model_name='assignment',
            name='choice_tries',
            field=models.CharField(default='100, 50, 0', max_length=40, validators=[check_shares]),
        ),
        migrations.RunPython(publish, migrations.RunPython.noop),
        migrations.RunPython(renew_drafts, migrations.RunPython.noop),
        migrations.RunPython(begin, migrations.RunPython.noop),
        migrations.RunPython(find_surnames, migrations.RunPython.noop),
    ]
