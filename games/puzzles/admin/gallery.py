"""Stored puzzles as thumbnails with filters, to add to a set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.functional import cached_property

from games.boards.rules import endings
from games.desks.controls import Choices, Choose
from games.exercises.goals import puzzle_goals
from games.explore.rules_chosen import name_of
from games.puzzles.models import Puzzle, skills

PER_PAGE = 24
PREFIX = "gallery-"


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
