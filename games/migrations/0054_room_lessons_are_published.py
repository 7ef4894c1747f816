from django.db import migrations

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


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0053_own_room_lessons'),
    ]

    operations = [
        migrations.RunPython(publish, migrations.RunPython.noop),
    ]
