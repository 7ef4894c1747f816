"""Classes in the admin: their owners, but nothing about their students."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest

from games.teach.classes.models import Classroom, Staff


class StaffInline(admin.TabularInline):  # type: ignore[type-arg]
    """The staff of a class; an administrator can replace an owner who is gone."""

    model = Staff
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Classroom)
class ClassroomAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Classes are made on the site. Real names are only for the staff of a class, so the admin has
    none."""

    list_display = ("name", "students", "join_open", "created_at", "archived_at")
    list_filter = ("join_open", ("archived_at", admin.EmptyFieldListFilter))
    search_fields = ("name", "staff__user__username")
    readonly_fields = ("join_code", "created_at", "students")
    fields = ("name", "about", "join_code", "join_open", "students", "created_at", "archived_at")
    inlines = (StaffInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Classroom]:
        active = Count("memberships", filter=Q(memberships__archived_at=None), distinct=True)
        classes: QuerySet[Classroom] = super().get_queryset(request).annotate(number=active)
        return classes

    @admin.display(ordering="number")
    def students(self, classroom: Classroom) -> int:
        """The number of students now."""
        return int(getattr(classroom, "number", 0))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: a class is made by the person who will own it."""
        return False
