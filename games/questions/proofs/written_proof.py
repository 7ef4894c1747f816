"""A proof as sentences: which others each one needs, whether an order is right, and what the solver
can check.

A file lists the sentences in one right order. Any other order is equally right if each sentence
follows those it needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.content.shapes import Problem
from games.questions.proofs.proof import ALWAYS_BACK, NO_MOVE_INSIDE, Light
from solver.teaching import Lemma

MAX_SENTENCES = 8
LIGHTS = {
    "inside": NO_MOVE_INSIDE,
    "back": ALWAYS_BACK,
    "start": "The start of the induction",
    "step": "The step of the induction",
}
"""The parts of a proof that a sentence can complete: one of the two halves, or of an induction."""


@dataclass(frozen=True)
class Sentence:
    """One sentence of a proof: the names of the sentences it *needs*, the *light* that it turns on,
    and what the solver can *check* about it."""

    name: str
    says: str
    needs: tuple[str, ...] = ()
    light: str = ""
    check: Lemma | None = None

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Sentence:
        """A sentence from its entry in a content file."""
        check = Lemma.read(content["check"]) if "check" in content else None
        needs, light = tuple(content.get("needs", ())), content.get("light", "")
        return cls(content["name"], content["says"], needs, light, check)


class WrittenProof:
    """The sentences of a proof, in the author's order."""

    def __init__(self, contents: Sequence[Mapping[str, Any]]) -> None:
        self.sentences = tuple(map(Sentence.of, contents))
        self.by_name = {sentence.name: sentence for sentence in self.sentences}

    @property
    def order(self) -> list[str]:
        """The names of the sentences in the author's order."""
        return [sentence.name for sentence in self.sentences]

    def missing(self, order: Sequence[str], place: int) -> list[Sentence]:
        """The sentences that the one at *place* (from 0) needs, but that do not come before it."""
        before = order[:place]
        needs = self.by_name[order[place]].needs
        return [self.by_name[name] for name in needs if name not in before]

    def first_gap(self, order: Sequence[str]) -> int | None:
        """The first place (from 0) of a sentence that comes too early; None in a right order."""
        return next((n for n in range(len(order)) if self.missing(order, n)), None)

    def lights(self, order: Sequence[str]) -> tuple[Light, ...]:
        """The light of each part of the proof. It is on if the sentence that completes the part,
        and all that it needs, are in place."""
        standing = set[str]()
        for place, name in enumerate(order):
            if not self.missing(order, place) and standing.issuperset(self.by_name[name].needs):
                standing.add(name)
        lights = []
        for key, label in LIGHTS.items():
            ends = [sentence for sentence in self.sentences if sentence.light == key]
            if ends:
                loose = [sentence for sentence in ends if sentence.name not in standing]
                said = "Something this part rests on comes too late." if loose else ends[-1].says
                lights.append(Light(label, not loose, said))
        return tuple(lights)

    @property
    def share_of_orders(self) -> tuple[int, int]:
        """The number of right orders, and the number of all orders."""
        needs = tuple(
            sum(1 << self.order.index(name) for name in sentence.needs)
            for sentence in self.sentences
        )
        return right_orders(needs)

    def problem(self) -> Problem | None:
        """Why the sentences are not a proof; None if they are."""
        names = self.order
        if len(names) < 3:
            return Problem("at least three sentences are needed", "sentences", named=True)
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            return Problem(f"the name {twice[0]} appears twice", "sentences", named=True)
        for place, sentence in enumerate(self.sentences):
            late = [name for name in sentence.needs if name not in names[:place]]
            if late:
                wrong = f"{sentence.name} needs {late[0]}, which does not come before it"
                return Problem(wrong, "sentences", named=True)
        return None

    def order_problem(self) -> Problem | None:
        """Why the sentences are no proof to put in order; None if they are."""
        if problem := self.problem():
            return problem
        right, every = self.share_of_orders
        if 4 * right > every:
            wrong = f"{right} of {every} orders are right: say which sentence needs which"
            return Problem(wrong, "sentences", named=True)
        return None


@lru_cache(maxsize=256)  # a few numbers each: 0.1 MB
def right_orders(needs: tuple[int, ...]) -> tuple[int, int]:
    """The number of orders in which each sentence follows those it *needs* (bit masks), and the
    number of all orders.

    >>> right_orders((0, 0, 3))
    (2, 6)
    """
    ways, every = {0: 1}, 1
    for number in range(1, len(needs) + 1):
        every *= number
        longer: dict[int, int] = {}
        for said, count in ways.items():
            for place, premises in enumerate(needs):
                if not said & 1 << place and premises & ~said == 0:
                    longer[said | 1 << place] = longer.get(said | 1 << place, 0) + count
        ways = longer
    return sum(ways.values()), every
