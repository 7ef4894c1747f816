"""Admin forms with a desk, whose buttons change the page without saving."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.forms.utils import ErrorDict
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.content.editors.drafts import ACTIONS


class EditorForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that validates and saves nothing while a button of the desk changes the page."""

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
