"""Admin pages for published content: versions, import and export."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.content.editors.admin import NOTE_NEEDED, EditorAdmin, PublishingForm, note_field
from games.content.publishing import PublishedFiles
from games.content.reading import MAX_FILE, ContentError, Finding, as_yaml
from games.content.shapes import Content
from games.content.versions import (
    ChangedLine,
    Publishable,
    changed_lines,
    changes,
)
from games.people.models import User

GET_OR_POST = ["GET", "HEAD", "POST"]
STORE = "store"
"""The value of the button that saves the previewed lesson."""


class ImportForm(forms.Form):
    """A pasted text or a file. *content* and *diff* are set once it has been read."""

    text = forms.CharField(
        label="As YAML",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 20, "class": "vLargeTextField written"}),
    )
    file = forms.FileField(label="Or a file", required=False)
    note = note_field()
    action = forms.CharField(required=False)

    def __init__(
        self, files: PublishedFiles, *args: Any, noun: str = "lesson", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.kind, self.noun = files, noun
        self.content: Content = {}
        self.diff: list[ChangedLine] = []
        self.findings: list[Finding] = []

    @property
    def is_confirmed(self) -> bool:
        return bool(self.cleaned_data.get("action") == STORE and not self.files)

    @property
    def needs_note(self) -> bool:
        """Whether everybody will see it at once; a file without a state is published."""
        return self.state == Publishable.State.PUBLISHED

    @property
    def name(self) -> str:
        """What it is called."""
        return str(self.content.get("title") or self.content.get(self.kind.key, ""))

    @property
    def state(self) -> str:
        return str(self.content.get("state", Publishable.State.PUBLISHED))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        text, file = cleaned.get("text", ""), cleaned.get("file")
        if file is not None:
            if file.size > 4 * MAX_FILE:
                raise ValidationError(f"The file is longer than {MAX_FILE} characters.")
            try:
                text = file.read().decode()
            except UnicodeDecodeError:
                raise ValidationError("The file is not UTF-8 text.") from None
            self.data = {**self.data.dict(), "text": text}  # type: ignore[attr-defined]
        if not text.strip():
            raise ValidationError(f"Paste a {self.noun} or choose a file.")
        try:
            self.content, diff = self.kind.compared(text, file.name if file else self.noun)
        except ContentError as error:
            self.findings = error.findings
            raise ValidationError(
                f"This {self.noun} cannot be saved. The list below says what is wrong."
            ) from None
        self.diff = changed_lines(diff)
        if cleaned.get("action") == STORE and self.needs_note and not cleaned.get("note"):
            self.add_error("note", NOTE_NEEDED)
        return cleaned


class VersionPages(EditorAdmin):
    """The form of published content, and the addresses beside Django's own. *files* is the kind of
    content, *noun* the word for one of it, and *part* the word for its parts. *preview_name* is the
    button that leads to :meth:`preview_url`."""

    save_as = True
    change_form_template = "admin/games/desk/published_form.html"
    change_list_template = "admin/games/desk/change_list.html"
    prepopulated_fields: ClassVar = {"slug": ("title",)}
    preview_name: ClassVar[str] = ""

    form: type[PublishingForm]
    files: ClassVar[type[PublishedFiles]]
    noun: ClassVar[str] = "lesson"
    article: ClassVar[str] = "a"
    part: ClassVar[str] = "step"
    folder: ClassVar[str] = "admin/games/desk/"

    @property
    def import_words(self) -> str:
        return f"Import {self.article} {self.noun}"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        context = {"import_words": self.import_words, **(extra_context or {})}
        return super().changelist_view(request, context)

    def write(self, content: Content, *, note: str, by: User) -> Any:
        """Store content that has been checked."""
        return self.files().write(content, note=note, by=by)

    def restore(self, row: Any, version: Any, by: User) -> Any:
        """Restore a version. Raises :class:`ContentError` if the solver no longer accepts it."""
        return self.files().restore(row, version, by)

    def file_name(self, content: Content) -> str:
        return f"{self.files().slug(content)}.yaml"

    def about(self, *, is_read: bool) -> list[str]:
        """The fields about the whole, for somebody who writes or only reads."""
        fields = [name for name in self.form.Meta.fields if name != "state"]  # type: ignore[attr-defined]
        placed = "place" in self.form.base_fields
        return [*fields, "place"] if placed and not is_read else fields

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is None:
            return [(None, {"fields": self.about(is_read=False)})]
        if not self.has_change_permission(request, obj):
            return [(None, {"fields": [*self.about(is_read=True), "state"]})]
        about = (None, {"fields": self.about(is_read=False)})
        return [about, ("Publishing", {"fields": ["state", self.form.why, "seen"]})]

    def view_on_site(self, row: Any) -> str | None:
        """The public address; None before publication."""
        return row.get_absolute_url() if row.is_published else None

    def preview_url(self, row: Any) -> str:
        """Where the stored content is seen as a student sees it; empty if the desk shows it."""
        return ""

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Django's page, with the button of the preview."""
        row = self.get_object(request, object_id)
        context = {"preview_name": self.preview_name, **(extra_context or {})}
        if row:
            context["preview_url"] = self.preview_url(row)
        return super().change_view(request, object_id, form_url, context)

    # --- saving: the valid form becomes content, and one service writes it ----------------------

    def store_form(self, request: HttpRequest, form: Any) -> Any:
        """Store the content of a valid form; return its row."""
        content, by = getattr(form, "checked", form.content), cast(User, request.user)
        return self.files().write(content, note=form.changed_because, by=by, row=form.stored)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Do nothing yet: the row is stored together with its parts."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        form.is_news = not change or form.content_news
        if not form.is_news:
            messages.info(request, "Nothing changed, so nothing was saved.")
            return
        stored = self.store_form(request, form)
        for doubt in form.doubts():
            messages.warning(request, doubt)
        form.instance.pk, form.instance.version = stored.pk, stored.version

    def construct_change_message(
        self, request: HttpRequest, form: Any, formsets: Any, add: bool = False
    ) -> Any:
        """The entry for a change in the admin's history."""
        if not form.is_news:
            return "Nothing changed."
        change = "Added as a draft." if add else form.changed_because or "Saved."
        is_published = form.instance.is_published
        return f"Version {form.instance.version}: {change}" if is_published else change

    def own_addresses(self) -> list[tuple[str, Any, str]]:
        """The address, view and name of each page."""
        key = "uuid" if isinstance(self.model._meta.pk, models.UUIDField) else "int"
        row = f"<{key}:row_id>"
        return [
            ("import/", self.import_view, "import"),
            (f"{row}/versions/", self.versions_view, "versions"),
            (f"{row}/versions/<int:version>/", self.bring_back_view, "bring_back"),
            (f"{row}/export/", self.export_one_view, "export_one"),
        ]

    def get_urls(self) -> Any:
        wrap, kind = self.admin_site.admin_view, f"games_{self.model._meta.model_name}"
        own = self.own_addresses()
        return [path(a, wrap(v), name=f"{kind}_{n}") for a, v, n in own] + super().get_urls()

    def _row(self, request: HttpRequest, pk: Any) -> Any:
        """The row with this number, for users who may see it."""
        self._may_view(request)
        row = self.files().rows().filter(pk=pk).first()
        if row is None:
            raise Http404(f"There is no such {self.noun}.")
        return row

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
            "noun": self.noun,
            "part": self.part,
            **more,
        }
        return TemplateResponse(request, f"{self.folder}{name}.html", context, status=status)

    @method_decorator([require_safe, never_cache])
    def versions_view(self, request: HttpRequest, row_id: Any) -> HttpResponse:
        """List the versions: when, by whom and why each was published, and what changed."""
        row = self._row(request, row_id)
        return self._page(
            request,
            "versions",
            f"Versions of {row.title}",
            row=row,
            entries=self.files().versions_of(row),
            may_change=self.has_change_permission(request, row),
        )

    @method_decorator([require_http_methods(GET_OR_POST), never_cache])
    def bring_back_view(self, request: HttpRequest, row_id: Any, version: int) -> HttpResponse:
        """Ask for confirmation, then restore an earlier version."""
        row = self._row(request, row_id)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        old = row.versions.filter(version=version).first()
        if old is None:
            raise Http404("There is no such version.")
        findings: list[Any] = []
        if request.method == "POST":
            try:
                stored = self.restore(row, old, request.user)  # type: ignore[arg-type]
            except ContentError as error:
                findings = error.findings
            else:
                message = f"Version {old.version} is restored, as version {stored.version}."
                self.log_change(request, stored, message)
                messages.success(request, message)
                return redirect(f"admin:games_{self.model._meta.model_name}_versions", row.pk)
        return self._page(
            request,
            "bring_back",
            f"Restore version {old.version} of {row.title}?",
            row=row,
            version=old,
            diff=changes(self.files().file_of(row), old.content),
            findings=findings,
            status=422 if findings else 200,
        )

    @method_decorator([require_http_methods(GET_OR_POST), never_cache])
    def import_view(self, request: HttpRequest) -> HttpResponse:
        """Check the YAML of one entry, show its errors or changes, and then save it."""
        if not self.has_add_permission(request) and not self.has_change_permission(request):
            raise PermissionDenied
        form = ImportForm(self.files(), request.POST or None, request.FILES or None, noun=self.noun)
        if request.method == "POST" and form.is_valid():
            old = self.files().find(form.content)
            allowed = (
                self.has_change_permission(request, old)
                if old
                else self.has_add_permission(request)
            )
            if not allowed:
                raise PermissionDenied
            if form.is_confirmed:
                note = form.cleaned_data["note"]
                stored = self.write(form.content, note=note, by=request.user)  # type: ignore[arg-type]
                log = self.log_change if old else self.log_addition
                log(request, stored, note or "Imported.")
                messages.success(request, f"{stored.title} is saved as {stored.state}.")
                return redirect(f"admin:games_{self.model._meta.model_name}_change", stored.pk)
        return self._page(
            request,
            "import",
            self.import_words,
            form=form,
            findings=form.findings,
            status=422 if form.is_bound and not form.is_valid() else 200,
        )

    @method_decorator([require_safe, never_cache])
    def export_one_view(self, request: HttpRequest, row_id: Any) -> HttpResponse:
        """Download one entry as its file."""
        content = self.files().file_of(self._row(request, row_id))
        return attached(as_yaml(content).encode(), "application/yaml", self.file_name(content))


def attached(body: bytes, kind: str, name: str) -> HttpResponse:
    """A response that downloads a file."""
    response = HttpResponse(body, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
