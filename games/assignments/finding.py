"""Positions found by what they are like, as lines to be added: selection, not chance.

"Ten Kayles positions, the last one loses, where the move of the other game loses and exactly one
move wins, of at most three rows" is one question; the same question gives the same positions.
"""

from __future__ import annotations

from typing import Any

from django import forms

from games.boards.games import OFFERS
from games.boards.limits import SEARCH_BUDGET
from games.boards.rules import endings
from games.exercises.facts import contradiction
from games.exercises.goals import PUZZLE_GOALS, Goal, asking_of
from solver import Profile, Spec, format_position, get_ruleset, select

MAX_FOUND, MAX_ROWS, MAX_SIZE = 20, 4, 12
GAMES = [
    (key, f"{name}, Left to move" if get_ruleset(key).partizan else name)
    for key, name in OFFERS.items()
]
ASKED = [(goal.value, goal.label) for goal in PUZZLE_GOALS if not asking_of(goal).is_about_kinds]


class FindForm(forms.Form):
    """What the positions are to be like."""

    game = forms.ChoiceField(label="Game", choices=GAMES, initial="nim")
    convention = forms.ChoiceField(label="Ending", choices=endings, initial="misere")
    goal = forms.ChoiceField(label="Question", choices=ASKED, initial=Goal.MOVE.value)
    number = forms.IntegerField(label="How many", min_value=1, max_value=MAX_FOUND, initial=10)
    rows = forms.IntegerField(label="Most rows", min_value=1, max_value=MAX_ROWS, initial=3)
    largest = forms.IntegerField(label="Largest row", min_value=2, max_value=MAX_SIZE, initial=9)
    only_move = forms.BooleanField(label="Exactly one winning move", required=False)
    trap = forms.BooleanField(label="A winning move of normal play loses", required=False)
    split = forms.BooleanField(label="Only a split wins", required=False)
    lost = forms.BooleanField(label="The player to move loses (to ask who wins)", required=False)
    seed = forms.IntegerField(
        label="Seed",
        min_value=0,
        max_value=999_999,
        initial=1,
        help_text="The same number always finds the same positions. Change it to find others.",
    )

    @property
    def spec(self) -> Spec:
        """The properties asked for."""
        asked: dict[str, Any] = self.cleaned_data
        partizan = get_ruleset(asked["game"]).partizan
        asks_both = asking_of(asked["goal"]).asks_both
        return Spec(
            ruleset=asked["game"],
            convention=asked["convention"],
            to_move="left" if partizan and not asks_both else None,
            rows=(1, asked["rows"]),
            sizes=(1, asked["largest"]),
            mover_wins=None if partizan and asks_both else not asked["lost"],
            winning=(1, 1) if asked["only_move"] else None,
            normal_move_loses=True if asked["trap"] else None,
            must_split=True if asked["split"] else None,
        )


def find_lines(form: FindForm) -> list[str]:
    """The positions as lines, the easiest first.

    Raises :class:`~solver.TooFewError` with how many there are where they are too few.
    """
    goal = form.cleaned_data["goal"]

    def fits(facts: Profile) -> bool:
        return contradiction(facts, goal) is None

    chosen = select(
        form.spec,
        form.cleaned_data["number"],
        form.cleaned_data["seed"],
        accept=fits,
        budget=SEARCH_BUDGET,
    )
    chosen.sort(key=lambda facts: (facts.difficulty, facts.question.position))
    word = asking_of(goal).line_words[0]
    return [_line(facts, word) for facts in chosen]


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
