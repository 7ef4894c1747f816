"""The editor page of an assignment with its typed values: the same for assignments in a class and,
by a subclass, for those without one.

It is one form with many buttons. Each button does one thing; everything else that was typed is
shown again unchanged, neither checked nor saved nor lost. A new assignment of a class is stored by
the first button that adds or saves something, so that no empty drafts pile up.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeVar

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.dateformat import format as in_words
from django.utils.functional import cached_property

from games.people.models import User
from games.teach.classes.access import Asker, get_classroom_to_change
from games.teach.classes.models import EDITORS, Classroom, Membership
from games.teach.classes.page_parts import ids_in
from games.teach.work.access import get_assignment_as_staff, get_assignment_to_change
from games.teach.work.models import Assignment
from games.teach.work.writing import storing_work
from games.teach.work.writing.forms import AddForm, AssignmentForm, TermsForm
from games.teach.work.writing.untyped_lines import DrawForm, FindForm
from games.web.zones import called
from solver import InvalidInputError

MAX_POINTS = 100
BUTTONS = ("lines", "draw", "find", "add", "settings")
Filled = TypeVar("Filled", bound=forms.Form)


def begin(classroom: Classroom, key: uuid.UUID | None = None) -> Assignment:
    """A new assignment of a class, with a title for today; it is not stored."""
    today = in_words(timezone.localtime(timezone=classroom.zone), "j F")
    key = key or uuid.uuid4()
    return Assignment(pk=key, classroom=classroom, title=f"Assignment of {today}")


class Sheet:
    """The typed values. *settings*, *adding*, *finding* and *drawing* are forms that show them
    without errors; *lines* are the positions. *points* by item are those that differ from the
    stored points and from those when the page was made. *stamp* identifies the settings that were
    stored then.

    *template* is the page, *form* the form of the settings, and *space* the namespace of the
    buttons' addresses, which take the *key* of the assignment.
    """

    template: ClassVar = "teach/work/edit.html"
    form: ClassVar[type[TermsForm]] = AssignmentForm
    space: ClassVar = "assignments"
    assignment: Any

    @classmethod
    def find(cls, user: Asker, **key: Any) -> Any:
        """The assignment, for people who may see its page."""
        return get_assignment_as_staff(user, roles=EDITORS, **key)

    @classmethod
    def find_to_change(cls, user: Asker, data: QueryDict | None = None, **key: Any) -> Any:
        """The assignment, for people who may change it. Sent *data* name the class of one that may
        not be stored yet."""
        for classroom in ids_in(data.getlist("classroom")) if data else ():
            if not Assignment.objects.filter(pk=key["assignment_id"]).exists():
                return begin(get_classroom_to_change(user, classroom), key["assignment_id"])
        return get_assignment_to_change(user, **key)

    @property
    def key(self) -> dict[str, Any]:
        return {"assignment_id": self.assignment.pk}

    @property
    def context(self) -> dict[str, Any]:
        """The context that only this kind of assignment has."""
        classroom = self.assignment.classroom
        zone = called(classroom.zone)
        return {
            "classroom": classroom,
            "can_edit": classroom.can_edit,
            "zone": zone,
            "sections": classroom.sections.count(),
            "own_times": self.assignment.section_times.count(),
        }

    @property
    def students(self) -> int | None:
        """The number of students in the class; None if there is no class."""
        classroom = self.assignment.classroom_id
        return Membership.objects.active().filter(classroom=classroom).count()

    def store(self, fields: dict[str, Any]) -> None:
        """Store the settings."""
        groups, students = fields.pop("groups", []), fields.pop("students", [])
        storing_work.settle(self.assignment, groups=groups, students=students, **fields)

    def __init__(self, assignment: Any, data: QueryDict) -> None:
        self.assignment, self._data = assignment, data
        self._unsaved: set[str] = set()
        self.settings = self._refilled("settings", partial(self.form, assignment), data)
        self.stamp = data.get("stamp", self.settings.stamp)
        self.is_stale = self.stamp != self.settings.stamp and not self.is_begun
        self.adding = self._refilled("adding", AddForm, data)
        self.finding = self._refilled("finding", FindForm, data)
        self.drawing = self._refilled("drawing", DrawForm, data)
        self.lines = data.get("lines", "").replace("\x00", "")
        self.points: dict[int, str] = {}
        for item, points in assignment.items.values_list("pk", "points"):
            typed = data.get(f"points-{item}", str(points)).strip()
            if typed not in (str(points), data.get(f"had-{item}")):
                self.points[item] = typed

    def _refilled(self, name: str, make: Callable[..., Filled], data: QueryDict) -> Filled:
        """A form with the values that were typed into it, if it was on the page."""
        form = make()
        if any(form.add_prefix(field) in data for field in form.fields):
            typed = make(data)
            sent = {field: typed[field].data for field in form.fields}
            form.initial = {field: value for field, value in sent.items() if value is not None}
            if typed.has_changed():
                self._unsaved.add(name)
        return form

    @property
    def is_begun(self) -> bool:
        """Whether the assignment is new and not stored yet."""
        return bool(self.assignment._state.adding)

    def keep(self, user: Asker) -> None:
        """Store a new assignment, and its typed settings unless one of them is wrong."""
        if not self.is_begun:
            return
        assert isinstance(user, User)
        begun, form = self.assignment, self.form(self.assignment, self._data)
        with transaction.atomic():  # so that a second tab never sees it without its settings
            storing_work.create(begun.classroom, user, begun.title, begun.pk)
            self.renew(user)
            if form.is_valid():
                self.save(user, dict(form.cleaned_data))
            else:
                self.stamp = self.form(self.assignment).stamp

    @property
    def saves_next(self) -> bool:
        """Whether saving is all there is to do; a draft of a class is published."""
        return not isinstance(self.assignment, Assignment) or self.assignment.is_published

    @cached_property
    def adds_next(self) -> bool:
        """Whether a draft has no questions yet."""
        return not self.saves_next and not self.assignment.items.exists()

    @property
    def is_unsaved(self) -> bool:
        """Whether anything was typed that leaving the page would lose."""
        return bool(self._unsaved or self.lines.strip() or self.points)

    @property
    def is_finding(self) -> bool:
        """Whether the person is searching for positions."""
        return self.finding.is_bound or "finding" in self._unsaved

    @property
    def is_adding(self) -> bool:
        """Whether something was typed, drawn or chosen to be added, but has not been added."""
        return bool(self._unsaved & {"adding", "drawing"} or self.lines.strip())

    def done_with(self, name: str, form: forms.Form) -> None:
        """Replace one of the forms after its button did its work."""
        setattr(self, name, form)
        self._unsaved.discard(name)

    def renew(self, user: Asker) -> None:
        """Read the assignment again."""
        self.assignment = self.find_to_change(user, **self.key)

    def save(self, user: Asker, fields: dict[str, Any]) -> None:
        """Store the typed settings."""
        self.store(fields)
        self.renew(user)
        form = self.form(self.assignment)
        self.stamp = form.stamp
        self.done_with("settings", form)

    def address(self, what: str, **more: Any) -> str:
        """The address of a button."""
        return reverse(f"{self.space}:{what}", kwargs={**self.key, **more})

    @property
    def addresses(self) -> dict[str, str]:
        """The addresses of the buttons by name, for the page."""
        return {what: self.address(what) for what in BUTTONS}

    def new_points(self) -> dict[int, int]:
        """The typed points as numbers. Raises :class:`InvalidInputError` for anything else."""
        numbers = {}
        for item, typed in self.points.items():
            good = typed.isascii() and typed.isdigit() and len(typed) < 4
            if not good or not 1 <= int(typed) <= MAX_POINTS:
                raise InvalidInputError(f"Points go from 1 to {MAX_POINTS}.", value=typed)
            numbers[item] = int(typed)
        return numbers
