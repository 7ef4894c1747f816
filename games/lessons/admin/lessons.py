"""The course in the admin: lessons with their steps, written as content and stored one way."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.content.reading import as_yaml
from games.lessons import publishing as course
from games.lessons.admin.fields import WordsField
from games.lessons.admin.forms import LessonForm
from games.lessons.admin.pages import LessonPages, board_context
from games.lessons.admin.step_forms import StepForm, StepFormSet
from games.lessons.models import Lesson, Route, Skill, Step, Track
from games.lessons.schema import MAX_STEPS


def _may_write(request: HttpRequest, lesson: Lesson | None) -> bool:
    """Whether the steps of a lesson may be written: as the lesson itself."""
    action = "change" if lesson is not None and lesson.pk else "add"
    return request.user.has_perm(f"games.{action}_lesson")


class StepInline(admin.StackedInline):  # type: ignore[type-arg]
    """The steps of a lesson. They belong to it: those who may change the lesson may change them."""

    model = Step
    form = StepForm
    formset = StepFormSet
    extra = 1
    max_num = MAX_STEPS
    view_on_site = False
    fieldsets = (
        (None, {"fields": ("place", "kind", "title", "text")}),
        (
            "Position",
            {"fields": ("ruleset", "position", ("convention", "to_move"), "scene", "preview")},
        ),
        ("What is asked", {"fields": ("answer", "extra")}),
        ("What is said", {"fields": ("hints", "feedback", "otherwise", "after")}),
        (
            "Skill, diagram and claims",
            {"classes": ("collapse",), "fields": ("skill", "diagram", "claims")},
        ),
    )
    readonly_fields = ("preview", "as_file")

    def get_fieldsets(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        if self.has_change_permission(request, obj):
            return self.fieldsets
        return [(None, {"fields": ("preview", "as_file")})]

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        """However many steps a form claims to have, no more are looked at than one may be over."""
        return super().get_formset(request, obj, absolute_max=MAX_STEPS + 3, **kwargs)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Step]:
        steps: QuerySet[Step] = super().get_queryset(request)
        return steps.filter(order__isnull=False).select_related("lesson")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return request.user.has_perm("games.view_lesson") or _may_write(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _may_write(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _may_write(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return _may_write(request, obj)

    @admin.display(description="Board")
    def preview(self, step: Step) -> SafeString:
        """The board and what the solver says; a script keeps it up with what is typed."""
        context = board_context(
            step.ruleset,
            step.position if step.pk else "",
            step.convention,
            step.to_move,
            prefix=f"stored-{step.pk}-",
        )
        if step.pk and step.order:
            context["student_url"] = reverse("lessons:preview", args=[step.lesson.slug, step.order])
        context["board_url"] = reverse("admin:games_lesson_board")
        return SafeString(render_to_string("admin/games/lesson/live_board.html", context))

    @admin.display(description="As its file says it")
    def as_file(self, step: Step) -> SafeString:
        return format_html('<pre class="as-file">{}</pre>', as_yaml(step.content))


@admin.register(Lesson)
class LessonAdmin(LessonPages):
    """Lessons with their steps. A new one is a draft; what is published gets a version."""

    form = LessonForm
    inlines = (StepInline,)
    list_display = ("title", "number", "track", "state", "version", "size", "open_reports")
    list_filter = ("state", "track")
    list_select_related = ("track",)
    search_fields = ("title", "slug", "summary")
    ordering = ("number",)
    change_form_template = "admin/games/lesson/change_form.html"
    change_list_template = "admin/games/lesson/change_list.html"
    prepopulated_fields: ClassVar = {"slug": ("title",)}

    class Media:
        css: ClassVar = {"all": ["css/tokens.css", "css/boards.css", "css/pages/admin.css"]}
        js: ClassVar = [forms.Script("js/admin-board.js", type="module")]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Lesson]:
        lessons: QuerySet[Lesson] = super().get_queryset(request)
        return lessons.annotate(
            live=Count("steps", filter=Q(steps__order__isnull=False), distinct=True),
            wrong=Count("steps__reports", filter=Q(steps__reports__closed=False), distinct=True),
        )

    @admin.display(ordering="live", description="steps")
    def size(self, lesson: Any) -> int:
        return int(lesson.live)

    @admin.display(ordering="wrong", description="reports")
    def open_reports(self, lesson: Any) -> int:
        return int(lesson.wrong)

    def get_fieldsets(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        about = ["title", "slug", "number", "track", "skills", "summary", "can", "picture"]
        about += ["source", "minutes"]
        if obj is None:
            return [(None, {"fields": about})]
        if not self.has_change_permission(request, obj):
            return [(None, {"fields": [*about, "state"]})]
        return [(None, {"fields": about}), ("Publishing", {"fields": ["state", "note", "seen"]})]

    def get_readonly_fields(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        # The address of a lesson and the rows of its steps hang on its slug.
        return ("slug",) if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def view_on_site(self, lesson: Lesson) -> str | None:
        """Where students see it; nowhere before it is published."""
        return lesson.get_absolute_url() if lesson.state == Lesson.State.PUBLISHED else None

    def has_delete_permission(self, request: HttpRequest, obj: Lesson | None = None) -> bool:
        """What students have worked at is retired, not deleted."""
        allowed: bool = super().has_delete_permission(request, obj)
        if not allowed or obj is None:
            return allowed
        touched = Q(records__isnull=False) | Q(attempts__isnull=False)
        return not obj.steps.filter(touched).exists()

    # --- saving: the valid forms become content, and the course service writes it ----------

    def save_model(self, request: HttpRequest, obj: Lesson, form: Any, change: bool) -> None:
        """Nothing yet: a lesson is stored together with its steps."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        [steps] = formsets
        content = form.content | {"steps": steps.contents}
        before = Lesson.objects.get(pk=form.instance.pk).content if change else None
        form.is_news = content != before
        if not form.is_news:
            messages.info(request, "Nothing was different, so nothing was stored.")
            return
        note = form.cleaned_data.get("note", "")
        stored = course.store(content, note=note, by=request.user, rows=steps.rows)  # type: ignore[arg-type]
        form.instance.pk = stored.pk
        form.instance.version = stored.version

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        if not form.is_news:
            return "Nothing was different."
        change = "Added as a draft." if add else form.cleaned_data.get("note") or "Saved."
        published = form.instance.state == Lesson.State.PUBLISHED
        return f"Version {form.instance.version}: {change}" if published else change


