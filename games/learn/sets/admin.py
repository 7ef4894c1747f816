"""Sets of puzzles in the admin: thumbnails in an order, taken from a gallery or laid out on a
board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property

from games.boards.rules import endings
from games.content.controls import Choices, Choose
from games.content.editors.admin import EditorAdmin, EditorForm
from games.content.game_control import name_of
from games.learn.puzzles import set_progress
from games.learn.puzzles.models import Puzzle, PuzzleSet, PuzzleSetItem, skills
from games.learn.puzzles.puzzle_files import SET
from games.learn.sets.set_editor import SetEditor, stored_puzzles
from games.questions.goals import puzzle_goals
from solver.teaching import counted

PER_PAGE = 24
PREFIX = "gallery-"
NOT_ALLOWED = "This puzzle is new, and you do not have permission to make puzzles."


class Gallery:
    """The published puzzles that match the filters in *data*, easiest first."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    @cached_property
    def _choices(self) -> dict[str, tuple[str, Choices]]:
        """The label and the choices of each filter, by column."""
        rules = Puzzle.objects.published().order_by("ruleset").values_list("ruleset", flat=True)
        return {
            "skill": ("Skill", skills()),
            "ruleset": ("Rules", [(key, name_of(key)) for key in rules.distinct()]),
            "goal": ("Question", [(str(k), str(label)) for k, label in puzzle_goals()]),
            "convention": ("Ending", endings()),
            "difficulty": ("Difficulty", [(str(n), f"{n} of 5") for n in range(1, 6)]),
        }

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The chosen values, by column."""
        read = {name: str(self.data.get(f"{PREFIX}{name}") or "") for name in self._choices}
        known = {name: {key for key, _ in self._choices[name][1]} for name in read}
        return {name: value for name, value in read.items() if value in known[name]}

    @property
    def filters(self) -> list[tuple[str, str, str]]:
        """Each filter: the id of its control, its label, and its control."""
        return [
            (
                f"id_{PREFIX}{name}",
                label,
                Choose(choices, none="any").render(
                    f"{PREFIX}{name}", self.chosen.get(name), {"id": f"id_{PREFIX}{name}"}
                ),
            )
            for name, (label, choices) in self._choices.items()
        ]

    @cached_property
    def page(self) -> Page[Puzzle]:
        """One page of the puzzles; *data* may ask for the previous or next one."""
        fitting = Puzzle.objects.published().filter(**self.chosen)
        ordered = fitting.order_by("difficulty", "ruleset", "position", "goal", "pk")
        verb, _, number = str(self.data.get("do") or "").partition(":")
        wanted = number if verb == "page" else self.data.get(f"{PREFIX}page")
        return Paginator(ordered, PER_PAGE).get_page(wanted)


class SetForm(EditorForm):
    """A set with the desk for its puzzles."""

    shapes = SET

    class Meta:
        model = PuzzleSet
        fields: ClassVar = ["title", "slug", "note", "lesson", "order"]
        help_texts: ClassVar = {"order": "Its place in the list of sets."}
        widgets: ClassVar = {"note": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_make = True
        if self.is_bound:
            self.desk = SetEditor.posted(self.data)  # type: ignore[arg-type]
        else:
            self.desk = SetEditor.of(self.instance if self.instance.pk else None)
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]
        self.desk.look()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        stored = stored_puzzles(self.desk.drafts)
        for draft in self.desk.drafts:
            if not self.may_make and draft.identity not in stored and not draft.problems:
                draft.problems = [NOT_ALLOWED]
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        wrong = next((draft for draft in self.desk.drafts if draft.problems), None)
        if wrong:
            self.desk.opened = wrong.key
        return cleaned


@admin.register(PuzzleSet)
class PuzzleSetAdmin(EditorAdmin):
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
        desk = getattr(form, "desk", None) or SetEditor.of(stored)
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
            "items": set_progress.listed(None, [x for x in puzzles if x]),
            "theme": "",
        }
        return render(request, "learn/puzzles/list.html", context)

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
