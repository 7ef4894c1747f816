"""Puzzles in the admin: laid out on a board, and solved at the same time."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from games.content.editors.admin import EditorAdmin, EditorForm
from games.learn.puzzles.models import Daily, Puzzle
from games.learn.puzzles.posing import QuestionEditor, read_columns
from games.learn.puzzles.set_progress import THEMES
from games.questions.question import COLUMNS
from solver import SolverError


class PuzzleForm(EditorForm):
    """A new puzzle with its board. For a stored puzzle, only the state can change."""

    class Meta:
        model = Puzzle
        fields: ClassVar = [*COLUMNS, "state"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.said = ""
        self.is_new = self.instance.pk is None
        if self.is_bound and self.is_new:
            content: dict[str, Any] = read_columns(self.data)
            self.data: Any = self.data.copy()
            self.data["ruleset"] = content.get("ruleset", "")
            if "change" in self.data:
                content["position"] = self._touched(content, str(self.data["change"]))
        else:
            content = {name: getattr(self.instance, name) for name in COLUMNS}
            content |= {name: value for name, value in self.initial.items() if name in COLUMNS}
        self.laid = content

    def _touched(self, content: dict[str, Any], change: str) -> str:
        try:
            return QuestionEditor(content).touched(change)
        except SolverError as error:
            self.said = str(error)
            return str(content.get("position") or "")

    @property
    def posing(self) -> QuestionEditor:
        """The puzzle so far, with its errors."""
        judged = self.is_bound and not self.is_changing
        wrong = {name: " ".join(map(str, said)) for name, said in self.errors.items()}
        return QuestionEditor(self.laid, problems=wrong if judged else {})


@admin.register(Puzzle)
class PuzzleAdmin(EditorAdmin):
    """A position and a goal; the solver computes the answer.

    A stored puzzle keeps its position, because students have tried it: another position is another
    puzzle.
    """

    form = PuzzleForm
    desk_template = "admin/games/puzzle/desk.html"
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
    fieldsets = ((None, {"fields": ("state",)}),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Puzzle]:
        wrong = Count("reports", filter=Q(reports__closed=False))
        puzzles: QuerySet[Puzzle] = super().get_queryset(request)
        return puzzles.annotate(wrong=wrong)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        kwargs["fields"] = ["state"] if obj else [*COLUMNS, "state"]
        return super().get_form(request, obj, change, **kwargs)

    @admin.display(ordering="wrong", description="open reports")
    def wrong_now(self, puzzle: Any) -> int:
        return int(puzzle.wrong)

    def desk_context(self, request: HttpRequest, form: Any, stored: Puzzle | None) -> Any:
        laid = {name: getattr(stored, name) for name in COLUMNS} if stored else form.laid
        return {
            "posing": QuestionEditor(laid) if stored else form.posing,
            "said": getattr(form, "said", ""),
            "themes": [THEMES.get(theme, theme) for theme in stored.themes.split()]
            if stored
            else [],
            "sets": stored.sets.all() if stored else [],
            "another": another(stored) if stored and self.has_add_permission(request) else "",
        }


def another(puzzle: Puzzle) -> str:
    """The address of a form for a new puzzle that starts with the columns of this one."""
    return f"{reverse('admin:games_puzzle_add')}?{urlencode(puzzle.asked.columns)}"


@admin.register(Daily)
class DailyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The puzzle of each day."""

    list_display = ("day", "puzzle")
    list_select_related = ("puzzle",)
    autocomplete_fields = ("puzzle",)
    date_hierarchy = "day"

    def save_model(self, request: HttpRequest, obj: Daily, form: Any, change: bool) -> None:
        obj.by_hand = True
        super().save_model(request, obj, form, change)
