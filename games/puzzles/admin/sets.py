"""Sets of puzzles in the admin: thumbnails in an order, taken from a gallery or laid out on a
board."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html

from games.desks.admin import DeskAdmin, DeskForm
from games.puzzles import progress
from games.puzzles.admin.gallery import Gallery
from games.puzzles.admin.set_desk import SetDesk, stored_puzzles
from games.puzzles.models import Puzzle, PuzzleSet, PuzzleSetItem
from solver.teaching import counted


class SetForm(DeskForm):
    """A set with the desk for its puzzles."""

    class Meta:
        model = PuzzleSet
        fields: ClassVar = ["title", "slug", "note", "lesson", "order"]
        help_texts: ClassVar = {
            "note": "What the set teaches, in one sentence.",
            "lesson": "The number of the lesson before it.",
            "order": "Its place in the list of sets.",
        }
        widgets: ClassVar = {"note": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_make = True
        if self.is_bound:
            self.desk = SetDesk.posted(self.data)  # type: ignore[arg-type]
        else:
            self.desk = SetDesk.of(self.instance if self.instance.pk else None)
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]
        self.desk.look()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.desk.is_too_long:
            raise ValidationError(f"A set has at most {self.desk.most} puzzles.")
        stored = stored_puzzles(self.desk.drafts)
        for number, draft in enumerate(self.desk.drafts, 1):
            problems = list(draft.problems)
            if not self.may_make and draft.identity not in stored and not problems:
                problems = ["This puzzle is new, and you do not have permission to make puzzles."]
            for problem in problems:
                link = '<a href="#step-{}">Puzzle {}</a>. {}'
                self.add_error(None, format_html(link, draft.key, number, problem))
        wrong = next((draft for draft in self.desk.drafts if draft.problems), None)
        if wrong:
            self.desk.opened = wrong.key
        return cleaned


@admin.register(PuzzleSet)
class PuzzleSetAdmin(DeskAdmin):
    """Puzzles in an order, with a teaching note."""

    form = SetForm
    save_as = True
    desk_template = "admin/games/puzzleset/desk.html"
    list_display = ("title", "lesson", "size", "note")
    prepopulated_fields: ClassVar = {"slug": ("title",)}

    def get_queryset(self, request: HttpRequest) -> QuerySet[PuzzleSet]:
        sets: QuerySet[PuzzleSet] = super().get_queryset(request)
        return sets.annotate(number=Count("items"))

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        made = super().get_form(request, obj, change, **kwargs)
        may_make = request.user.has_perm("games.add_puzzle")

        class Form(made):  # type: ignore[misc, valid-type]
            def clean(self) -> Any:
                self.may_make = may_make
                return super().clean()

        return Form

    @admin.display(ordering="number")
    def size(self, puzzle_set: Any) -> int:
        return int(puzzle_set.number)

    def desk_context(self, request: HttpRequest, form: Any, stored: PuzzleSet | None) -> Any:
        desk = getattr(form, "desk", None) or SetDesk.of(stored)
        data = request.POST if request.method == "POST" else {}
        return {"desk": desk, "gallery": Gallery(data)}

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        if request.POST.get("do") == "preview":
            return self._preview(request, context["adminform"].form)
        return super().render_change_form(request, context, *args, **kwargs)

    def _preview(self, request: HttpRequest, form: Any) -> HttpResponse:
        """The set as a student sees it, before it is stored."""
        stored = stored_puzzles(form.desk.drafts)
        puzzles = [stored.get(x.identity) or x.made_puzzle for x in form.desk.drafts if x.identity]
        context = {
            "title": form.data.get("title") or "A set",
            "note": form.data.get("note", ""),
            "items": progress.listed(None, [x for x in puzzles if x]),
            "theme": "",
        }
        return render(request, "puzzles/list.html", context)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Store the puzzles in their order, and create the new ones."""
        stored = stored_puzzles(form.desk.drafts)
        made = 0
        with transaction.atomic():
            keys = []
            for draft in form.desk.drafts:
                if draft.identity not in stored:
                    puzzle = Puzzle(**draft.posing.asked.columns)
                    puzzle.save()
                    self.log_addition(request, puzzle, f"Made for the set {form.instance}.")
                    made += 1
                keys.append(draft.identity)
            items = [
                PuzzleSetItem(set=form.instance, puzzle_id=key, order=order)
                for order, key in enumerate(keys, 1)
            ]
            form.instance.items.all().delete()
            PuzzleSetItem.objects.bulk_create(items)
        if made:
            self.message_user(request, f"{counted(made, 'new puzzle')} made.")
