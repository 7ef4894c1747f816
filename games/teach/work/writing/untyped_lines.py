"""Positions to add that nobody types as a line: drawn by touching their rows, or found by their
properties.

"Ten Kayles positions where the last one loses, the usual winning move of normal play loses, exactly
one move wins, and there are at most three rows" is one search; the same search gives the same
positions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from typing import Any

from django import forms
from django.utils.functional import cached_property

from games.boards.bounds import SEARCH_BUDGET, ask_within_limits
from games.boards.editing import EditBoard, changed, edit_board, games_beside
from games.boards.games import OFFERS
from games.boards.rules import endings
from games.questions.facts import contradiction, difficulty_of, is_guessed
from games.questions.goals import PUZZLE_GOALS, GoalKey, goal_of
from games.teach.work.writing.typed_lines import ExerciseLine, read_lines
from solver import (
    Inquiry,
    Outcome,
    Profile,
    Ruleset,
    SolverError,
    Spec,
    TooFewError,
    format_position,
    get_ruleset,
    matched,
    read_sum,
    select,
)

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


MAX_FOUND, MAX_ROWS, MAX_SIZE = 20, 4, 12
GAMES = [
    (key, f"{name}, Left to move" if get_ruleset(key).partizan else name)
    for key, name in OFFERS.items()
]
ASKED = [(goal.value, goal.label) for goal in PUZZLE_GOALS if not goal_of(goal).is_about_kinds]


class FindForm(forms.Form):
    """The properties of the positions."""

    game = forms.ChoiceField(label="Game", choices=GAMES, initial="nim")
    convention = forms.ChoiceField(label="Ending", choices=endings, initial="misere")
    goal = forms.ChoiceField(label="Question", choices=ASKED, initial=GoalKey.MOVE.value)
    number = forms.IntegerField(label="How many", min_value=1, max_value=MAX_FOUND, initial=10)
    rows = forms.IntegerField(label="Most rows", min_value=1, max_value=MAX_ROWS, initial=3)
    largest = forms.IntegerField(label="Largest row", min_value=2, max_value=MAX_SIZE, initial=9)
    only_move = forms.BooleanField(label="Exactly one winning move", required=False)
    trap = forms.BooleanField(label="A winning move of normal play loses", required=False)
    split = forms.BooleanField(label="Only a split wins", required=False)
    lost = forms.BooleanField(
        label="The player to move loses (to ask who wins)",
        required=False,
        help_text="Otherwise half of the who-wins positions are losing ones.",
    )
    seed = forms.IntegerField(
        label="Seed",
        min_value=0,
        max_value=999_999,
        initial=1,
        help_text="The same number always finds the same positions. Change it to find others.",
    )

    @property
    def is_balanced(self) -> bool:
        """Whether half of the positions should be losing ones: the question is who wins, and no
        other property decides it."""
        asked = self.cleaned_data
        told = any(asked[name] for name in ("lost", "only_move", "trap", "split"))
        asks_both = goal_of(asked["goal"]).asks_both
        return asks_both and not told and not get_ruleset(asked["game"]).partizan

    @property
    def spec(self) -> Spec:
        """The properties for the solver."""
        asked: dict[str, Any] = self.cleaned_data
        partizan = get_ruleset(asked["game"]).partizan
        asks_both = goal_of(asked["goal"]).asks_both
        return Spec(
            ruleset=asked["game"],
            convention=asked["convention"],
            to_move="left" if partizan and not asks_both else None,
            rows=(1, asked["rows"]),
            sizes=(1, asked["largest"]),
            mover_wins=None if self.is_balanced or (partizan and asks_both) else not asked["lost"],
            winning=(1, 1) if asked["only_move"] else None,
            normal_move_loses=True if asked["trap"] else None,
            must_split=True if asked["split"] else None,
        )


def find_lines(form: FindForm) -> list[str]:
    """The positions as lines, easiest first. If there are enough, none that a random move answers
    half of the time. Questions about who wins are half losing positions, unless a chosen property
    decides the winner.

    Raises :class:`~solver.TooFewError`, with the number found, if there are too few.
    """
    goal = form.cleaned_data["goal"]
    try:
        chosen = _found_positions(form, lambda facts: not is_guessed(facts, goal))
    except TooFewError:
        chosen = _found_positions(form, lambda facts: True)
    chosen.sort(key=lambda facts: (difficulty_of(facts, goal), facts.question.position))
    word = goal_of(goal).line_words[0]
    return [_line(facts, word) for facts in chosen]


def _found_positions(form: FindForm, is_good: Callable[[Profile], bool]) -> list[Profile]:
    asked: dict[str, Any] = form.cleaned_data
    goal, number, seed = asked["goal"], asked["number"], asked["seed"]

    def accept(facts: Profile) -> bool:
        return contradiction(facts, goal) is None and is_good(facts)

    if not form.is_balanced:
        return select(form.spec, number, seed, accept=accept, budget=SEARCH_BUDGET)
    outcomes = (Outcome.P, Outcome.N)
    groups = matched(form.spec, outcomes, seed, accept=accept, budget=SEARCH_BUDGET)
    chosen = list(islice(chain.from_iterable(groups), number))
    if len(chosen) < number:
        raise TooFewError(number, len(chosen))
    return chosen


def _line(facts: Profile, word: str) -> str:
    question = facts.question
    parts = [
        question.ruleset.key,
        format_position(question.position),
        question.convention.value,
        question.to_move.value if question.to_move else "",
        word,
    ]
    return " ".join(part for part in parts if part)
