"""Put the sentences of a proof in order. An order is right if each sentence follows those it
needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from django.http import QueryDict

from games.content.shapes import Keys, Line, Many, OneOf, Problem, Slug, Text, Whole
from games.questions.goals.goal import Fields, Goal
from games.questions.goals.lost_rule import RULE
from games.questions.guessers import Guesser
from games.questions.proofs.proof import Proof
from games.questions.proofs.written_proof import LIGHTS, MAX_SENTENCES, WrittenProof
from games.questions.question import AnswerOption, QuestionBoard
from games.questions.verdicts import Verdict
from solver import InvalidInputError
from solver.teaching import Lemma, counted, joined


@dataclass(frozen=True)
class ShuffledSentence:
    """A sentence of the form: its *name* and what it *says*, the *numbers* to choose from, and the
    names of the sentences it *needs*, which a form shows only where one may try again."""

    name: str
    says: str
    needs: tuple[str, ...]
    numbers: tuple[AnswerOption, ...]


LEMMA = Keys(
    "Test",
    shapes={
        "from": replace(RULE, label="From every position with"),
        "never": replace(RULE, label="no move leads to one with"),
        "some": replace(RULE, label="some move leads to one with"),
        "answered": replace(RULE, label="every move has an answer to one with"),
        "is": replace(RULE, label="it also has"),
        "mover": OneOf("the player to move", choices={"wins": "wins", "loses": "loses"}),
        "compare": Line("beside it, for Left"),
        "first": Whole("a winning player takes this first", least=1, most=2),
    },
    shown=("from",),
    check=Lemma.read,
)
"""What the solver can test of a sentence."""
SENTENCES = Many(
    "Sentences of the proof",
    "Write them in a right order. Name each by a word, and list the names it needs.",
    each=Keys(
        shapes={
            "name": Slug("Name", needed=True),
            "says": Text("Sentence", needed=True),
            "needs": Many("Needs", each=Slug(), most=MAX_SENTENCES),
            "light": OneOf("Finishes", choices=LIGHTS),
            "check": LEMMA,
        },
        shown=("name", "says", "needs"),
    ),
    most=MAX_SENTENCES,
    noun="Sentence",
)


class PutInOrder(Goal):
    key = "order"
    label = "put the sentences of a proof in order"
    question = "Put the proof in order."
    for_puzzles = False
    has_turn = False
    has_position = False
    has_numbers = False
    extras: ClassVar = {"sentences": SENTENCES}

    def proof(self, task: QuestionBoard) -> WrittenProof:
        return WrittenProof(task.extra.get("sentences", []))

    def solution(self, task: QuestionBoard) -> Any:
        return None

    def right(self, task: QuestionBoard) -> str:
        return ";".join(self.proof(task).order)

    def wrong(self, task: QuestionBoard, chance: Random) -> str:
        return ";".join(shuffled(self.proof(task), chance))

    def grade(self, task: QuestionBoard, answer: str) -> Verdict:
        proof = self.proof(task)
        order = self.checked(proof, answer)
        gap = proof.first_gap(order)
        lights = proof.lights(order)
        if gap is None:
            written = tuple(proof.by_name[name].says for name in order)
            return Verdict(
                correct=True,
                words="The proof stands.",
                answered="",
                truth="Every sentence comes after the ones it needs.",
                proof=Proof(lights, sentences=written),
            )
        early = proof.by_name[order[gap]]
        missing = proof.missing(order, gap)[0]
        return Verdict(
            correct=False,
            words="Not yet.",
            answered=f"Sentence {gap + 1} comes too early.",
            truth="Every sentence comes after the ones it needs.",
            refutation=f"“{early.says}” needs this first: “{missing.says}”",
            proof=Proof(lights),
        )

    def checked(self, proof: WrittenProof, answer: str) -> list[str]:
        """The names in an answer. Raises :class:`InvalidInputError` unless it has each name
        once."""
        order = answer.split(";")
        if sorted(order) != sorted(proof.by_name):
            raise InvalidInputError.of(
                "an order", answer, f"use each of {joined(proof.order)} once"
            )
        return order

    def read(self, task: QuestionBoard, post: QueryDict) -> str:
        names = self.proof(task).order
        given = dict(pair.rpartition(".")[::2] for pair in post.getlist("number") if pair)
        left = [name for name in names if not given.get(name)]
        if left:
            said = f"Give each sentence a number. {counted(len(left), 'sentence')} still"
            needs = "needs" if len(left) == 1 else "need"
            raise InvalidInputError(f"{said} {needs} one.", value="")
        numbers = sorted(given[name] for name in names)
        twice = [one for one, other in pairwise(numbers) if one == other]
        if twice:
            raise InvalidInputError(
                f"Two sentences have the number {twice[0]}. Give each its own.", value=twice[0]
            )
        return ";".join(sorted(names, key=lambda name: given[name]))

    def fields(self, task: QuestionBoard, answer: str) -> Fields:
        return {"number": [f"{name}.{number}" for number, name in enumerate(answer.split(";"), 1)]}

    def parts(self, task: QuestionBoard) -> Sequence[ShuffledSentence]:
        """The sentences in a wrong order, the same one each time."""
        proof = self.proof(task)
        numbers = range(1, len(proof.sentences) + 1)
        return [
            ShuffledSentence(
                name,
                proof.by_name[name].says,
                proof.by_name[name].needs,
                tuple(AnswerOption(f"{name}.{number}", str(number)) for number in numbers),
            )
            for name in shuffled(proof, Random(self.right(task)))
        ]

    def answer_label(self, task: QuestionBoard, answer: str) -> str:
        return joined(self.checked(self.proof(task), answer))

    def guessed(self, task: QuestionBoard, guesser: Guesser) -> Fraction:
        """The guesser writes a random order."""
        return Fraction(*self.proof(task).share_of_orders)

    def contradiction(self, task: QuestionBoard) -> str | None:
        if "sentences" not in task.extra:
            return Problem("sentences is missing", "sentences")
        return self.proof(task).order_problem()


def shuffled(proof: WrittenProof, chance: Random) -> list[str]:
    """The names in a random wrong order."""
    while True:
        order = chance.sample(proof.order, len(proof.order))
        if proof.first_gap(order) is not None:
            return order
