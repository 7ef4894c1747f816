"""The course in the admin: the form of a lesson turns what is typed into the content of a file, and
one function stores it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.text import slugify

from games.content.compound import Each
from games.content.controls import Choose, plain
from games.content.editors.admin import PlacedAdmin, PlacedForm, PublishingForm
from games.content.shapes import Content, StepSetting
from games.learn.lessons.editor.pages import LessonPages
from games.learn.lessons.editor.step_editor import StepEditor
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Route, Skill, Track
from games.learn.lessons.schema import LESSON, LISTS, PICTURE
from games.learn.lessons.storing import FIRST, make_room, numbers_with, place_now, store
from solver.teaching import counted

MAX_SKILLS = 12


class LessonForm(PublishingForm):
    """A lesson with the *desk* of its steps."""

    shapes, kind = LESSON, LessonFiles
    slug = forms.SlugField(required=False, max_length=50)
    place = forms.ChoiceField(
        label="Place in the course", help_text="The lessons after it move down."
    )
    skills, picture = LESSON["skills"].form_field(), LESSON["picture"].form_field()

    class Meta:
        model = Lesson
        fields: ClassVar = [name for name in Lesson.CONTENT if name != "number"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        skills = [(skill.slug, skill.title) for skill in Skill.objects.all()]
        if "skills" in self.fields:
            self.fields["skills"].widget = Each(
                lambda one: Choose(skills), MAX_SKILLS, label="Skill"
            )
            self.fields["picture"].widget = PICTURE.control(StepSetting({}))
        if "place" in self.fields:
            others = Lesson.objects.exclude(pk=self.instance.pk).order_by("number", "pk")
            self.fields["place"].choices = [  # type: ignore[attr-defined]
                (FIRST, "before every other lesson"),
                *((one.slug, f"after {one}") for one in others),
            ]
            self.fields["place"].initial = place_now(self.instance)
        self.desk = StepEditor.posted(self.data) if self.is_bound else StepEditor.of(self.stored)  # type: ignore[arg-type]
        self.desk.skills = skills
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    def doubts(self) -> Iterable[str]:
        return self.desk.doubts()

    @property
    def slug_now(self) -> str:
        """The stored slug of the lesson; empty for a new one."""
        return self.stored.slug if self.stored else ""

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug:
            return slug
        made = slugify(self.cleaned_data.get("title", ""))[:40] or "lesson"
        taken = set(Lesson.objects.filter(slug__startswith=made).values_list("slug", flat=True))
        others = (f"{made}-{number}" for number in range(2, len(taken) + 3))
        return next(one for one in (made, *others) if one not in taken)

    def clean_trick(self) -> str:
        return str(plain(self.cleaned_data["trick"]))

    def clean_skills(self) -> list[str]:
        slugs: list[str] = self.cleaned_data["skills"] or []
        existing = {slug for slug, _ in self.desk.skills}
        strange = [slug for slug in slugs if slug not in existing]
        if strange:
            raise ValidationError(f"There is no skill {strange[0][:60]!r}.")
        return list(dict.fromkeys(slugs))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        state = cleaned.get("state") or Lesson.State.DRAFT
        track = cleaned.get("track")
        content = {name: cleaned.get(name) for name in LESSON if name in cleaned}
        content |= {"slug": cleaned.get("slug") or self.instance.slug, "state": str(state)}
        content["track"] = track.slug if track else None
        self.content: Content = self.read(content)
        self.numbers = numbers_with(self.stored, cleaned.get("place") or FIRST)
        self.content["number"] = self.numbers[self.slug_now]
        self._check_steps(cleaned.get("skills") or [])
        return cleaned

    def _check_steps(self, skills: list[str]) -> None:
        """Let the solver check every step; each error links to its step."""
        self.content["steps"] = self.desk.check(skills)
        for wrong in self.desk.refusals():
            self.add_error(None, wrong)


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
