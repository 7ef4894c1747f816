"""Fields for names, addresses and IDs of people, and the order of rows by name. Whatever goes into
a form or into the database through one of them is cleaned by :mod:`games.people.names`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from django import forms
from django.contrib.auth.forms import UsernameField
from django.db import models
from django.db.backends.signals import connection_created
from django.db.models.functions import Collate, Lower
from django.dispatch import receiver

from games.people.names import account_name, cleaned, sort_key

Row = TypeVar("Row", bound=models.Model)
ALPHABETICAL = "und-x-icu"
"""The alphabetical order that PostgreSQL has under this name; SQLite is taught something close."""


def compare(text: str, other: str) -> int:
    """Negative, zero or positive if *text* comes before, with or after *other*."""
    first, second = sort_key(text), sort_key(other)
    return (first > second) - (first < second)


@receiver(connection_created)
def teach_sqlite(connection: Any, **rest: Any) -> None:
    """Define the order on a new SQLite connection."""
    if connection.vendor == "sqlite":
        connection.connection.create_collation(ALPHABETICAL, compare)


def by_name(field: str) -> Collate:
    """The rows in alphabetical order of a *field*, the same on both databases."""
    return Collate(field, ALPHABETICAL)


def same_in_database(rows: models.QuerySet[Row], name: str) -> Row | None:
    """The row whose name the database takes for this one: it folds some letters, such as İ and ı,
    in its own way, and refuses a second one."""
    same: Row | None = rows.alias(low=Lower("name")).filter(low=Lower(models.Value(name))).first()
    return same


class TidyField(forms.CharField):
    """A line of text without doubled spaces and invisible signs."""

    def to_python(self, value: Any) -> str:
        return cleaned(super().to_python(value) or "")


class TidyEmailField(forms.EmailField):
    """An e-mail address, whatever invisible signs were copied with it."""

    def to_python(self, value: Any) -> str:
        return cleaned(super().to_python(value) or "")


class AccountNameField(UsernameField):
    """A user name, in the form in which accounts are stored."""

    def to_python(self, value: Any) -> str:
        return account_name(super().to_python(value) or "")


if TYPE_CHECKING:
    TextColumn = models.CharField[str, str]
else:
    TextColumn = models.CharField


class NameField(TextColumn):
    """A stored name or ID of a person, a class or a group. Every way of writing it cleans it, and
    so does every query that asks for it."""

    def deconstruct(self) -> Any:
        """For migrations it is text like any other."""
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def to_python(self, value: Any) -> Any:
        return _clean(super().to_python(value))

    def get_prep_value(self, value: Any) -> Any:
        return _clean(super().get_prep_value(value))

    def pre_save(self, model_instance: Any, add: bool) -> Any:
        """Clean the object as well, which lives on after it is saved."""
        value = _clean(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value

    def formfield(self, *args: Any, **more: Any) -> Any:
        return super().formfield(*args, **{"form_class": TidyField, **more})


def _clean(value: Any) -> Any:
    return cleaned(value) if isinstance(value, str) else value
