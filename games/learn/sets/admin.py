"""Sets of puzzles in the admin: thumbnails in an order, taken from a gallery or laid out on a
board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.paginator import Page, Paginator
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import cached_property

from games.boards.rules import endings
from games.content.controls import Choices, Choose
from games.content.editors.admin import FileForm, note_field
from games.content.editors.version_pages import VersionPages
from games.content.game_control import name_of
from games.content.shapes import Content
from games.learn.lessons.models import Lesson
from games.learn.puzzles import set_progress
from games.learn.puzzles.admin import allow_new
from games.learn.puzzles.models import Puzzle, PuzzleSet, skills
from games.learn.puzzles.puzzle_files import SET, SetFiles, said, unknown
from games.learn.sets.set_editor import SetEditor, stored_puzzles
from games.people.models import User
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


class SetForm(FileForm):
    """A set with the desk for its puzzles."""

    noun, shapes, kind = "puzzle set", SET, SetFiles
    # A set has a note of its own.
    why, note, changed = "changed", None, note_field()  # type: ignore[assignment]
    lesson = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)

    class Meta:
        model = PuzzleSet
        fields: ClassVar = ["title", "slug", "note", "lesson", "state"]
        widgets: ClassVar = {"note": forms.Textarea(attrs={"rows": 2, "class": "vLargeTextField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.may_make = True
        if "lesson" in self.fields:
            named = {one.number: str(one) for one in Lesson.objects.order_by("number", "pk")}
            if self.stored and self.stored.lesson is not None:
                named.setdefault(self.stored.lesson, f"lesson {self.stored.lesson}, which is gone")
            self.fields["lesson"].choices = [("", "no lesson"), *named.items()]  # type: ignore[attr-defined]
        if self.is_bound:
            self.desk = SetEditor.posted(self.data)  # type: ignore[arg-type]
        else:
            self.desk = SetEditor.of(self.instance if self.instance.pk else None)
        if self.is_changing:
            self.desk.do(self.data)  # type: ignore[arg-type]
        self.desk.look()

    def filled(self, cleaned: dict[str, Any]) -> Content:
        stored = stored_puzzles(self.desk.drafts)
        for draft in self.desk.drafts:
            if not self.may_make and draft.identity not in stored and not draft.problems:
                draft.problems = [NOT_ALLOWED]
        for refusal in self.desk.refusals():
            self.add_error(None, refusal)
        wrong = next((draft for draft in self.desk.drafts if draft.problems), None)
        if wrong:
            self.desk.opened = wrong.key
            return super().filled(cleaned)
        asked = [draft.posing.asked for draft in self.desk.drafts]
        return super().filled(cleaned) | {"puzzles": [said(one.columns) for one in asked if one]}


@admin.register(PuzzleSet)
class PuzzleSetAdmin(VersionPages):
    """Puzzles in an order, with a teaching note."""

    files: ClassVar = SetFiles
    noun, part = "puzzle set", "puzzle"
    form = SetForm
    desk_template = "admin/games/puzzleset/desk.html"
    list_display = ("title", "lesson", "size", "state", "version", "note")
    list_filter = ("state",)

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

    def store_form(self, request: HttpRequest, form: Any) -> PuzzleSet:
        new = unknown(form.checked["puzzles"])
        stored: PuzzleSet = super().store_form(request, form)
        for puzzle in new:
            self.log_addition(request, puzzle, f"Made for the set {stored}.")
        if new:
            self.message_user(request, f"{counted(len(new), 'new puzzle')} made.")
        return stored

    def write(self, content: Content, *, note: str, by: User) -> PuzzleSet:
        allow_new(content["puzzles"], by)
        stored: PuzzleSet = super().write(content, note=note, by=by)
        return stored
