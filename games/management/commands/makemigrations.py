"""Django's makemigrations, for migrations that import nothing of the site."""

from django.core.management.commands import makemigrations

from games.management.comparing import ByName


class Command(makemigrations.Command):
    autodetector = ByName
