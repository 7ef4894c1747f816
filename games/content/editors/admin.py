"""Admin forms with a desk, whose buttons change the page without saving; and the form of published
content, with a note for each version."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.content.controls import plain, says_nothing
from games.content.editors.drafts import ACTIONS
from games.content.loading import digest
from games.content.publishing import PublishedFiles
from games.content.reading import ContentError, sentence
from games.content.shapes import Content, Problem, Shape, Text, lenient
from games.content.versions import FIRST, Publishable, place_after

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


def note_field() -> forms.CharField:
    """A field for what changed."""
    widget = forms.TextInput(attrs={"class": "vTextField"})
    return forms.CharField(label="Change note", max_length=200, required=False, widget=widget)


class PublishingForm(EditorForm):
    """A form with a note about the change, in the field *why*. *seen* is the fingerprint of the
    stored content when the form was opened; *stored* is the row now, None for new content."""

    noun: ClassVar[str] = "lesson"
    why: ClassVar[str] = "note"
    kind: ClassVar[type[PublishedFiles]]
    content: Content

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    note = note_field()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = self.kind().every().filter(pk=self.instance.pk)
        self.stored: Any = rows.first() if self.instance.pk else None
        if self.why in self.fields:
            self.fields[self.why].help_text = (
                f"What changed, in a few words. A published {self.noun} needs a note. It is saved "
                "with the version."
            )

        if "seen" in self.fields:
            self.fields["seen"].initial = self._seen()

    @property
    def before(self) -> Content:
        """The content in the database now; empty if it is new."""
        return self.kind().file_of(self.stored) if self.stored else {}

    def _seen(self) -> str:
        """The fingerprint of the content in the database now."""
        return digest(self.before) if self.stored else ""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.is_publishing and not cleaned.get(self.why):
            self.add_error(self.why, NOTE_NEEDED)
        self._see_others()
        return cleaned

    @property
    def is_publishing(self) -> bool:
        """Whether everybody sees the content once it is saved."""
        return bool(self.cleaned_data.get("state") == Publishable.State.PUBLISHED)

    @property
    def content_news(self) -> bool:
        """Whether the content of the form differs from the stored one."""
        return self.stored is None or self.content != self.before

    @property
    def changed_because(self) -> str:
        """The note about the change."""
        return str(self.cleaned_data.get(self.why) or "")

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


class PlacedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form for a row of a list: *place* says after which other row it stands."""

    place = forms.ChoiceField(label="Place", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "place" in self.fields:
            self.fields["place"].choices = [  # type: ignore[attr-defined]
                (FIRST, "before all others"),
                *((str(row.pk), self.after(row)) for row in self.others()),
            ]
            self.fields["place"].initial = self.place_now()

    def rows(self) -> QuerySet[Any]:
        """The rows of the list in order."""
        every: QuerySet[Any] = self._meta.model._default_manager.all()
        return every

    def others(self) -> list[Any]:
        """The rows of the list without this one."""
        return list(self.rows().exclude(pk=self.instance.pk))

    def after(self, row: Any) -> str:
        """The words for the place after a row."""
        return f"after {row}"

    def place_now(self) -> str:
        """The key of the row before this one; of the last one if this one is new."""
        every = list(self.rows())
        here = every.index(self.instance) if self.instance in every else len(every)
        return str(every[here - 1].pk) if here else FIRST

    @property
    def is_moved(self) -> bool:
        """Whether another place is chosen."""
        place = self.cleaned_data.get("place")
        return bool(place) and place != self.place_now()

    def put_in_place(self) -> None:
        """Number the list anew, with the saved row at its chosen place."""
        rows, place = self.others(), self.cleaned_data.get("place") or self.place_now()
        keys = [FIRST, *(str(row.pk) for row in rows)]
        rows.insert(keys.index(place) if place in keys else len(rows), self.instance)
        for number, row in enumerate(rows, 1):
            if row.order != number:
                row.order = number
                row.save(update_fields=["order"])


class PlacedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list whose rows have places and no versions, so a new place renumbers it."""

    form = PlacedForm

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The fields; who only reads sees the number of the place."""
        may = self.has_change_permission(request, obj) if obj else True
        return [name if name != "place" or may else "order" for name in self.fields or ()]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        obj.order = obj.order or 0
        super().save_model(request, obj, form, change)
        form.put_in_place()


class FileForm(PlacedForm, PublishingForm):
    """A form that makes a file of what was typed and lets the reader of files judge it. *checked*
    is the content as it will be stored."""

    checked: Content

    def rows(self) -> QuerySet[Any]:
        return self.kind().rows()

    def filled(self, cleaned: dict[str, Any]) -> Content:
        """The form as a file."""
        return {name: cleaned[name] for name in self.shapes if name in cleaned}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        content = self.filled(cleaned)
        state = str(cleaned.get("state") or Publishable.State.DRAFT)
        self.content = self.read(content | {"state": state})
        if not self.errors:
            self._judge(cleaned)
        return cleaned

    def _judge(self, cleaned: dict[str, Any]) -> None:
        """Let the reader of files check the content, and say what is wrong beside its field."""
        files = self.kind()
        try:
            self.checked = files.read_one(self.content, str(self.instance))
        except ContentError as error:
            for finding in error.findings:
                name, _, said = finding.text.partition(": ")
                field = name if name in self.fields else None
                self.add_error(field, sentence(said if field else finding.text))
            return
        self.content = files.as_file(self.checked)
        if self.is_moved:
            self.checked["order"] = place_after(self.siblings(), cleaned["place"])

    def siblings(self) -> list[Any]:
        """The rows among which it gets its place."""
        return self.others()

    @property
    def content_news(self) -> bool:
        return super().content_news or self.is_moved


class EditorAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """An admin page with a desk; a script can request the desk alone."""

    desk_template: ClassVar[str] = ""
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
        return {}

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
        if self.desk_template and request.headers.get("X-Desk") and form.is_changing:
            context |= self.admin_site.each_context(request)
            return TemplateResponse(request, self.desk_template, context)
        return super().render_change_form(request, context, *args, **kwargs)
