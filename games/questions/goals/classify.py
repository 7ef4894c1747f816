"""Name the kind of each row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.boards.scene_view import SceneView, scene_view
from games.content.shapes import KIND, Flag, Many
from games.questions.frames import Told
from games.questions.goals.goal import Fields, Goal, no_kinds
from games.questions.guessers import Guesser
from games.questions.hints import Hint
from games.questions.question import QuestionBoard
from games.questions.verdicts import Verdict, on_position
from solver import (
    Analysis,
    BudgetExceededError,
    Convention,
    InvalidInputError,
    NotCoveredError,
    Profile,
    nim_value,
)
from solver import answer as solve
from solver.teaching import Scene, Tag, film, joined, one_of, parts_in_words, with_article

LOST_ALONE = {
    Convention.NORMAL: ("null", "trap"),
    Convention.MISERE: ("inverter", "trap", "higher inverter"),
}
"""The kinds of rows that the player to move loses when they are alone, by convention."""
MAX_OPTIONS = 6
"""The number of options of a row that a hint lists."""
MOVER = "the player to move"
PLAY = {Convention.NORMAL: "normal play", Convention.MISERE: "misère play"}
WINS = {
    (False, True): "loses in normal play and wins in misère play",
    (True, False): "wins in normal play and loses in misère play",
    (False, False): "loses in normal play and in misère play",
    (True, True): "wins in normal play and in misère play",
}
"""Who wins a row alone, in words. Keys: whether the player to move wins in normal and in misère
play."""
ALONE = {
    "null": f"that {MOVER} {WINS[False, True]}",
    "inverter": f"that {MOVER} {WINS[True, False]}",
    "trap": f"that {MOVER} {WINS[False, False]}",
    "switch": f"that {MOVER} {WINS[True, True]}",
    "gremlin": f"of nim-value 1 that {MOVER} {WINS[True, True]}",
    "higher switch": f"of nim-value above 1 that {MOVER} {WINS[True, True]}",
    "higher inverter": f"of nim-value above 1 that {MOVER} {WINS[True, False]}",
}
"""The meaning of each kind."""


class Classify(Goal):
    key = "classify"
    label = "name the kind of each row"
    question = "What kind is each row?"
    line_words = ("kinds", "classify")
    draws_rows = True
    is_about_kinds = True
    is_drawn = True
    secret = frozenset({Told.KINDS})
    has_siblings = True
    extras: ClassVar = {"simple": Flag("Few names", "Only inverter, null, trap and switch.")}
    answers: ClassVar = {"answer": Many(each=KIND, speaks=True)}

    def solution(self, task: QuestionBoard) -> Any:
        return [task.kind_name(size) for size in task.question.position]

    def right(self, task: QuestionBoard) -> str:
        return ";".join(map(task.kind_name, task.sizes))

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        true = map(task.kind_name, task.sizes)
        return ";".join(chance.choice([k for k in task.kinds if k != kind]) for kind in true)

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        answered, kinds = self.said(task, answer), answer.split(";")
        true = [task.kind_name(size) for size in task.sizes]
        right = sum(kind == other for kind, other in zip(kinds, true, strict=True))
        correct = right == len(true)
        word = task.ruleset.component_word
        truths = zip(task.sizes, map(with_article, true), strict=True)
        verdict = on_position(
            task,
            correct=correct,
            words="Right." if correct else f"{right} of {len(true)} right.",
            answered=answered if correct else f"{answered} {_about(task, kinds)}",
            truth=" ".join(f"A {word} of {size} is {kind}." for size, kind in truths),
        )
        return replace(verdict, winning=(), reasons=tuple(map(task.kind_words, task.sizes)))

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        kinds = [post.get(f"kind-{size}", "") for size in task.sizes]
        if "" in kinds:
            raise InvalidInputError("Choose a kind for each row.", value="")
        return ";".join(kinds)

    def said(self, task: QuestionBoard, answer: str) -> str:
        kinds = answer.split(";")
        if len(kinds) != len(task.sizes) or not set(kinds) <= set(task.kinds):
            raise InvalidInputError.of("a kind for each row", answer, "choose one for each row")
        named = (
            f"{size} is {with_article(kind)}" for size, kind in zip(task.sizes, kinds, strict=True)
        )
        return f"You said: {', '.join(named)}."

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        kinds = zip(task.sizes, answer.split(";"), strict=False)
        return {f"kind-{size}": [kind] for size, kind in kinds}

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        return kind_hints(task, self.grade(task, self.right(task)))

    def picture(self, task: QuestionBoard) -> Hint | None:
        """The facts from which the kinds follow, without the kinds: the nim-values, or, before
        students learn those, who wins each row alone in normal play."""
        values = [
            nim_value(task.ruleset, size, task.question.budget) for size in task.question.position
        ]
        if task.extra.get("simple"):
            words = [
                "winning if the last one wins" if v else "losing if the last one wins"
                for v in values
            ]
            said = (
                "Each row alone, when the last one wins. Now ask the same when the last one loses."
            )
        else:
            words = [f"nim-value {value}" for value in values]
            said = "Each row has its nim-value. Who wins each alone, when the last one loses?"
        tags = tuple(Tag(place, text) for place, text in enumerate(words))
        return Hint(
            said, scene_view(task.board, Scene(task.question.position, (), (), tags), "hint")
        )

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        return Fraction(1, len(task.kinds) ** len(task.sizes))

    def no_puzzle(self, facts: Profile) -> str | None:
        return no_kinds(facts.question)


def kind_hints(task: QuestionBoard, right: Verdict) -> list[str]:
    """Hints for a question about kinds; *right* is the verdict on the right answer."""
    largest = max(task.sizes)
    picture = Hint(task.kind_words(largest), _derived(task, largest))
    return [
        options_hint(task),
        "What is the nim-value of each row, and who wins it alone when the last one loses? "
        "Nim-value 0: null or trap. 1: gremlin or inverter. More: higher switch or higher "
        "inverter. In each pair the player to move wins the first kind and loses the second.",
        picture,
        right.truth,
    ]


def options_hint(task: QuestionBoard) -> str:
    """The options of the longest row."""
    rules, size = task.ruleset, max(task.sizes)
    options = dict.fromkeys(tuple(sorted(option)) for option in rules.options(size, None))
    leaves = one_of([parts_in_words(option) for option in options], MAX_OPTIONS)
    return f"Look at the {rules.component_word} of {size} alone. You can leave {leaves}."


def _derived(task: QuestionBoard, size: int) -> SceneView | None:
    """The frame that derives the kind of a row; None if R1 does not apply or costs too much."""
    try:
        frames = film(task.question.within(2), theory="r1").steps
    except (BudgetExceededError, NotCoveredError):
        return None
    for frame in frames:
        if frame.rule == "r1:kind" and frame.data["size"] == size and frame.scene:
            return scene_view(task.board, frame.scene, "hint")
    return None


def _about(task: QuestionBoard, kinds: Sequence[str]) -> str:
    """Which rows are right, which are wrong, and why the first wrong one is wrong. One reason at a
    time is enough."""
    wrong = [
        (size, kind)
        for size, kind in zip(task.sizes, kinds, strict=True)
        if kind != task.kind_name(size)
    ]
    word, sizes = task.ruleset.component_word, [size for size, _ in wrong]
    look = f"Look again at the {_rows(word, sizes)}."
    why = _why_not(task, *wrong[0])
    kept = [size for size in task.sizes if size not in sizes]
    is_are = "are" if kept[1:] else "is"
    fine = [f"The {_rows(word, kept)} {is_are} right."] if kept else []
    return " ".join([*fine, look, why])


def _rows(word: str, sizes: Sequence[int]) -> str:
    return f"{word}{'s' if sizes[1:] else ''} of {joined(sizes)}"


def _why_not(task: QuestionBoard, size: int, kind: str) -> str:
    """What a kind means, that the row is not of this kind, and the evidence: who wins the row
    alone, or its nim-value."""
    meant, word = ALONE[kind], task.ruleset.component_word
    if kind == "inverter" and not task.extra.get("simple"):
        meant = f"of nim-value 1 {meant}"
    is_not = (
        f"{with_article(kind).capitalize()} is a {word} {meant}. The {word} of {size} isn't one."
    )
    return f"{is_not} {_seen(task, size, kind)}"


def _seen(task: QuestionBoard, size: int, kind: str) -> str:
    """The first fact that excludes a *kind*."""
    for convention, lost_kinds in LOST_ALONE.items():
        alone = replace(task.question, position=(size,), convention=convention)
        analysis = solve(alone)
        if (not analysis.to_move_wins) != (kind in lost_kinds):
            return f"In {PLAY[convention]}, {MOVER} {_played(analysis)}"
    return f"Its nim-value is {nim_value(task.ruleset, size, task.question.budget)}."


def _played(analysis: Analysis) -> str:
    if not analysis.to_move_wins:
        return "loses it."
    if analysis.preferred is None:
        return "has no move and wins."
    remaining = parts_in_words(analysis.preferred.becomes)
    return f"wins it by leaving {remaining}."
