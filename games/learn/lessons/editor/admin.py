"""The course in the admin: lessons are edited as content and stored by one function."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from games.content.compound import Each
from games.content.controls import Choose
from games.content.editors.admin import PlacedAdmin, PlacedForm
from games.learn.lessons.course_order import make_room
from games.learn.lessons.editor.forms import LessonForm
from games.learn.lessons.editor.pages import LessonPages
from games.learn.lessons.models import Lesson, Route, Skill, Track
from games.learn.lessons.schema import LISTS
from games.learn.lessons.storing import store
from solver.teaching import counted

MAX_NAMES = 60
SPARE = 3
"""How many empty controls follow a list of names before it is saved."""


@admin.register(Lesson)
class LessonAdmin(LessonPages):
    """Lessons with their steps. A new one is a draft; publishing it creates a version."""

    form = LessonForm
    list_display = ("title", "number", "track", "state", "version", "size", "open_reports")
    list_filter = ("state", "track")
    list_select_related = ("track",)
    search_fields = ("title", "slug", "summary")
    ordering = ("number",)
    change_form_template = "admin/games/lesson/change_form.html"
    change_list_template = "admin/games/lesson/change_list.html"

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

    def about(self, *, is_read: bool) -> list[str]:
        first = ["title", "slug", "number" if is_read else "place"]
        return [*first, *(n for n in LessonForm.Meta.fields if n not in (*first, "state"))]

    def get_readonly_fields(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        # The address of a lesson and the rows of its steps depend on its slug.
        return ("slug",) if obj else ()

    def get_prepopulated_fields(self, request: HttpRequest, obj: Lesson | None = None) -> Any:
        return {} if obj else self.prepopulated_fields

    def has_delete_permission(self, request: HttpRequest, obj: Lesson | None = None) -> bool:
        """Allow deleting only a lesson that no student has worked on; others are retired."""
        allowed: bool = super().has_delete_permission(request, obj)
        if not allowed or obj is None:
            return allowed
        touched = Q(records__isnull=False) | Q(attempts__isnull=False)
        return not obj.steps.filter(touched).exists()

    def store_form(self, request: HttpRequest, form: Any) -> Lesson:
        note, rows = form.cleaned_data.get("note", ""), form.desk.rows
        with transaction.atomic():
            moved = make_room(
                {slug: number for slug, number in form.numbers.items() if slug != form.slug_now},
                note=f"“{form.content['title']}” has a new place.",
                by=request.user,  # type: ignore[arg-type]
            )
            stored = store(form.content, note=note, by=request.user, rows=rows)  # type: ignore[arg-type]
        if moved:
            messages.info(request, f"{counted(moved, 'other lesson')} moved down by one place.")
        return stored


@admin.register(Track)
class TrackAdmin(PlacedAdmin):
    """Tracks in order."""

    list_display = ("title", "order", "slug", "size")
    fields = ("title", "slug", "place", "summary")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Track]:
        tracks: QuerySet[Track] = super().get_queryset(request)
        return tracks.annotate(number=Count("lessons"))

    def get_readonly_fields(self, request: HttpRequest, obj: Track | None = None) -> Any:
        return ("slug",) if obj else ()

    @admin.display(ordering="number", description="lessons")
    def size(self, track: Any) -> int:
        return int(track.number)


class NamesForm(PlacedForm):
    """A form with a field *named* that lists slugs, each chosen by its title."""

    named: ClassVar[str]
    noun: ClassVar[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.titles = self.choices()
        if self.named in self.fields:
            self.fields[self.named].widget = Each(
                lambda one: Choose(self.titles),
                MAX_NAMES,
                label=self.noun.capitalize(),
                spare=SPARE,
            )

    def choices(self) -> list[tuple[str, str]]:
        """The slug and title of everything that may be chosen."""
        raise NotImplementedError

    def clean_named(self) -> list[str]:
        """The chosen slugs without repetition; one from before may stay even if it is gone."""
        slugs: list[str] = self.cleaned_data[self.named] or []
        known = {slug for slug, _ in self.titles} | set(self.initial.get(self.named) or [])
        strange = [slug for slug in slugs if slug not in known]
        if strange:
            raise forms.ValidationError(f"There is no other {self.noun} {strange[0][:60]!r}.")
        return list(dict.fromkeys(slugs))


class RouteForm(NamesForm):
    """A route and its lessons. A file may name a lesson that is not written yet."""

    named, noun = "lessons", "lesson"
    lessons = LISTS["routes"]["lessons"].form_field()

    class Meta:
        model = Route
        fields: ClassVar = ["title", "slug", "summary", "lessons"]

    def choices(self) -> list[tuple[str, str]]:
        return [(one.slug, str(one)) for one in Lesson.objects.order_by("number", "pk")]

    def clean_lessons(self) -> list[str]:
        return self.clean_named()


@admin.register(Route)
class RouteAdmin(PlacedAdmin):
    """Routes through the course, in order."""

    form = RouteForm
    fields = ("title", "slug", "place", "summary", "lessons")
    list_display = ("title", "order", "slug")

    def get_readonly_fields(self, request: HttpRequest, obj: Route | None = None) -> Any:
        return ("slug",) if obj else ()


class SkillForm(NamesForm):
    """A skill and the skills that it builds on."""

    named, noun = "requires", "skill"
    requires = LISTS["skills"]["requires"].form_field()

    class Meta:
        model = Skill
        fields: ClassVar = ["title", "slug", "theory", "requires"]

    def choices(self) -> list[tuple[str, str]]:
        others = Skill.objects.exclude(pk=self.instance.pk)
        return [(skill.slug, skill.title) for skill in others]

    def clean_requires(self) -> list[str]:
        return self.clean_named()


@admin.register(Skill)
class SkillAdmin(PlacedAdmin):
    """Skills in order. A skill that lessons or other skills name cannot be deleted."""

    form = SkillForm
    fields = ("title", "slug", "place", "theory", "requires")
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
