"""Users in the admin: names, passwords, who is staff."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin

from games.models import User


@admin.register(User)
class PersonAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's user pages; a new password can be set for whoever forgot theirs."""

    list_display = ("username", "is_active", "is_staff", "last_login")
    search_fields = ("username",)
