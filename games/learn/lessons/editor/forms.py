"""The form of a lesson: it turns what is typed into the content of a file."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.text import slugify

from games.content.editors.compound import Each, GroupControl, Labelled
from games.content.editors.controls import Choose, ControlField, LineControl, plain
from games.content.editors.game_control import GameControl
from games.content.editors.publishing import PublishingForm
from games.content.reading import sentence
from games.content.shapes import Content, Problem, lenient
from games.learn.lessons.course_order import FIRST, numbers_with, place_now
from games.learn.lessons.editor.step_controls import CONTROLS
from games.learn.lessons.editor.step_editor import StepEditor
from games.learn.lessons.models import Lesson, Skill
from games.learn.lessons.schema import LESSON, MAX_STEPS

MAX_SKILLS = 12


class LessonForm(PublishingForm):
    """A lesson with the *desk* of its steps."""

    slug = forms.SlugField(
        required=False, max_length=50, help_text="The address. Leave it empty to take the title."
    )
    place = forms.ChoiceField(
        label="Place in the course", help_text="The lessons after it move down."
    )
    skills = ControlField(
        help_text="What it teaches. A step counts for the first skill unless it names another."
    )
    picture = ControlField(required=False, help_text="The position shown at the end.")

    class Meta:
        model = Lesson
        fields: ClassVar = [
            "title",
            "slug",
            "track",
            "skills",
            "summary",
            "can",
            "picture",
            "trick",
            "source",
            "minutes",
            "state",
        ]
        help_texts: ClassVar = {"can": "Complete “Now you can …” and end with a full stop."}
        widgets: ClassVar = {
            "summary": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "can": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "trick": forms.Textarea(attrs={"rows": 6, "class": "vLargeTextField"}),
            "source": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = Lesson.objects.filter(pk=self.instance.pk).select_related("track").first()
        self.stored = self.stored if self.instance.pk else None
        skills = [(skill.slug, skill.title) for skill in Skill.objects.all()]
        if "skills" in self.fields:
            self.fields["skills"].widget = Each(
                lambda one: Choose(skills), MAX_SKILLS, label="Skill"
            )
            self.fields["picture"].widget = GroupControl(
                {
                    "ruleset": Labelled("Game", GameControl()),
                    "position": Labelled("Position", LineControl()),
                }
            )
        if "place" in self.fields:
            others = Lesson.objects.exclude(pk=self.instance.pk).order_by("number", "pk")
            self.fields["place"].choices = [  # type: ignore[attr-defined]
                (FIRST, "before every other lesson"),
                *((one.slug, f"after {one}") for one in others),
            ]
            self.fields["place"].initial = place_now(self.instance)
        self.remember()
        self.desk = StepEditor.posted(self.data) if self.is_bound else StepEditor.of(self.stored)  # type: ignore[arg-type]
        self.desk.skills = skills
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

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
        problems: list[Problem] = []
        track = cleaned.get("track")
        content = {name: cleaned.get(name) for name in LESSON if name in cleaned}
        content |= {"slug": cleaned.get("slug") or self.instance.slug, "state": str(state)}
        content["track"] = track.slug if track else None
        content = {name: plain(value) for name, value in content.items()}
        self.content: Content = lenient(content, LESSON, problems)
        for problem in problems:
            if problem.field in self.fields and problem.field not in self.errors:
                self.add_error(problem.field, sentence(problem.sentence))
        self.numbers = numbers_with(self.stored, cleaned.get("place") or FIRST)
        self.content["number"] = self.numbers[self.slug_now]
        self._check_steps(cleaned.get("skills") or [])
        return cleaned

    def _check_steps(self, skills: list[str]) -> None:
        """Let the solver check every step; each error links to its step."""
        count = len(self.desk.drafts)
        if not 1 <= count <= MAX_STEPS:
            wrong = f"A lesson has 1 to {MAX_STEPS} steps; this one has {count}."
            self.add_error(None, wrong)
        self.content["steps"] = self.desk.check(skills)
        for number, draft in enumerate(self.desk.drafts, 1):
            for problem in draft.problems:
                label = CONTROLS[problem.field][0] if problem.field in CONTROLS else ""
                said = f"{label}: {sentence(problem.sentence)}" if label else sentence(problem)
                link = '<a href="#step-{}">Step {}</a>. {}'
                self.add_error(None, format_html(link, draft.key, number, said))
