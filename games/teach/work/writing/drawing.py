"""A position drawn by touching its rows. It becomes the line that somebody could have typed."""

from __future__ import annotations

from django import forms
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits
from games.boards.editing import EditBoard, changed, edit_board, games_beside
from games.boards.games import OFFERS
from games.boards.rules import endings
from games.questions.goals import PUZZLE_GOALS, goal_of
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from solver import Inquiry, Ruleset, SolverError, format_position, read_sum

FIRST = "3+4+5"
"""The rows to begin with: three are enough to touch, and every game on offer has them."""
USUAL = ("", "a winning move, or who wins")


class DrawForm(forms.Form):
    """A position and its question, in fields of their own on a page that has others. Its rows may
    be of different games, each written with its own, such as ``nim:3+kayles:5``."""

    prefix = "draw"
    game = forms.ChoiceField(label="Game", choices=list(OFFERS.items()), initial="nim")
    rows = forms.CharField(widget=forms.HiddenInput, required=False, initial=FIRST)
    beside = forms.CharField(required=False)
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

    def has_changed(self) -> bool:
        """Whether rows were drawn. Empty ones are no loss."""
        return bool(self.drawn) and self.drawn != FIRST

    @property
    def drawn(self) -> str:
        """The rows as text, such as ``3+4+5``; empty without rows."""
        return self._said("rows")

    def _said(self, name: str) -> str:
        """A value of the page; where the page does not have the field, the value to begin with."""
        value = self[name].data if self.is_bound else self.initial.get(name)
        return str(self.fields[name].initial or "" if value is None else value)

    @property
    def is_partizan(self) -> bool:
        """Whether one of two players is to move, who have different moves."""
        return self.rules is not None and self.rules.partizan

    @property
    def is_sum(self) -> bool:
        """Whether rows of different games lie side by side."""
        return self.rules is not None and self.rules.is_sum

    @property
    def others(self) -> dict[str, str]:
        """The games of which a row can be put beside these, with their names."""
        return games_beside(self.rules) if self.rules is not None else {}

    @property
    def rules(self) -> Ruleset | None:
        """The rules of the rows; None if they cannot be read."""
        try:
            return self._question.ruleset
        except SolverError:
            return None

    @property
    def _question(self) -> Inquiry:
        """The position, which may have no rows. Raises :class:`SolverError` for other values than
        the page sends."""
        ending, rows = self._said("convention"), self.drawn or "0"
        if ":" in rows:
            return ask_within_limits(*read_sum(rows), ending, has_sums=True)
        return ask_within_limits(self._said("game"), rows, ending)

    def touch(self, change: str) -> None:
        """Change one row or, without a *change*, put the row of another game beside that was
        chosen, if one was. Raises :class:`SolverError`; then the rows stay as they are."""
        asked = {"change": change} if change else {"beside": self._said("beside")}
        new = changed(self._question, asked, has_sums=True)
        if new is None:
            return
        self.initial["rows"] = format_position(new.position) if new.position else ""
        if not new.ruleset.is_sum:  # also where the last row of one of two games was taken away
            self.initial["game"] = new.ruleset.key

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
            "" if ":" in self.drawn else self._said("game"),
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
