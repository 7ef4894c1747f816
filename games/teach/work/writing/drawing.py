"""A position drawn by touching its rows. It becomes the line that somebody could have typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.boards.editing import EditBoard, changed, edit_board
from games.boards.games import OFFERS
from games.boards.rules import endings
from games.questions.goals import PUZZLE_GOALS, goal_of
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from solver import Inquiry, SolverError, format_position, get_ruleset

FIRST = "3+4+5"
"""The rows to begin with: three are enough to touch, and every game on offer has them."""
USUAL = ("", "a winning move, or who wins")


class DrawForm(forms.Form):
    """A position and its question, in fields of their own on a page that has others."""

    prefix = "draw"
    game = forms.ChoiceField(label="Game", choices=list(OFFERS.items()), initial="nim")
    rows = forms.CharField(widget=forms.HiddenInput, required=False, initial=FIRST)
    convention = forms.ChoiceField(label="Ending", choices=endings, initial="misere")
    to_move = forms.ChoiceField(
        label="To move",
        required=False,
        choices=[("left", "Left"), ("right", "Right"), ("", "nobody: the question is who wins")],
        initial="left",
    )
    goal = forms.ChoiceField(
        label="Question",
        required=False,
        choices=[USUAL, *((goal.value, goal.label) for goal in PUZZLE_GOALS)],
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.touched: str | None = None

    def has_changed(self) -> bool:
        """Whether rows were drawn. Empty ones are no loss."""
        return bool(self.drawn) and self.drawn != FIRST

    @property
    def drawn(self) -> str:
        """The rows as text, such as ``3+4+5``; empty without rows."""
        return self._said("rows") if self.touched is None else self.touched

    def _said(self, name: str) -> str:
        """A value of the page; where the page does not have the field, the value to begin with."""
        value = self[name].value()
        return str(self.fields[name].initial or "" if value is None else value)

    @property
    def is_partizan(self) -> bool:
        """Whether one of two players is to move, who have different moves."""
        return self._said("game") in OFFERS and get_ruleset(self._said("game")).partizan

    @property
    def _question(self) -> Inquiry:
        """The position, which may have no rows. Raises :class:`SolverError` for other values than
        the page sends."""
        ending = self._said("convention")
        return ask_within_limits(self._said("game"), self.drawn or "0", ending)

    def touch(self, change: str) -> None:
        """Change one row. Raises :class:`SolverError`; then the rows stay as they are."""
        new = changed(self._question, {"change": change})
        assert new is not None
        self.touched = format_position(new.position) if new.position else ""

    @cached_property
    def editor(self) -> EditBoard | None:
        """The board to touch; None if its values cannot be read."""
        try:
            return edit_board(self._question)
        except SolverError:
            return None

    @cached_property
    def solved(self) -> ExerciseLine | None:
        """The line for this position, solved; None without rows."""
        if not self.drawn:
            return None
        goal = self._said("goal")
        parts = [
            self._said("game"),
            self.drawn,
            self._said("convention"),
            self._said("to_move") if self.is_partizan else "",
            goal_of(goal).line_words[0] if goal in PUZZLE_GOALS else goal,
        ]
        return read_lines(" ".join(part for part in parts if part))[0]

    def next(self) -> DrawForm:
        """The form for another position of this game and ending."""
        kept = ("game", "convention", "to_move")
        return DrawForm(initial={name: self._said(name) for name in kept})
