"""The audit log in the admin: people with the permission read it; nobody can change it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest

from games.web.audit import AuditEntry


@admin.register(AuditEntry)
class AuditAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The entries of the audit log, the latest first."""

    list_display = ("at", "person", "what", "about", "detail", "address", "request_id")
    list_filter = ("what", "at")
    search_fields = ("=who", "=about", "=address", "=request_id")
    search_help_text = "Search by account number, object (“user 12”), address or request ID."
    show_full_result_count = False
    actions = None

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        names = get_user_model()._base_manager.filter(pk=OuterRef("who")).values("username")
        entries: QuerySet[AuditEntry] = super().get_queryset(request).annotate(name=Subquery(names))
        return entries

    @admin.display(description="who", ordering="who")
    def person(self, entry: AuditEntry) -> str:
        """The current name of the account, with its number; a deleted account has no name."""
        if entry.who is None:
            return "nobody signed in" if entry.request_id else "the server"
        name = getattr(entry, "name", None)
        return f"{name} ({entry.who})" if name else f"a deleted account ({entry.who})"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
