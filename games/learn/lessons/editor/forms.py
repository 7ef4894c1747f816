"""The form of a lesson: it turns what is typed into the content of a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import slugify

from games.content.compound import Each
from games.content.controls import Choose, plain
from games.content.editors.admin import PublishingForm
from games.content.shapes import Content, StepSetting
from games.learn.lessons.course_order import FIRST, numbers_with, place_now
from games.learn.lessons.editor.step_editor import StepEditor
from games.learn.lessons.lesson_files import LessonFiles
from games.learn.lessons.models import Lesson, Skill
from games.learn.lessons.schema import LESSON, PICTURE

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
