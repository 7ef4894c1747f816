"""Let the link of two people lead to the newest of their games."""

from django.db import migrations


def move_on(apps, schema_editor):
    """Give the invitation of a game to the last of the games that followed it."""
    matches = apps.get_model("games", "Match").objects.using(schema_editor.connection.alias)
    for match in matches.exclude(invitation=None).exclude(next=None).iterator():
        newest = match
        while newest.next is not None:
            newest = newest.next
        matches.filter(pk=match.pk).update(invitation=None)
        matches.filter(pk=newest.pk).update(invitation=match.invitation)


class Migration(migrations.Migration):
    dependencies = [("games", "0048_one_system_of_reviews")]

    operations = [migrations.RunPython(move_on, migrations.RunPython.noop)]