@admin.register(Track)
class TrackAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Tracks, in their order."""

    list_display = ("title", "order", "slug", "size")
    fields = ("title", "slug", "order", "summary")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Track]:
        tracks: QuerySet[Track] = super().get_queryset(request)
        return tracks.annotate(number=Count("lessons"))

    def get_readonly_fields(self, request: HttpRequest, obj: Track | None = None) -> Any:
        return ("slug",) if obj else ()

    @admin.display(ordering="number", description="lessons")
    def size(self, track: Any) -> int:
        return int(track.number)


class RouteForm(forms.ModelForm):  # type: ignore[type-arg]
    """A route; its lessons are written as slugs. One that is not written yet may be named."""

    lessons = WordsField(help_text="Slugs of its lessons, in their order.")

    class Meta:
        model = Route
        fields: ClassVar = ["title", "slug", "order", "summary", "lessons"]


@admin.register(Route)
class RouteAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Routes through the course, in their order."""

    form = RouteForm
    list_display = ("title", "order", "slug")

    def get_readonly_fields(self, request: HttpRequest, obj: Route | None = None) -> Any:
        return ("slug",) if obj else ()


class SkillForm(forms.ModelForm):  # type: ignore[type-arg]
    """A skill; what it builds on is written as slugs."""

    requires = WordsField(required=False, help_text="Slugs of the skills it builds on.")

    class Meta:
        model = Skill
        fields: ClassVar = ["title", "slug", "order", "theory", "requires"]

    def clean_requires(self) -> list[str]:
        slugs: list[str] = self.cleaned_data["requires"]
        others = Skill.objects.exclude(pk=self.instance.pk)
        existing = set(others.values_list("slug", flat=True))
        strange = [slug for slug in slugs if slug not in existing]
        if strange:
            raise forms.ValidationError(f"There is no other skill {strange[0][:60]!r}.")
        return slugs


@admin.register(Skill)
class SkillAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Skills, in their order. One that lessons or skills name cannot be deleted."""

    form = SkillForm
    list_display = ("title", "order", "slug", "theory")

    def get_readonly_fields(self, request: HttpRequest, obj: Skill | None = None) -> Any:
        return ("slug",) if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Skill | None = None) -> bool:
        allowed: bool = super().has_delete_permission(request, obj)
        if not allowed or obj is None:
            return allowed
        taught = Lesson.objects.values_list("skills", flat=True)
        needed = Skill.objects.values_list("requires", flat=True)
        return not any(obj.slug in slugs for slugs in (*taught, *needed))
