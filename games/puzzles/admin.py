"""Puzzles and sets in the admin: the solver looks at everything before it is saved."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.exercises.tasks import Task
from games.puzzles.models import Daily, Puzzle, PuzzleSet, PuzzleSetItem
from solver import SolverError


@admin.register(Puzzle)
class PuzzleAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """A position and a goal; the key is computed and cannot be wrong.

    What has been tried keeps its position: a changed one would be another puzzle.
    """

    list_display = (
        "position",
        "ruleset",
        "convention",
        "goal",
        "difficulty",
        "state",
        "wrong_now",
    )
    list_filter = ("state", "skill", "goal", "convention", "difficulty", "shipped")
    search_fields = ("ruleset", "position", "themes")
    ordering = ("-pk",)
    fields = (
        "ruleset",
        "position",
        "convention",
        "to_move",
        "goal",
        "state",
        "key",
        "computed",
    )
    readonly_fields = ("key", "computed")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        wrong = Count("reports", filter=Q(reports__closed=False))
        puzzles: QuerySet[Puzzle] = super().get_queryset(request)
        return puzzles.annotate(wrong=wrong)

    def get_readonly_fields(self, request: HttpRequest, obj: Puzzle | None = None) -> Any:
        position = ("ruleset", "position", "convention", "to_move", "goal")
        return (*position, *self.readonly_fields) if obj else self.readonly_fields

    @admin.display(ordering="wrong", description="open reports")
    def wrong_now(self, puzzle: Any) -> int:
        return int(puzzle.wrong)

    @admin.display(description="Winning moves")
    def key(self, puzzle: Puzzle) -> str:
        """The key, as the solver computes it now."""
        if not puzzle.ruleset:
            return "Computed when you save."
        try:
            task = Task(puzzle)
            moves = [task.move_words(move) for move in task.facts.winning]
            return "; ".join(moves) or "None: the player to move is lost."
        except SolverError as error:
            return str(error)

    @admin.display(description="Themes and facts")
    def computed(self, puzzle: Puzzle) -> str | SafeString:
        if not puzzle.facts:
            return "Computed when you save."
        facts = ", ".join(f"{name} {value}" for name, value in puzzle.facts.items())
        link = puzzle.get_absolute_url()
        return format_html('{}. {}. <a href="{}">See it</a>', puzzle.themes.strip(), facts, link)


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


@admin.register(Daily)
class DailyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Which puzzle is whose day."""

    list_display = ("day", "puzzle")
    list_select_related = ("puzzle",)
    autocomplete_fields = ("puzzle",)
    date_hierarchy = "day"
