"""Rules that people made and saved under a name."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.urls import reverse

from games.people.models import (
    OnePerOwner,
    Owned,
    Owner,
    User,
    one_per_owner,
    owned_by,
    owner_fields,
)
from games.web.limits import SAVED_RULES_FROM, TooManyError
from solver import InvalidInputError, Ruleset
from solver.teaching import about

NAME_LENGTH = 60


class SavedRules(OnePerOwner):
    """A *ruleset* with its owner's *name* for it; each owner saves a ruleset once."""

    name = models.CharField(max_length=NAME_LENGTH)
    ruleset = models.CharField(max_length=600)
    saved_at = models.DateTimeField(auto_now=True)

    subject = ("ruleset",)

    class Meta(Owned.Meta):
        ordering = ("-saved_at", "-pk")
        verbose_name_plural = "saved rules"
        constraints = (*Owned.Meta.constraints, *one_per_owner("ruleset", name="saved_rules"))

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("lab:rules", args=[self.ruleset])

    def better_than(self, other: Self) -> bool:
        return self.saved_at > other.saved_at


def saved_by(owner: Owner | None) -> models.QuerySet[SavedRules]:
    """The owner's saved rules, the latest first."""
    return owned_by(owner, SavedRules.objects.all())


MAX_SAVED_GAMES = 50
"""The most rules that one person may save."""


def save(owner: Owner, rules: Ruleset, name: str) -> SavedRules:
    """Save *rules* under a name; rules that are saved already get the new name.

    Raises :class:`InvalidInputError` for an invalid name, or if too many rules are saved.
    """
    kept, name = saved_by(owner), read_name(name)
    if not kept.filter(ruleset=rules.key).exists() and kept.count() >= MAX_SAVED_GAMES:
        raise InvalidInputError(
            f"You have saved {MAX_SAVED_GAMES} games. Delete one that you no longer need."
        )
    saved, _ = SavedRules.objects.update_or_create(
        **owner_fields(owner), ruleset=rules.key, defaults={"name": name}
    )
    return saved


@about("name")
def read_name(text: str) -> str:
    """A name in its stored form."""
    name = " ".join(text.replace("\x00", "").split())
    if not name:
        raise InvalidInputError("Give the rules a name, so that you can find them again.")
    if len(name) > NAME_LENGTH:
        raise InvalidInputError(f"A name has at most {NAME_LENGTH} characters.", value=name)
    return name


def count_save(user: User | None, address: str) -> None:
    """Count one save; raise :class:`TooManyError` after too many from this address. A user has
    :data:`MAX_SAVED_GAMES` names at most, so only visitors are counted: anybody can become a new
    one."""
    if user is None and SAVED_RULES_FROM.exceeds(address):
        raise TooManyError(
            "Too many rules were saved from your network without an account. Try again in an hour. "
            "If you sign in, you can save them now."
        )
