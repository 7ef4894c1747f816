"""Puzzles in the admin: laid out on a board, and solved at the same time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from games.content.editors.admin import EditorAdmin, EditorForm, FileForm
from games.content.editors.version_pages import VersionPages
from games.content.shapes import Content
from games.learn.puzzles.models import Daily, Puzzle
from games.learn.puzzles.posing import QuestionEditor, read_columns
from games.learn.puzzles.puzzle_files import DAILY, DailyFiles, said, unknown
from games.learn.puzzles.set_progress import THEMES
from games.people.models import User
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
            for name in ("ruleset", "position"):
                self.data[name] = content.get(name, "")
            if "change" in self.data:
                content |= self._touched(content, str(self.data["change"]))
        else:
            content = {name: getattr(self.instance, name) for name in COLUMNS}
            content |= {name: value for name, value in self.initial.items() if name in COLUMNS}
        self.laid = content

    def _touched(self, content: dict[str, Any], change: str) -> dict[str, str]:
        try:
            return QuestionEditor(content).touched(change)
        except SolverError as error:
            self.said = str(error)
            return {}

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


def allow_new(puzzles: Collection[Puzzle], by: User) -> None:
    """Raise PermissionDenied if some of these are new and this person may not make puzzles."""
    if not by.has_perm("games.add_puzzle") and unknown(puzzles):
        raise PermissionDenied


class DailyForm(FileForm):
    """A day and its puzzle. Days have no other place than in the calendar."""

    noun, shapes, kind = "puzzle of a day", DAILY, DailyFiles
    place = None  # type: ignore[assignment]

    class Meta:
        model = Daily
        fields: ClassVar = ["day", "puzzle", "state"]

    @property
    def content_news(self) -> bool:
        """Whether it differs from the stored day; a planned puzzle can be chosen by hand."""
        return super().content_news or not self.stored.by_hand

    def filled(self, cleaned: dict[str, Any]) -> Content:
        day, puzzle = cleaned.get("day"), cleaned.get("puzzle")
        named = {"day": day.isoformat()} if day else {}
        return named | (said(puzzle.asked.columns) if puzzle else {})


@admin.register(Daily)
class DailyAdmin(VersionPages):
    """The puzzle of each day. A draft is no puzzle of its day yet."""

    files: ClassVar = DailyFiles
    noun, part = "puzzle of a day", "puzzle"
    form = DailyForm
    list_display = ("day", "puzzle", "state", "version")
    list_filter = ("state",)
    list_select_related = ("puzzle",)
    autocomplete_fields = ("puzzle",)
    prepopulated_fields: ClassVar = {}
    date_hierarchy = "day"
    view_on_site = False  # type: ignore[assignment]  # its address is that of the puzzle

    def write(self, content: Content, *, note: str, by: User) -> Daily:
        allow_new([content["puzzle"]], by)
        stored: Daily = super().write(content, note=note, by=by)
        return stored
