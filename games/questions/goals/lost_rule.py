"""Choose the rule that describes the losing positions; the solver tests it within bounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from games.boards.games import game_of
from games.content.compound import CasesControl, NumberTest, PairsControl
from games.content.shapes import Many, Own, Problem
from games.questions.goals.goal import ChoiceGoal
from games.questions.goals.lost_set import WITHIN, other_bounds, territory_of, within_in_words
from games.questions.proofs.proof import proof_of, smallest
from games.questions.question import AnswerOption, Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import Halves, Territory
from solver.teaching import QUANTITIES, TO_MOVE, Figures, Rule, joined

MAX_RULES = 6


MAX_CASES, MAX_CONDITIONS = 4, 6
"""How many cases of a rule, and conditions of a case, an author may write; the longest rule of the
course has a half of that."""
IN_GENERAL = {
    "row": "row",
    "rows": "rows",
    "piece": "piece",
    "pieces": "pieces",
    "nim_sum": "nim-sum",
}
"""Words for a quantity that suit any game."""
QUANTITY_WORDS = {
    key: (one.name.plural or one.name.singular).format(**IN_GENERAL)
    for key, one in QUANTITIES.items()
} | {TO_MOVE: "the player to move: left or right"}
RULE = Own(
    reader=lambda value: Rule.read(value).content,
    widget=lambda place: CasesControl(
        lambda held: PairsControl(
            list(QUANTITY_WORDS.items()), NumberTest, MAX_CONDITIONS, each="Condition", label="is"
        ),
        MAX_CASES,
        label="Case",
    ),
    said="a condition for each quantity, such as {rows: even}, or {any: [...]}",
)
"""A rule about positions."""


class LostRule(ChoiceGoal):
    key = "lost-rule"
    mixes = True
    label = "choose the rule for the losing positions"
    question = "Where does the player to move lose? Choose the rule."
    template = "components/answers/lost-rule.html"
    for_puzzles = False
    has_turn = False
    has_position = False
    extras: ClassVar = {
        "within": WITHIN,
        "rules": Many(
            "Rules to choose from",
            "Exactly one must be right. Type a number, odd, even, >=2, 1 mod 4, "
            "or several of them.",
            each=RULE,
            most=MAX_RULES,
            noun="Rule",
        ),
    }

    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        piece = game_of(task.ruleset).piece
        return [AnswerOption(rule.key, rule.words(task.ruleset, piece)) for rule in rules_of(task)]

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A variant with other bounds, and the rules in another order."""
        extra = dict(task.exercise.extra)
        extra["within"] = other_bounds(extra["within"], chance)
        extra["rules"] = chance.sample(extra["rules"], len(extra["rules"]))
        return replace(Question.of(task.exercise), extra=extra)

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        territory = territory_of(task)
        holding = (rule.key for rule in rules_of(task) if tested(territory, rule).holds)
        return next(holding, "")

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        said = self.chosen(task, answer)
        territory = territory_of(task)
        [rule] = [rule for rule in rules_of(task) if rule.key == answer]
        test = tested(territory, rule)
        return Verdict(
            correct=test.holds,
            words="Both checks pass." if test.holds else "It breaks.",
            answered="" if test.holds else f"You said: {said}.",
            truth=f"{said}: no position with {self.parts(task)[0]} breaks it.",
            refutation=smallest(test),
            proof=proof_of(territory, test),
        )

    def parts(self, task: QuestionBoard) -> list[str]:
        """The range of positions in the test, and the noun for an option."""
        return [within_in_words(task), "rule"]

    def contradiction(self, task: QuestionBoard) -> str | None:
        """The problem, unless there are bounds, every rule fits the game, and exactly one is
        right."""
        for name in ("within", "rules"):
            if name not in task.extra:
                return Problem(f"{name} is missing", name)
        rules = rules_of(task)
        refusal = next(filter(None, (rule.refusal(task.ruleset) for rule in rules)), "")
        if refusal:
            return Problem(refusal, "rules", named=True)
        territory = territory_of(task)
        right = [rule for rule in rules if tested(territory, rule).holds]
        if len(right) == 1 and len({rule.key for rule in rules}) == len(rules) > 1:
            return None
        piece = game_of(task.ruleset).piece
        held = joined(f"“{rule.words(task.ruleset, piece)}”" for rule in right)
        are = "are" if right[1:] else "is"
        wrong = f"exactly one of several must be right; {held or 'none of them'} {are}"
        return Problem(wrong, "rules", named=True)


def rules_of(task: QuestionBoard) -> list[Rule]:
    return [Rule.read(written) for written in task.extra.get("rules", [])]


def tested(territory: Territory, rule: Rule) -> Halves:
    """The result of testing a rule. It need not hold on the empty board, where the convention
    decides."""
    figures = Figures(territory.ruleset, territory.budget)
    ended = not territory.convention.stuck_player_wins
    return territory.test(
        lambda position, player: rule.holds(figures, position, player) if position else ended
    )
