"""The form of a lesson: what is typed becomes the content a file would say."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from games.content.shapes import Content, Problem, lenient
from games.lessons.admin.fields import WordsField, YamlField, plain, sentence
from games.lessons.models import Lesson, Skill
from games.lessons.publishing import digest
from games.lessons.schema import LESSON


class LessonForm(forms.ModelForm):  # type: ignore[type-arg]
    """A lesson without its steps. *seen* is what was stored when the form was opened."""

    skills = WordsField(label="Skills")
    picture = YamlField(
        help_text="The position it ends with, such as ruleset: nim and, on the next line, "
        "position: 1+2+3."
    )
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Change note",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
        help_text="What changed, in a few words. A published lesson needs one; it is kept with the "
        "version.",
    )

    class Meta:
        model = Lesson
        fields: ClassVar = [
            "title",
            "slug",
            "number",
            "track",
            "skills",
            "summary",
            "can",
            "picture",
            "source",
            "minutes",
            "state",
        ]
        help_texts: ClassVar = {"can": "It goes on after “Now you can”, and ends with a full stop."}
        widgets: ClassVar = {
            "summary": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "can": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
            "source": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "skills" in self.fields:
            slugs = ", ".join(Skill.objects.values_list("slug", flat=True))
            first = "With commas; tries count for the first unless a step says otherwise."
            self.fields["skills"].help_text = f"{first} Known: {slugs}."
        if "seen" in self.fields:
            self.fields["seen"].initial = self._stored()

    def _stored(self) -> str:
        """A fingerprint of the lesson in the database now."""
        stored = Lesson.objects.filter(pk=self.instance.pk).first() if self.instance.pk else None
        return digest(stored.content) if stored else ""

    def clean_skills(self) -> list[str]:
        slugs: list[str] = self.cleaned_data["skills"]
        existing = set(Skill.objects.values_list("slug", flat=True))
        strange = [slug for slug in slugs if slug not in existing]
        if strange:
            raise ValidationError(f"There is no skill {strange[0][:60]!r}.")
        return slugs

    def clean_number(self) -> int:
        number: int = self.cleaned_data["number"]
        twin = Lesson.objects.filter(number=number).exclude(pk=self.instance.pk).first()
        if twin is not None:
            raise ValidationError(f"Number {number} belongs to {twin.title!r}.")
        return number

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        state = cleaned.get("state") or Lesson.State.DRAFT
        if state == Lesson.State.PUBLISHED and not cleaned.get("note"):
            self.add_error("note", "Say in a few words what changed: students see it at once.")
        now = self._stored()
        if now and cleaned.get("seen") != now:
            typed: Any = self.data
            self.data = typed.copy()
            self.data[self.add_prefix("seen")] = now  # type: ignore[index]
            self.add_error(
                None,
                "Somebody has saved this lesson since you opened it. Look at its versions; saving "
                "again writes yours over it.",
            )
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
        return cleaned
