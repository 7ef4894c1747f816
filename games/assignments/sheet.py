"""The page on which an assignment is written, as somebody has filled it in.

It is one form with many buttons. Each button does one thing, and whatever else was typed is shown
again as it was, neither judged nor saved nor lost.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from django import forms
from django.http import QueryDict

from games.assignments.finding import FindForm
from games.assignments.forms import AddForm, AssignmentForm
from games.assignments.models import Assignment
from solver import InvalidInputError

MAX_POINTS = 100
Filled = TypeVar("Filled", bound=forms.Form)


class Sheet:
    """What is typed: *settings*, *adding* and *finding* are forms that show it without a verdict,
    *lines* the positions, *points* by item what differs from the points it has and had when the
    page was made. *stamp* stands for the settings that were stored then."""

    def __init__(self, assignment: Assignment, data: QueryDict) -> None:
        self._unsaved: set[str] = set()
        self.settings = self._refilled("settings", partial(AssignmentForm, assignment), data)
        self.stamp = data.get("stamp", self.settings.stamp)
        self.is_stale = self.stamp != self.settings.stamp
        self.adding = self._refilled("adding", AddForm, data)
        self.finding = self._refilled("finding", FindForm, data)
        self.lines = data.get("lines", "").replace("\x00", "")
        self.points: dict[int, str] = {}
        for item, points in assignment.items.values_list("pk", "points"):
            typed = data.get(f"points-{item}", str(points)).strip()
            if typed not in (str(points), data.get(f"had-{item}")):
                self.points[item] = typed

    def _refilled(self, name: str, make: Callable[..., Filled], data: QueryDict) -> Filled:
        """A form that shows what was typed in it, where it was on the page."""
        form = make()
        if any(field in data for field in form.fields):
            typed = make(data)
            form.initial = {field: typed[field].data for field in form.fields}
            if typed.has_changed():
                self._unsaved.add(name)
        return form

    @property
    def is_unsaved(self) -> bool:
        """Whether anything was typed that would be lost with the page."""
        return bool(self._unsaved or self.lines.strip() or self.points)

    @property
    def is_finding(self) -> bool:
        """Whether somebody is looking for positions."""
        return self.finding.is_bound or "finding" in self._unsaved

    @property
    def is_adding(self) -> bool:
        """Whether something was typed or chosen to be added, and was not."""
        return bool("adding" in self._unsaved or self.lines.strip())

    def done_with(self, name: str, form: forms.Form) -> None:
        """One of the forms did what it is for; *form* takes its place."""
        setattr(self, name, form)
        self._unsaved.discard(name)

    def saved(self, assignment: Assignment) -> None:
        """The settings are stored as they were typed."""
        form = AssignmentForm(assignment)
        self.stamp = form.stamp
        self.done_with("settings", form)

    def new_points(self) -> dict[int, int]:
        """The points typed, as numbers; raises :class:`InvalidInputError` for what is none."""
        numbers = {}
        for item, typed in self.points.items():
            good = typed.isascii() and typed.isdigit() and len(typed) < 4
            if not good or not 1 <= int(typed) <= MAX_POINTS:
                raise InvalidInputError(f"Points go from 1 to {MAX_POINTS}.", value=typed)
            numbers[item] = int(typed)
        return numbers
