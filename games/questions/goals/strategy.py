"""Choose a strategy; the solver then plays it against every reply."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from games.boards.games import game_of, you_are
from games.content.compound import NamedOrRule
from games.content.shapes import Many, OneOf, Own, Problem
from games.questions.goals.goal import LONGER, ChoiceGoal, no_mover, varied
from games.questions.goals.lost_rule import RULE
from games.questions.proofs.proof import proof_of_trial
from games.questions.question import AnswerOption, Question, QuestionBoard
from games.questions.verdicts import Verdict
from solver import ask, format_position, parse_position
from solver.teaching import LEAVE, NAMED, Leave, Strategy, Trial, joined, read_strategy, try_out

MAX_STRATEGIES = 6
YOU, OTHER = "you", "computer"
STARTERS = {YOU: "the student", OTHER: "the computer"}


def strategy(value: Any) -> str | dict[str, Any]:
    read = read_strategy(value)
    return {LEAVE: read.rule.content} if isinstance(read, Leave) else read.key


class ChooseStrategy(ChoiceGoal):
    key = "strategy"
    mixes = True
    label = "choose a strategy"
    question = "Which strategy wins here, whatever the other player does?"
    template = "components/answers/strategy.html"
    for_puzzles = False
    has_turn = False
    is_beside = True
    extras: ClassVar = {
        "strategies": Many(
            "Strategies to choose from",
            "Exactly one must win.",
            each=Own(
                reader=strategy,
                widget=lambda place: NamedOrRule(
                    [(key, key) for key in NAMED], LEAVE, "or always leave", RULE.control(place)
                ),
                said=f"{joined(list(NAMED), 'or')}, or a rule for what to leave",
            ),
            most=MAX_STRATEGIES,
            noun="Strategy",
        ),
        "starter": OneOf("Who starts", choices=STARTERS),
    }

    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        piece = game_of(task.ruleset).piece
        return [AnswerOption(s.key, s.words(task.ruleset, piece)) for s in strategies_of(task)]

    def fresh(self, task: QuestionBoard, chance: Random) -> Question:
        """A variant with other rows, sometimes all longer by the same number, and the strategies in
        another order."""
        extra = dict(task.exercise.extra)
        extra["strategies"] = chance.sample(extra["strategies"], len(extra["strategies"]))
        more = chance.randint(1, LONGER)
        position = chance.choice(
            [
                format_position(
                    tuple(size + more for size in parse_position(task.exercise.position))
                ),
                varied(task.exercise.position, chance),
            ]
        )
        return replace(Question.of(task.exercise), position=position, extra=extra)

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        return next((s.key for s in strategies_of(task) if tried(task, s).wins), "")

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        said = self.chosen(task, answer)
        [chosen] = [s for s in strategies_of(task) if s.key == answer]
        trial = tried(task, chosen)
        times = {1: "once", 2: "twice"}.get(trial.places, f"{trial.places} times")
        return Verdict(
            correct=trial.wins,
            words="It wins." if trial.wins else "It fails.",
            answered=f"You said: {said}.",
            truth=f"{said}: we tried every reply. It needed an answer {times} and always had one.",
            refutation="" if trial.wins else "Here's how it can fail:",
            proof=proof_of_trial(task.question, trial, begins=begins(task)),
        )

    def parts(self, task: QuestionBoard) -> list[str]:
        """Who begins and, in a partizan game, which player the student is."""
        first = "You begin" if begins(task) else "The other player begins"
        mover = task.question.to_move
        if mover is None:
            return [f"{first}."]
        mine = mover if begins(task) else mover.other
        return [f"{first}. {you_are(task.ruleset, mine)}"]

    def contradiction(self, task: QuestionBoard) -> str | None:
        """The problem, unless every strategy fits the game and exactly one wins."""
        if "strategies" not in task.extra:
            return Problem("strategies is missing", "strategies")
        chosen = strategies_of(task)
        refusal = next(filter(None, (s.refusal(task.ruleset) for s in chosen)), "")
        if refusal:
            return Problem(refusal, "strategies", named=True)
        if no_mover(task.question):
            return no_mover(task.question)
        right = [s.key for s in chosen if tried(task, s).wins]
        if len(right) == 1 and len({s.key for s in chosen}) == len(chosen) > 1:
            return None
        do = "do" if right[1:] else "does"
        wrong = f"exactly one of several must win; {joined(right) or 'none of them'} {do}"
        return Problem(wrong, "strategies", named=True)


def begins(task: QuestionBoard) -> bool:
    """Whether the strategy makes the first move."""
    return bool(task.extra.get("starter", OTHER) == YOU)


def strategies_of(task: QuestionBoard) -> list[Strategy]:
    return [read_strategy(written) for written in task.extra.get("strategies", [])]


def tried(task: QuestionBoard, chosen: Strategy) -> Trial:
    """The result of playing a strategy against every line of play."""
    asked = task.question
    mover = asked.to_move.value if asked.to_move else None
    question = ask(asked.ruleset, asked.position, asked.convention.value, mover, budget=task.budget)
    return try_out(question, chosen, begins=begins(task))
