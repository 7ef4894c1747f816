"""Find the sentence of a proof that fails for a game; the solver gives a position that breaks
it."""

from __future__ import annotations

from typing import Any, ClassVar

from games.content.shapes import Problem
from games.questions.goals.goal import ChoiceGoal
from games.questions.goals.lost_set import WITHIN, territory_of, within_in_words
from games.questions.goals.order import SENTENCES
from games.questions.proofs.proof import Proof, shot_of, why_it_fails
from games.questions.proofs.written_proof import Sentence, WrittenProof
from games.questions.question import AnswerOption, QuestionBoard
from games.questions.verdicts import Verdict
from solver import Breach, Territory
from solver.teaching import joined


class WhichFails(ChoiceGoal):
    key = "fails"
    mixes = True
    label = "say which sentence of a proof fails for this game"
    question = "Which sentence fails for this game?"
    template = "components/answers/lost-rule.html"
    for_puzzles = False
    has_turn = False
    has_position = False
    extras: ClassVar = {"within": WITHIN, "sentences": SENTENCES}

    def proof(self, task: QuestionBoard) -> WrittenProof:
        return WrittenProof(task.extra.get("sentences", []))

    def options(self, task: QuestionBoard) -> list[AnswerOption]:
        return [AnswerOption(one.name, one.says) for one in self.proof(task).sentences]

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        territory = territory_of(task)
        sentences = self.proof(task).sentences
        return next((one.name for one in sentences if breach_of(one, territory)), "")

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        said = self.chosen(task, answer)
        territory, proof = territory_of(task), self.proof(task)
        chosen = proof.by_name[answer]
        breach = breach_of(chosen, territory)
        if chosen.check and breach:
            shot = shot_of(territory, breach, 0, still=True)
            return Verdict(
                correct=True,
                words="That sentence fails.",
                answered="",
                truth=f"“{said}” {why_it_fails(territory, chosen.check, breach)}",
                proof=Proof(shots=(shot,) if shot else ()),
            )
        if chosen.check:
            why = f"We tested it on every position with {self.parts(task)[0]}, and it holds."
        else:
            premises = joined([f"“{proof.by_name[name].says}”" for name in chosen.needs])
            why = f"It would follow from {premises}"
        return Verdict(
            correct=False,
            words="Not this one.",
            answered=f"You said: “{said}”",
            truth="Another sentence fails.",
            refutation=why,
        )

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return self.chosen(task, answer).rstrip(".")

    def parts(self, task: QuestionBoard) -> list[str]:
        """The range of positions in the test, and the noun for an option."""
        return [within_in_words(task), "sentence"]

    def contradiction(self, task: QuestionBoard) -> str | None:
        """The problem, unless each sentence can be tested or follows from others, and exactly one
        fails."""
        for name in ("within", "sentences"):
            if name not in task.extra:
                return Problem(f"{name} is missing", name)
        proof = self.proof(task)
        if problem := proof.problem():
            return problem
        for one in proof.sentences:
            if one.check is None and not one.needs:
                wrong = f"{one.name} has nothing to test, and follows from no other sentence"
                return Problem(wrong, "sentences", named=True)
            refusal = one.check.refusal(task.ruleset) if one.check else ""
            if refusal:
                return Problem(refusal, "sentences", named=True)
        territory = territory_of(task)
        failing = [one.name for one in proof.sentences if breach_of(one, territory)]
        if len(failing) == 1:
            return None
        are = "do" if failing[1:] else "does"
        wrong = f"exactly one sentence must fail; {joined(failing) or 'none of them'} {are}"
        return Problem(wrong, "sentences", named=True)


def breach_of(one: Sentence, territory: Territory) -> Breach | None:
    """The smallest position for which a sentence is false."""
    return one.check.breach(territory) if one.check else None
