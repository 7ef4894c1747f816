"""Admin forms with a desk, whose buttons change the page without saving; and the form of published
content, with a note for each version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.content.controls import plain, says_nothing
from games.content.editors.drafts import ACTIONS
from games.content.loading import digest
from games.content.reading import sentence
from games.content.shapes import Content, Problem, Shape, Text, lenient
from games.content.versions import Publishable

NOTE_NEEDED = "Say in a few words what changed. Students see it at once."


class EditorForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that validates and saves nothing while a button of the desk changes the page. Its
    fields have the labels, the helps and the bounds of *shapes*."""

    shapes: ClassVar[Mapping[str, Shape]] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() & self.shapes.keys():
            shape, field = self.shapes[name], self.fields[name]
            field.label, field.help_text = shape.label, shape.help
            if isinstance(shape, Text) and isinstance(field.widget, forms.Textarea):
                field.widget.attrs["rows"] = shape.lines

    def read(self, typed: Content) -> Content:
        """The typed content in canonical form; what is wrong is said beside its field."""
        problems: list[Problem] = []
        said = {name: plain(value) for name, value in typed.items() if not says_nothing(value)}
        content = lenient(said, self.shapes, problems)
        for problem in problems:
            if problem.field in self.fields and problem.field not in self.errors:
                self.add_error(problem.field, sentence(problem.sentence))
        return content

    @property
    def is_changing(self) -> bool:
        """Whether a button of the desk was pressed."""
        return self.is_bound and any(name in self.data for name in ACTIONS)

    def full_clean(self) -> None:
        if not self.is_changing:
            super().full_clean()
            return
        self._errors, self.cleaned_data = ErrorDict(), {}

    def is_valid(self) -> bool:
        return not self.is_changing and super().is_valid()


class PublishingForm(EditorForm):
    """A form with a change *note*. *seen* is the fingerprint of the stored content when the form
    was opened; *stored* is the content now, None for new content."""

    noun: ClassVar[str] = "lesson"
    stored: Any = None
    content: Content

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    note = forms.CharField(
        label="Change note",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "note" in self.fields:
            self.fields["note"].help_text = (
                f"What changed, in a few words. A published {self.noun} needs a note. It is saved "
                "with the version."
            )

    def remember(self) -> None:
        """Put the fingerprint of the stored content into the page."""
        if "seen" in self.fields:
            self.fields["seen"].initial = self._seen()

    def _seen(self) -> str:
        """The fingerprint of the content in the database now."""
        return digest(self.stored.content) if self.stored else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.is_publishing and not cleaned.get("note"):
            self.add_error("note", NOTE_NEEDED)
        self._see_others()
        return cleaned

    @property
    def is_publishing(self) -> bool:
        """Whether everybody sees the content once it is saved."""
        return bool(self.cleaned_data.get("state") == Publishable.State.PUBLISHED)

    @property
    def content_news(self) -> bool:
        """Whether the content of the form differs from the stored one."""
        return self.stored is None or bool(self.content != self.stored.content)

    def doubts(self) -> Iterable[str]:
        """What the author should look at again in valid content."""
        return ()

    def _see_others(self) -> None:
        """Add an error if another editor has saved since the form was opened."""
        now = self._seen()
        if not now or self.cleaned_data.get("seen") == now:
            return
        typed: Any = self.data
        self.data = typed.copy()
        self.data[self.add_prefix("seen")] = now  # type: ignore[index]
        self.add_error(
            None,
            f"Somebody saved this {self.noun} after you opened it. Look at its versions first. If "
            f"you save again, your {self.noun} replaces theirs.",
        )


class EditorAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page with a desk; a script can request the desk alone."""

    desk_template: ClassVar[str]
    change_form_template = "admin/games/desk/change_form.html"

    class Media:
        sheets = (
            "tokens",
            "boards",
            "thumbnails",
            "answers",
            "films",
            "pages/content/editing",
            "pages/content/admin",
        )
        css: ClassVar = {"all": [f"css/{sheet}.css" for sheet in sheets]}
        js: ClassVar = [forms.Script("js/editor.js", type="module")]

    def desk_context(self, request: HttpRequest, form: Any, stored: Any) -> dict[str, Any]:
        """The context for the template of the desk."""
        raise NotImplementedError

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        form, stored = context["adminform"].form, context["original"]
        may_write = (
            self.has_change_permission(request, stored)
            if stored
            else self.has_add_permission(request)
        )
        context |= {"may_write": may_write, "desk_template": self.desk_template}
        context |= self.desk_context(request, form, stored)
        if request.headers.get("X-Desk") and form.is_changing:
            context |= self.admin_site.each_context(request)
            return TemplateResponse(request, self.desk_template, context)
        return super().render_change_form(request, context, *args, **kwargs)
