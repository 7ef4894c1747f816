"""The form of a lesson: what is typed becomes the content a file would say."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.text import slugify

from games.content.loading import digest
from games.content.reading import sentence
from games.content.shapes import Content, Problem, lenient
from games.desks.admin import DeskForm
from games.desks.compound import Each, GroupControl, Labelled
from games.desks.controls import Choose, LineControl
from games.desks.fields import ControlField, plain
from games.explore.rules_chosen import GameControl
from games.lessons.admin.controls import CONTROLS
from games.lessons.admin.desk import StepDesk
from games.lessons.models import Lesson, Skill
from games.lessons.placing import FIRST, numbers_with, place_now
from games.lessons.schema import LESSON, MAX_STEPS

MAX_SKILLS = 12


class LessonForm(DeskForm):
    """A lesson with the *desk* of its steps. *seen* is what was stored when the form was opened."""

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
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Change note",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text="What changed, in a few words. A published lesson needs a note. It is saved with "
        "the version.",
    )

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
            "source",
            "minutes",
            "state",
        ]
        help_texts: ClassVar = {"can": "Complete “Now you can …” and end with a full stop."}
        widgets: ClassVar = {
            "summary": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "can": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
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
        if "seen" in self.fields:
            self.fields["seen"].initial = self._seen()
        self.desk = StepDesk.posted(self.data) if self.is_bound else StepDesk.of(self.stored)  # type: ignore[arg-type]
        self.desk.skills = skills
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]

    @property
    def slug_now(self) -> str:
        """What the lesson is stored under; empty while it is new."""
        return self.stored.slug if self.stored else ""

    def _seen(self) -> str:
        """A fingerprint of the lesson in the database now."""
        return digest(self.stored.content) if self.stored else ""

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug:
            return slug
        made = slugify(self.cleaned_data.get("title", ""))[:40] or "lesson"
        taken = set(Lesson.objects.filter(slug__startswith=made).values_list("slug", flat=True))
        others = (f"{made}-{number}" for number in range(2, len(taken) + 3))
        return next(one for one in (made, *others) if one not in taken)

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
        if state == Lesson.State.PUBLISHED and not cleaned.get("note"):
            self.add_error("note", "Say in a few words what changed. Students see it at once.")
        self._see_others()
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

    def _see_others(self) -> None:
        """Say so where somebody else has stored the lesson since it was opened."""
        now = self._seen()
        if not now or self.cleaned_data.get("seen") == now:
            return
        typed: Any = self.data
        self.data = typed.copy()
        self.data[self.add_prefix("seen")] = now  # type: ignore[index]
        self.add_error(
            None,
            "Somebody saved this lesson after you opened it. Look at its versions first. If you "
            "save again, your lesson replaces theirs.",
        )

    def _check_steps(self, skills: list[str]) -> None:
        """Every step by the solver; what is wrong is said with a link to its step."""
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
