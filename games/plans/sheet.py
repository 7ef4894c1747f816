"""The page on which a template is edited: the editor of assignments, with days instead of dates."""

from __future__ import annotations

from typing import Any, ClassVar

from games.assignments.sheet import Sheet
from games.classes.access import Asker
from games.plans.access import get_template
from games.plans.forms import PlannedForm
from games.plans.models import PlannedAssignment
from games.plans.saving import change


class TemplateForm(PlannedForm):
    """The settings of a template. It has no aim: its message says what it is for."""

    aim = None  # type: ignore[assignment]


class TemplateSheet(Sheet):
    """The editor's page for the assignment of a template."""

    template: ClassVar = "plans/edit.html"
    form: ClassVar = TemplateForm
    space: ClassVar = "plans"

    @classmethod
    def find(cls, user: Asker, **key: Any) -> PlannedAssignment:
        return get_template(user, **key).planned[0]

    @classmethod
    def find_to_change(cls, user: Asker, **key: Any) -> PlannedAssignment:
        return cls.find(user, **key)

    @property
    def key(self) -> dict[str, Any]:
        return {"template_id": self.assignment.plan_id}

    @property
    def context(self) -> dict[str, Any]:
        return {"plan": self.assignment.plan, "can_edit": True}

    @property
    def students(self) -> int | None:
        return None

    def store(self, fields: dict[str, Any]) -> None:
        change(self.assignment, fields)
