"""Name the case of the strategy R1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.boards.case_tree import DrawnBranch, End, case_tree
from games.content.shapes import Whole
from games.questions.frames import Told
from games.questions.goals.classify import kind_hints
from games.questions.goals.goal import ChoiceGoal, ending, no_kinds, showing, shown
from games.questions.hints import picture_hint
from games.questions.question import AnswerOption, QuestionBoard
from games.questions.verdicts import Verdict, on_position
from solver import Kind, Profile
from solver import answer as solve
from solver.teaching import Misconception, misjudged_case, with_article

CASES = {
    "1": "Case 1: a trap, a gremlin, or two or more higher switches",
    "2": "Case 2: one higher switch, an even number of inverters",
    "3": "Case 3: one higher switch, an odd number of inverters",
    "4": "Case 4: no trap and no switch, an even number of inverters",
    "0": "No case: this is a losing position",
}


class NameCase(ChoiceGoal):
    key = "case"
    label = "name the case of R1"
    question = "Which case of R1 is this?"
    line_words = ("case",)
    is_about_kinds = True
    secret = frozenset({Told.CASE})
    has_siblings = True
    is_beside = True
    answers: ClassVar = {"answer": Whole(speaks=True)}
    template = "components/answers/case.html"

    def parts(
        self, task: QuestionBoard
    ) -> list[tuple[DrawnBranch, list[tuple[End, AnswerOption]]]]:
        """The tree of the cases; its ends are the options."""
        options = {option.value: option for option in self.options(task)}
        return [
            (branch, [(end, options[str(end.number)]) for end in branch.ends])
            for branch in case_tree()
        ]

    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        return [AnswerOption(case, label) for case, label in CASES.items()]

    def solution(self, task: QuestionBoard) -> Any:
        return task.facts.case

    def right(self, task: QuestionBoard) -> str:
        return str(task.facts.case)

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        answered = f"You said: {self.chosen(task, answer)}."
        right = self.right(task)
        if answer != right:
            answered += f" {_about(task, int(answer))}"
        verdict = on_position(
            task,
            correct=answer == right,
            words="Right." if answer == right else "Not that case.",
            answered=answered,
            truth=f"{self.chosen(task, right)}.",
        )
        steps = solve(task.question, theory="r1").steps
        verdict = replace(verdict, reasons=tuple(step.text for step in steps))
        return showing(verdict, self.shows(task, answer))

    def shows(self, task: QuestionBoard, answer: str) -> tuple[Misconception, ...]:
        return misjudged_case(int(self.right(task)), int(answer))

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        start, question, _, answer = kind_hints(task, self.grade(task, self.right(task)))
        r1 = solve(task.question, theory="r1")
        return [start, question, picture_hint(task.question, task.board, r1, self.secret), answer]

    def no_puzzle(self, facts: Profile) -> str | None:
        question = facts.question
        if no_kinds(question) or facts.case is not None:
            return no_kinds(question)
        about = f"{shown(question)} {ending(question)}"
        return f"R1 says nothing about {about}, so none of its cases applies."


def _about(task: QuestionBoard, case: int) -> str:
    """Which condition of the chosen case does not hold."""
    kinds = task.facts.kinds
    firm = [kind for kind in kinds if kind in (Kind.TRAP, Kind.GREMLIN)]
    switches, inverters = kinds.count(Kind.HIGHER_SWITCH), kinds.count(Kind.INVERTER)
    if case == 0:
        return "It isn't a losing position: one of the moves wins."
    if case == 1:
        if firm or switches > 1:
            return "The nim-sum is 0 already, so that case has no move to make."
        there = "only one higher switch" if switches else "no higher switch"
        return f"There is no trap and no gremlin here, and {there}."
    if firm:
        return f"There is {with_article(firm[0].value)} here, and that case allows none."
    if (case == 4 and switches) or (case != 4 and switches != 1):
        return f"{_are(switches, 'higher switch', 'es')} here."
    parity = "odd" if inverters % 2 else "even"
    return f"{_are(inverters, 'inverter', 's')} here, an {parity} number."


def _are(number: int, word: str, plural: str) -> str:
    if number == 1:
        return f"There is one {word}"
    return f"There are {number or 'no'} {word}{plural}"
