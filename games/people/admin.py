"""Users in the admin: names, passwords and rights."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest

from games.people.models import User
from games.web.watch.audit import What, note

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's user pages, where staff can set a new password for a user who forgot theirs.

    Only superusers grant rights, and change or delete users who have some. Otherwise anyone with
    the permission to change users could grant themselves every right.
    """

    list_display = ("username", "is_active", "is_staff", "last_login")
    search_fields = ("username",)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fields = super().get_readonly_fields(request, obj)
        return fields if request.user.is_superuser else (*fields, *RIGHTS)

    def save_related(self, request: HttpRequest, form: Any, *args: Any) -> None:
        super().save_related(request, form, *args)
        note_rights(form, RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and _is_in_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and _is_in_reach(request, obj)


def note_rights(form: Any, fields: tuple[str, ...]) -> None:
    """Log which rights a form has changed, with their new values."""
    changed = [name for name in fields if name in form.changed_data]
    if changed:
        now = {name: form.cleaned_data[name] for name in changed}
        told = "; ".join(
            f"{name}: {value if isinstance(value, bool) else ', '.join(map(str, value)) or 'none'}"
            for name, value in now.items()
        )
        note(What.RIGHTS, form.instance, told)


def _is_in_reach(request: HttpRequest, person: User | None) -> bool:
    """Whether the user, if allowed to change users at all, may change this account."""
    if request.user.is_superuser or person is None or person == request.user:
        return True
    return not (person.is_staff or person.is_superuser)


admin.site.unregister(Group)


@admin.register(Group)
class RightsAdmin(GroupAdmin):
    """Groups are sets of rights, so only superusers edit them."""

    def save_related(self, request: HttpRequest, form: Any, *args: Any) -> None:
        super().save_related(request, form, *args)
        note_rights(form, ("permissions",))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser and super().has_add_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser and super().has_delete_permission(request, obj)
