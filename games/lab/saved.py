"""Rules that people made and saved under a name."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.urls import reverse

from games.people.models import OnePerOwner, Owned, Owner, one_per_owner, owned_by

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
