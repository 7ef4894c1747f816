"""Admin pages around a lesson: its form, and the whole course as a file."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.content.reading import as_yaml
from games.content.shapes import Content
from games.desks.pages import VersionPages, attached
from games.exercises.position_panel import position_facts
from games.lessons.admin.beside import OpenStep
from games.lessons.admin.hard_steps import hard_steps_context
from games.lessons.files import LessonFiles, export_zip, file_name
from games.lessons.models import Lesson, LessonVersion, Step
from games.lessons.publishing import revert
from games.lessons.storing import store
from games.people.models import User
from solver import SolverError

PAGE = "admin/games/lesson/"


class LessonPages(VersionPages):
    """The addresses beside Django's own, under ``admin/games/lesson/``."""

    files: ClassVar = LessonFiles

    def write(self, content: Content, *, note: str, by: User) -> Lesson:
        return store(content, note=note, by=by)

    def restore(self, row: Lesson, version: LessonVersion, by: User) -> Lesson:
        return revert(row, version, by)

    def file_name(self, content: Content) -> str:
        return file_name(content)

    def own_addresses(self) -> list[tuple[str, Any, str]]:
        return [
            ("hard-steps/", self.hard_steps_view, "hard_steps"),
            ("export/", self.export_view, "export"),
            *super().own_addresses(),
        ]

    @method_decorator([require_safe, never_cache])
    def hard_steps_view(self, request: HttpRequest) -> HttpResponse:
        """List the steps that people most often get wrong, with their answers."""
        self._may_view(request)
        context = hard_steps_context(request)
        return self._page(request, "hard_steps", "Common mistakes", **context)

    @method_decorator([require_safe, never_cache])
    def export_view(self, request: HttpRequest) -> HttpResponse:
        """Download the whole course as a zip file; unpacked, ``load_content`` can read it."""
        self._may_view(request)
        return attached(export_zip(), "application/zip", "course.zip")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Django's page, with a link to the preview of the lesson."""
        lesson = self.get_object(request, object_id)
        more = {"student_url": reverse("lessons:preview", args=[lesson.slug, 1])} if lesson else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Render the form with its desk; a script can request the desk alone."""
        form, lesson = context["adminform"].form, context["original"]
        may_write = lesson is None or self.has_change_permission(request, lesson)
        draft = form.desk.open_draft
        context |= {
            "desk": form.desk,
            "may_write": may_write,
            "open_step": OpenStep(form.desk, draft) if draft and may_write else None,
            "stored": [] if may_write else [_read_only_step(step) for step in lesson.live_steps],
        }
        if request.headers.get("X-Desk") and form.is_changing:
            context |= self.admin_site.each_context(request)
            return TemplateResponse(request, f"{PAGE}desk.html", context)
        return super().render_change_form(request, context, *args, **kwargs)


def _read_only_step(step: Step) -> dict[str, Any]:
    """A step for users who may not edit: its board and its file."""
    prefix = f"stored-{step.pk}-"
    try:
        place = (step.ruleset, step.position, step.convention, step.to_move)
        facts = position_facts(*place, prefix=prefix) if step.position else None
    except SolverError:
        facts = None
    board = facts.board if facts else None
    url = reverse("lessons:preview", args=[step.lesson.slug, step.order])
    return {"step": step, "facts": facts, "board": board, "url": url, "file": as_yaml(step.content)}
