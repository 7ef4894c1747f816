"""The programs that people save, with each version: saving them, and passing them on by a link."""

from __future__ import annotations

import re
import secrets
import uuid

from django.db import models, transaction
from django.urls import reverse

from games.boards.games import get_preset
from games.people.models import Owned, Owner, User, owned_by, owner_fields
from games.questions.first_versions import LANGUAGES, checked_code
from games.web.limits import SAVED_PROGRAMS_FROM, TooManyError
from solver import InvalidInputError

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


MAX_SAVED_PROGRAMS = 20
MAX_VERSIONS = 50
"""With LONGEST_CODE, 20 MB for one person at the very most; programs of a page take a tenth."""
MAX_WRONG = 20
"""Test cases of a program, the latest: four runs of five."""
CASE = re.compile(r"([a-z0-9-]{1,40}):[0-9]{1,2}(?:\+[0-9]{1,2}){0,11}")


def programs_of(owner: Owner | None) -> models.QuerySet[SavedProgram]:
    """A person's programs, the latest first."""
    return owned_by(owner, SavedProgram.objects.all())


def save_program(
    owner: Owner,
    program: SavedProgram | None,
    *,
    name: str,
    language: str,
    code: str,
    wrong: str,
    key: uuid.UUID,
) -> SavedProgram:
    """Save a program under its name, as a new version if its text has changed; without *program* a
    new one, at most one for each *key* of a form.

    Raises :class:`InvalidInputError` for a text that is too long, and if there are too many.
    """
    name = " ".join(name.replace("\x00", "").split()) or "My player"
    if len(name) > LENGTH_OF_NAME:
        raise InvalidInputError(f"A name has at most {LENGTH_OF_NAME} characters.", value=name)
    code = checked_code(language, code)
    mine = programs_of(owner)
    with transaction.atomic():
        saved = program or mine.filter(pk=key).first()
        if saved is None:
            if mine.count() >= MAX_SAVED_PROGRAMS:
                raise InvalidInputError(
                    f"You have saved {MAX_SAVED_PROGRAMS} programs. Delete one first."
                )
            saved = SavedProgram(pk=key, language=language, **owner_fields(owner))
        saved.name, saved.wrong = name, _test_cases(wrong)
        saved.save()
        latest = saved.versions.first()
        if latest is None or latest.code != code:
            number = latest.number + 1 if latest else 1
            if number > MAX_VERSIONS:
                raise InvalidInputError(
                    f"This program has {MAX_VERSIONS} versions. Save it under a new name."
                )
            ProgramVersion.objects.create(program=saved, number=number, code=code)
    return saved


def _test_cases(text: str) -> str:
    """The positions that can be test cases, each once, the latest of them."""
    cases = dict.fromkeys(text.split())
    read = ((case, CASE.fullmatch(case)) for case in cases)
    good = [case for case, found in read if found and get_preset(found[1])]
    return " ".join(good[-MAX_WRONG:])


def pass_on(program: SavedProgram) -> None:
    """Make the link by which others let the program play, once."""
    if not program.invitation:
        program.invitation = secrets.token_urlsafe(16)
        program.save(update_fields=["invitation"])


def count_saved(user: User | None, address: str) -> None:
    """Count a program saved without an account; raise :class:`TooManyError` after too many. An
    account has :data:`MAX_SAVED_PROGRAMS` at most, and anybody can become a new visitor."""
    if user is None and SAVED_PROGRAMS_FROM.exceeds(address):
        raise TooManyError(
            "Too many programs were saved from your network without an account. Try again in an "
            "hour. If you sign in, you can save them now."
        )
