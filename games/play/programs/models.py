"""The programs that people save, with each version."""

from __future__ import annotations

import uuid

from django.db import models
from django.urls import reverse

from games.people.models import Owned
from games.questions.first_versions import LANGUAGES

LENGTH_OF_NAME = 60
LINK_LENGTH = 22


class SavedProgram(Owned):
    """A program under its owner's *name*. *wrong* has the positions that it got wrong, each after
    the key of its game, ``marienbad:1+1+2``: its test cases. With the *invitation*, a key that
    nobody can guess, anybody may let it play."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=LENGTH_OF_NAME)
    language = models.CharField(max_length=10, choices=list(LANGUAGES.items()))
    wrong = models.TextField(blank=True)
    invitation = models.CharField(max_length=LINK_LENGTH, unique=True, null=True, blank=True)
    saved_at = models.DateTimeField(auto_now=True)

    class Meta(Owned.Meta):
        ordering = ("-saved_at", "-pk")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play:saved-program", args=[self.pk])

    @property
    def address_to_play(self) -> str:
        """The page on which others let it play; empty before it is passed on."""
        return reverse("play:rival", args=[self.invitation]) if self.invitation else ""


class ProgramVersion(models.Model):
    """The text of a program as it was saved for the *number*-th time, from 1."""

    program = models.ForeignKey(SavedProgram, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    code = models.TextField()
    saved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-number",)
        constraints = (
            models.UniqueConstraint(fields=["program", "number"], name="program_version_once"),
        )

    def __str__(self) -> str:
        return f"version {self.number}"
