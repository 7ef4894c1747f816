"""Platforms in the admin: their own administrator registers one by a link, or staff type it in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from lti_tool.models import LtiDeployment, LtiRegistration

from games.teach.lti.models import RegistrationLink


class DeploymentForm(forms.ModelForm):  # type: ignore[type-arg]
    """A deployment that staff type in is switched on from the start."""

    class Meta:
        model = LtiDeployment
        fields = ("deployment_id", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is None:
            self.initial["is_active"] = True

    def has_changed(self) -> bool:
        return "deployment_id" in self.changed_data or self.instance.pk is not None


class DeploymentInline(admin.TabularInline):  # type: ignore[type-arg]
    """The deployments of a platform. A new one stays off until an administrator switches it on."""

    model = LtiDeployment
    form = DeploymentForm
    extra = 1


admin.site.unregister(LtiRegistration)


@admin.register(LtiRegistration)
class PlatformAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A platform: the addresses to copy into it, and the addresses that it gave us."""

    list_display = ("name", "issuer", "client_id", "is_active")
    readonly_fields = ("for_the_platform",)
    fieldsets = (
        (
            "What the platform asks for",
            {"fields": ("for_the_platform",)},
        ),
        (
            "What the platform tells",
            {
                "fields": (
                    "name",
                    "issuer",
                    "client_id",
                    "auth_url",
                    "token_url",
                    "keyset_url",
                    "audience",
                    "is_active",
                )
            },
        ),
    )
    inlines = (DeploymentInline,)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if isinstance(db_field, models.URLField):
            kwargs["assume_scheme"] = "https"
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description="addresses of this site")
    def for_the_platform(self, known: LtiRegistration) -> str | SafeString:
        site = getattr(known, "site", "")
        told = (
            ("Tool URL and redirect URL", f"{site}{reverse('lti:launch')}"),
            ("Login URL", f"{site}{reverse('lti:login')}"),
            ("Public keys", f"{site}{reverse('lti:keys')}"),
        )
        return format_html_join("", "<div>{}: <code>{}</code></div>", told)

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["adminform"].form.instance.site = request.build_absolute_uri("/")[:-1]
        return super().render_change_form(request, context, *args, **kwargs)


@admin.register(RegistrationLink)
class RegistrationLinkAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A link for a platform's administrator. It works once, within a week."""

    list_display = ("__str__", "made_at", "used_at", "registration")
    fields = ("note", "address", "made_at", "used_at", "registration")
    readonly_fields = ("address", "made_at", "used_at", "registration")

    @admin.display(description="address to give them")
    def address(self, link: RegistrationLink) -> str:
        """The full address, once the link is saved."""
        if link.pk is None:
            return "Save the link to see its address."
        return getattr(link, "site", "") + reverse("lti:register", args=[link.code])

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["adminform"].form.instance.site = request.build_absolute_uri("/")[:-1]
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(self, request: HttpRequest, link: Any, *args: Any) -> HttpResponse:
        """After adding a link, show its page, because the address is there."""
        super().response_add(request, link, *args)
        return redirect("admin:games_registrationlink_change", link.pk)
