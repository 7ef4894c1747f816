"""Say who wins with perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any, ClassVar

from games.boards.lenses import explain
from games.boards.looks.look import Placed
from games.content.shapes import OneOf
from games.questions.frames import Told
from games.questions.goals.goal import NIM_VALUES, ChoiceGoal, showing, varied
from games.questions.goals.lines_of_play import PlayedLine, contradicting
from games.questions.guessers import Guesser
from games.questions.hints import picture_hint, question_of, reply_hint
from games.questions.question import AnswerOption, Question, QuestionBoard, QuestionLike
from games.questions.verdicts import Verdict, line_of, on_position
from solver import Convention, Outcome, Profile, get_ruleset
from solver import answer as solve
from solver.teaching import OUTCOME_WORDS, Misconception, capitalised, misjudged_outcome

ALONE = 5
"""The factor for the change of a single row in a variant, because its losing sizes are far
apart."""
YOU_PREDICT = {
    Outcome.N: "You can win",
    Outcome.P: "You lose, whatever you do",
}
THEY_PREDICT = {outcome: capitalised(words) for outcome, words in OUTCOME_WORDS.items()}


class Predict(ChoiceGoal):
    key = "predict"
    label = "say who wins"
    question = "Who wins, with perfect play?"
    line_words = ("who", "predict")
    is_quick = True
    asks_both = True
    secret = frozenset({Told.OUTCOME})
    takes_sums = has_siblings = True
    unseen = ("mirror", "even-ones", "no-remainder", "forgets-the-partizan")
    answers: ClassVar = {"answer": OneOf(choices=OUTCOME_WORDS, speaks=True)}

    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        labels = THEY_PREDICT if task.ruleset.partizan else YOU_PREDICT
        return [AnswerOption(outcome, label) for outcome, label in labels.items()]

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        asked = Question.of(task.exercise)
        times = 1 if "+" in asked.position else ALONE
        return replace(asked, position=varied(asked.position, chance, times))

    def solution(self, task: QuestionBoard) -> Any:
        return self.right(task)

    def right(self, task: QuestionBoard) -> str:
        return task.facts.outcome.value

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        predicted = self.chosen(task, answer)
        correct = answer == self.right(task)
        verdict = on_position(
            task,
            correct=correct,
            words="Right." if correct else "Not quite.",
            answered=f"You said: {predicted}.",
            truth=f"{self.chosen(task, self.right(task))}.",
        )
        if correct:
            return verdict
        line = self._line(task, answer)
        verdict = replace(verdict, refutation=line.words, line=line_of(line.moves))
        return showing(verdict, self.shows(task, answer))

    def _line(self, task: QuestionBoard, answer: str) -> PlayedLine:
        """The line of play that refutes a wrong answer."""
        line = contradicting(task.question, task.board, Outcome(answer), task.facts)
        assert line, "a right answer is contradicted by nothing"
        return line

    def played(self, task: QuestionBoard, answer: str) -> list[Placed]:
        return [] if answer == self.right(task) else list(self._line(task, answer).moves)

    def shows(self, task: QuestionBoard, answer: str) -> tuple[Misconception, ...]:
        return misjudged_outcome(task.facts, Outcome(answer))

    def theorems_on(self, exercise: QuestionLike) -> tuple[str, ...]:
        """Nim-values say who wins if the last one wins and both have the same moves. Equal rows of
        different games are not equal."""
        if exercise.convention != Convention.NORMAL:
            return ()
        rules = get_ruleset(exercise.ruleset)
        return () if rules.partizan or rules.is_sum else (NIM_VALUES,)

    def hints(self, task: QuestionBoard, tiers: int) -> Sequence[str]:
        analysis = explain(task.question, task.facts.analysis, task.theories)
        return [
            _smaller(task) if task.ruleset.partizan else reply_hint(task.question),
            question_of(analysis),
            picture_hint(task.question, task.board, analysis, self.secret),
            f"{self.chosen(task, self.right(task))}.",
        ]

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        said = guesser.outcome(task)
        if said is None:
            return super().guessed(task, guesser)
        return Fraction(said is task.facts.outcome)

    def contradiction(self, task: QuestionBoard) -> str | None:
        return None

    def no_puzzle(self, facts: Profile) -> str | None:
        if facts.question.ruleset.partizan and facts.question.to_move:
            return "This asks about both players at once: leave out left and right."
        return None


def _smaller(task: QuestionBoard) -> str:
    """Who wins a smaller board: the longest strip alone, or, if there is only one strip, a strip
    one shorter."""
    largest = max(task.question.position)
    size = largest if len(task.question.position) > 1 else largest - 1
    who = OUTCOME_WORDS[solve(replace(task.question, position=(size,) if size else ())).outcome]
    return f"Start smaller. With a single {task.ruleset.component_word} of {size}, {who}."
