"""In the admin: the audit log, which nobody can change, and the limits that run now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST

from games.web.limits import LIMITS
from games.web.models import Tally
from games.web.watch.audit import AuditEntry


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


@admin.register(Tally)
class LimitsAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Every count of a limit that runs now, the largest first. Lifting one deletes the count."""

    list_display = ("what", "who", "is_in_force", "times", "since", "until")
    list_display_links = None
    search_fields = ("key",)
    search_help_text = "Search by user name, address or kind of limit."
    ordering = ("-count", "key")
    show_full_result_count = False
    actions = ("lift",)
    change_list_template = "admin/limits.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tally]:
        running: QuerySet[Tally] = super().get_queryset(request).filter(ends_at__gt=timezone.now())
        return running.exclude(count=0)

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The list, with the button that lifts all of it."""
        may = {"may_lift": self.has_delete_permission(request)}
        page: HttpResponse = super().changelist_view(request, may | (extra_context or {}))
        return page

    @admin.display(description="what", ordering="key")
    def what(self, tally: Tally) -> str:
        return tally.key.partition(":")[0]

    @admin.display(description="who or where")
    def who(self, tally: Tally) -> str:
        return tally.key.partition(":")[2]

    @admin.display(description="in force", boolean=True)
    def is_in_force(self, tally: Tally) -> bool:
        """Whether the next one is refused, or waits for its turn at a slowed address."""
        limit = LIMITS.get(self.what(tally))
        return limit is not None and tally.count >= limit.most

    @admin.display(description="count", ordering="count")
    def times(self, tally: Tally) -> str:
        limit = LIMITS.get(self.what(tally))
        return f"{tally.count} of {limit.most}" if limit else str(tally.count)

    @admin.display(description="since", ordering="ends_at")
    def since(self, tally: Tally) -> datetime | None:
        limit = LIMITS.get(self.what(tally))
        return tally.ends_at - timedelta(seconds=limit.seconds) if limit else None

    @admin.display(description="until", ordering="ends_at")
    def until(self, tally: Tally) -> datetime:
        return tally.ends_at

    @admin.action(description="Lift the selected limits", permissions=["delete"])
    def lift(self, request: HttpRequest, chosen: QuerySet[Tally]) -> None:
        """Delete these counts, so that everybody concerned may try again at once."""
        self.log_deletions(request, chosen)
        number = chosen.delete()[0]
        self.message_user(request, f"{number} limit{'' if number == 1 else 's'} lifted.")

    def lift_all(self, request: HttpRequest) -> HttpResponse:
        """Lift every limit that runs."""
        if not self.has_delete_permission(request):
            raise PermissionDenied
        self.lift(request, self.get_queryset(request))
        return redirect("admin:games_tally_changelist")

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.lift_all))
        return [path("lift/", view, name="games_tally_lift"), *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Only lifting; Django's own deleting would ask about each count."""
        found: dict[str, Any] = super().get_actions(request)
        found.pop("delete_selected", None)
        return found

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
