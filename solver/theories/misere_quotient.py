"""`misere-quotient`: perfect misère play for games whose quotient can be computed.

Plambeck (2005), Plambeck and Siegel (2008): a sum is a P-position exactly if the product of its
rows' elements lies in the P-portion of a finite commutative monoid. Kayles has order 40 with
nine P-elements, and repeats every 12 from row 71: perfect play for rows of any length.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.budget import Budget
from solver.conventions import Convention, Outcome
from solver.explanation import Analysis, Facts, Step, joined
from solver.kinds import Kind
from solver.nim_values import nim_values
from solver.positions import Move
from solver.quotients import QuotientTable, quotient_of
from solver.rulesets import Octal
from solver.theory import Question, Theory, check_listing, conclude

SHOWN_ROWS = 12


class MisereQuotient(Theory):
    """Each row is an element; the product decides."""

    key = "misere-quotient"
    name = "Quotient"

    def refusal(self, question: Question) -> str | None:
        if question.convention is not Convention.MISERE:
            return "The quotient speaks of misère play; where the last one wins, ask the nim-sum."
        if question.ruleset.partizan:
            return "The quotient needs a game in which both players have the same moves."
        return None

    def analyse(self, question: Question) -> Analysis:
        check_listing(question)
        table = quotient_of(question.ruleset)
        # Kayles is completed once, whoever asks first: every answer speaks of the whole game.
        is_kayles = isinstance(question.ruleset, Octal) and question.ruleset.digits == (0, 7, 7)
        largest = None if is_kayles else max(question.position, default=0)
        with table.grown(largest, Budget() if is_kayles else question.budget):
            return _Product(question, table).analysis()


class _Product:
    """One position as a product of elements."""

    def __init__(self, question: Question, table: QuotientTable) -> None:
        self.question = question
        self.table = table
        self.monoid = table.monoid
        self.elements = [table[size] for size in question.position]
        self.element = self.monoid.product(self.elements)
        self.outcome = Outcome.P if self.monoid.is_p(self.element) else Outcome.N
        self.names, self.letters = table.names()

    def winning_moves(self) -> Iterator[Move]:
        """Every option whose element, times the other rows, lies in the P-portion."""
        if self.outcome is Outcome.P:
            return
        before, after = [0], [0]
        for element in self.elements[:-1]:
            before.append(self.monoid.table[before[-1]][element])
        for element in self.elements[:0:-1]:
            after.append(self.monoid.table[after[-1]][element])
        after.reverse()
        for index, size in enumerate(self.question.position):
            rest = self.monoid.table[before[index]][after[index]]
            wanted = [self.monoid.is_p(product) for product in self.monoid.table[rest]]
            for option in self.question.ruleset.options(size):
                if wanted[self.monoid.product(self.table[part] for part in option)]:
                    yield Move(index, size, option)

    def analysis(self) -> Analysis:
        question = self.question
        winning = tuple(self.winning_moves())
        preferred = min(winning, key=lambda m: (len(m.becomes), -m.removed), default=None)
        return conclude(
            question,
            MisereQuotient.key,
            self.outcome,
            winning,
            preferred=preferred,
            components=map(self._facts, question.position, self.elements),
            steps=self._steps(preferred),
        )

    def _facts(self, size: int, element: int) -> Facts:
        table = nim_values(self.question.ruleset)
        table.grow(size, self.question.budget)
        value = table[size]
        kind = Kind.of(value, misere_win=not self.monoid.is_p(element))
        return {
            "size": size,
            "element": self.names[element],
            "nim_value": value,
            "kind": kind.value,
        }

    def _steps(self, preferred: Move | None) -> list[Step]:
        question, monoid = self.question, self.monoid
        if next(question.ruleset.legal_moves(question.position), None) is None:
            return [Step("quotient:end", "Nothing can be taken: the player to move has won.")]
        pairs = [
            f"{size} is {self.names[element]}"
            for size, element in zip(question.position, self.elements, strict=True)
        ]
        if len(pairs) > SHOWN_ROWS:
            pairs = [*pairs[:SHOWN_ROWS], f"{len(pairs) - SHOWN_ROWS} more rows"]
        number = bin(monoid.p_portion).count("1")
        is_p = self.outcome is Outcome.P
        steps = [
            Step(
                "quotient:elements",
                f"Here every row counts as one of {monoid.order} elements: {joined(pairs)}.",
                {
                    "elements": [self.names[element] for element in self.elements],
                    "order": monoid.order,
                    "letters": self.letters,
                },
                tuple(range(len(self.elements))),
            ),
            Step(
                "quotient:product",
                f"Multiplied together they are {self.names[self.element]}.",
                {"product": self.names[self.element]},
            ),
            Step(
                "quotient:verdict",
                f"{self.names[self.element]} is {'one' if is_p else 'none'} of the {number} "
                f"elements that lose for whoever moves: the player to move "
                f"{'loses' if is_p else 'wins'}.",
                {"outcome": self.outcome.value, "p_portion_order": number},
            ),
        ]
        if preferred:
            after = monoid.product(self.table[size] for size in preferred.apply(question.position))
            becomes = joined([str(part) for part in preferred.becomes]) or "nothing"
            steps.append(
                Step(
                    "quotient:move",
                    f"Turn {question.name(preferred.component)} from {preferred.size} into "
                    f"{becomes}: the product becomes {self.names[after]}, which is one of them.",
                    {"move": str(preferred), "product": self.names[after]},
                    (preferred.component,),
                )
            )
        steps.append(
            Step("quotient:certificate", certificate(self.table), {"up_to": self.table.up_to})
        )
        return steps


def certificate(table: QuotientTable) -> str:
    """How far the quotient is proved, as one sentence."""
    if table.complete:
        return (
            f"This is proved for rows of every length: from {table.preperiod} on the elements "
            f"repeat every {table.period}."
        )
    return f"This is proved for rows of up to {table.up_to}; no period is proved yet."
