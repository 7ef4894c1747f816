"""The pages of the admin around a lesson: its form, versions, import, export."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.content.loading import difference
from games.content.reading import ContentError, as_yaml
from games.exercises.position_panel import position_facts
from games.lessons.admin.beside import OpenStep
from games.lessons.admin.hard_steps import hard_steps_context
from games.lessons.admin.importing import ChangedLine, ImportForm, changed_lines
from games.lessons.files import export_zip, file_name
from games.lessons.models import Lesson, LessonVersion, Step
from games.lessons.publishing import revert
from games.lessons.storing import store
from solver import SolverError

PAGE = "admin/games/lesson/"
GET_OR_POST = ["GET", "HEAD", "POST"]


class LessonPages(admin.ModelAdmin):  # type: ignore[type-arg]
    """The addresses beside Django's own, under ``admin/games/lesson/``."""

    def get_urls(self) -> Any:
        own: list[tuple[str, Any, str]] = [
            ("import/", self.import_view, "import"),
            ("hard-steps/", self.hard_steps_view, "hard_steps"),
            ("export/", self.export_view, "export"),
            ("<int:lesson_id>/versions/", self.versions_view, "versions"),
            ("<int:lesson_id>/versions/<int:version>/", self.bring_back_view, "bring_back"),
            ("<int:lesson_id>/export/", self.export_one_view, "export_one"),
        ]
        wrap = self.admin_site.admin_view
        return [path(a, wrap(v), name=f"games_lesson_{n}") for a, v, n in own] + super().get_urls()

    def _lesson(self, request: HttpRequest, pk: int) -> Lesson:
        """A lesson, for those who may see lessons."""
        self._may_view(request)
        lessons = Lesson.objects.select_related("track").prefetch_related("steps")
        lesson = lessons.filter(pk=pk).first()
        if lesson is None:
            raise Http404("There is no such lesson.")
        return lesson

    def _may_view(self, request: HttpRequest) -> None:
        if not self.has_view_permission(request):
            raise PermissionDenied

    def _page(self, request: HttpRequest, name: str, title: str, **more: Any) -> TemplateResponse:
        status = more.pop("status", 200)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.model._meta,
            "title": title,
            "media": self.media,
            **more,
        }
        return TemplateResponse(request, f"{PAGE}{name}.html", context, status=status)

    @method_decorator([require_safe, never_cache])
    def hard_steps_view(self, request: HttpRequest) -> HttpResponse:
        """What people get wrong most, step by step, with the answers they gave."""
        self._may_view(request)
        context = hard_steps_context(request)
        return self._page(request, "hard_steps", "Common mistakes", **context)

    # --- versions -------------------------------------------------------------------------

    @method_decorator([require_safe, never_cache])
    def versions_view(self, request: HttpRequest, lesson_id: int) -> HttpResponse:
        """What was published when, by whom, why, and what changed each time."""
        lesson = self._lesson(request, lesson_id)
        versions = list(lesson.versions.select_related("by"))
        entries = [
            {
                "version": version,
                "diff": _changes(before.content if before else {}, version.content),
                "is_now": version.content == lesson.content,
            }
            for version, before in zip_longest(versions, versions[1:])
        ]
        return self._page(
            request,
            "versions",
            f"Versions of {lesson.title}",
            lesson=lesson,
            entries=entries,
            may_change=self.has_change_permission(request, lesson),
        )

    @method_decorator([require_http_methods(GET_OR_POST), never_cache])
    def bring_back_view(self, request: HttpRequest, lesson_id: int, version: int) -> HttpResponse:
        """Ask, and then bring the content of an earlier version back."""
        lesson = self._lesson(request, lesson_id)
        if not self.has_change_permission(request, lesson):
            raise PermissionDenied
        old = LessonVersion.objects.filter(lesson=lesson, version=version).first()
        if old is None:
            raise Http404("There is no such version.")
        findings: list[Any] = []
        if request.method == "POST":
            try:
                stored = revert(lesson, old, request.user)  # type: ignore[arg-type]
            except ContentError as error:
                findings = error.findings
            else:
                message = f"Version {old.version} is restored, as version {stored.version}."
                self.log_change(request, stored, message)
                messages.success(request, message)
                return redirect("admin:games_lesson_versions", lesson.pk)
        return self._page(
            request,
            "bring_back",
            f"Restore version {old.version} of {lesson.title}?",
            lesson=lesson,
            version=old,
            diff=_changes(lesson.content, old.content),
            findings=findings,
            status=422 if findings else 200,
        )

    # --- files ----------------------------------------------------------------------------

    @method_decorator([require_http_methods(GET_OR_POST), never_cache])
    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Look at one lesson's YAML: what is wrong, or what it would change; then store it."""
        if not self.has_add_permission(request) and not self.has_change_permission(request):
            raise PermissionDenied
        form = ImportForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            old = Lesson.objects.filter(slug=form.content["slug"]).first()
            allowed = (
                self.has_change_permission(request, old)
                if old
                else self.has_add_permission(request)
            )
            if not allowed:
                raise PermissionDenied
            if form.is_confirmed:
                note = form.cleaned_data["note"]
                stored = store(form.content, note=note, by=request.user)  # type: ignore[arg-type]
                log = self.log_change if old else self.log_addition
                log(request, stored, note or "Imported.")
                messages.success(request, f"{stored.title} is saved as {stored.state}.")
                return redirect("admin:games_lesson_change", stored.pk)
        return self._page(
            request,
            "import",
            "Import a lesson",
            form=form,
            findings=form.findings,
            status=422 if form.is_bound and not form.is_valid() else 200,
        )

    @method_decorator([require_safe, never_cache])
    def export_view(self, request: HttpRequest) -> HttpResponse:
        """The whole course as a zip that ``load_content`` reads once it is unpacked."""
        self._may_view(request)
        return _attached(export_zip(), "application/zip", "course.zip")

    @method_decorator([require_safe, never_cache])
    def export_one_view(self, request: HttpRequest, lesson_id: int) -> HttpResponse:
        """One lesson as its file."""
        content = self._lesson(request, lesson_id).content
        return _attached(as_yaml(content).encode(), "application/yaml", file_name(content))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Django's own, with where to look at the lesson."""
        lesson = self.get_object(request, object_id)
        more = {"student_url": reverse("lessons:preview", args=[lesson.slug, 1])} if lesson else {}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """The form with its desk; a script that asked for the desk gets that alone."""
        form, lesson = context["adminform"].form, context["original"]
        may_write = lesson is None or self.has_change_permission(request, lesson)
        draft = form.desk.open_draft
        context |= {
            "desk": form.desk,
            "may_write": may_write,
            "open_step": OpenStep(form.desk, draft) if draft and may_write else None,
            "stored": [] if may_write else [_stored(step) for step in lesson.live_steps],
        }
        if request.headers.get("X-Desk") and form.is_changing:
            context |= self.admin_site.each_context(request)
            return TemplateResponse(request, f"{PAGE}desk.html", context)
        return super().render_change_form(request, context, *args, **kwargs)


def _stored(step: Step) -> dict[str, Any]:
    """A step for somebody who only looks: its board and its file."""
    prefix = f"stored-{step.pk}-"
    try:
        place = (step.ruleset, step.position, step.convention, step.to_move)
        facts = position_facts(*place, prefix=prefix) if step.position else None
    except SolverError:
        facts = None
    board = facts.board if facts else None
    url = reverse("lessons:preview", args=[step.lesson.slug, step.order])
    return {"step": step, "facts": facts, "board": board, "url": url, "file": as_yaml(step.content)}


def _changes(before: Any, after: Any) -> list[ChangedLine]:
    return changed_lines(difference(before, after, ""))


def _attached(body: bytes, kind: str, name: str) -> HttpResponse:
    response = HttpResponse(body, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
