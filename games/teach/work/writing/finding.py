"""Finding positions with given properties, as lines to add.

"Ten Kayles positions where the last one loses, the usual winning move of normal play loses, exactly
one move wins, and there are at most three rows" is one search; the same search gives the same
positions.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, islice
from typing import Any

from django import forms

from games.boards.bounds import SEARCH_BUDGET
from games.boards.games import OFFERS
from games.boards.rules import endings
from games.questions.facts import contradiction, difficulty_of, is_guessed
from games.questions.goals import PUZZLE_GOALS, GoalKey, goal_of
from solver import (
    Outcome,
    Profile,
    Spec,
    TooFewError,
    format_position,
    get_ruleset,
    matched,
    select,
)

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
