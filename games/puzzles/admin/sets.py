"""Sets of puzzles in the admin."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.puzzles.models import PuzzleSet, PuzzleSetItem


class ItemInline(admin.TabularInline):  # type: ignore[type-arg]
    model = PuzzleSetItem
    autocomplete_fields = ("puzzle",)
    extra = 3


@admin.register(PuzzleSet)
class PuzzleSetAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Puzzles in an order, with a teaching note."""

    list_display = ("title", "lesson", "size", "note")
    prepopulated_fields: ClassVar = {"slug": ("title",)}
    inlines = (ItemInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PuzzleSet]:
        sets: QuerySet[PuzzleSet] = super().get_queryset(request)
        return sets.annotate(number=Count("items"))

    @admin.display(ordering="number")
    def size(self, puzzle_set: Any) -> int:
        return int(puzzle_set.number)
