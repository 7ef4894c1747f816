"""`r1`: classify every component, find the case, and play what it prescribes.

The algorithm of the R1 source, with the fourth condition. Of a won position:
(1) a trap, a gremlin, or two or more higher switches: return the nim-sum to 0 as in normal play;
(2) none of these, one higher switch, an even number of inverters: turn the switch into a trap
or an inverter; (3) the same with an odd number: turn it into a null or a gremlin;
(4) no trap, no switch, an even number of inverters: turn a null into an inverter or an inverter
into a null.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.errors import BudgetExceededError, NotCoveredError
from solver.explanation import Analysis, Facts, Step, counted, joined
from solver.kinds import Kind
from solver.nim_values import nim_values
from solver.positions import Move
from solver.r1 import is_lost, kind_of, kind_table
from solver.theory import Question, Theory, check_listing, conclude

SHOWN_ROWS = 12

PRESCRIPTIONS = {
    1: "Return the nim-sum to 0, as you would if the last one won.",
    2: "Turn the higher switch into a trap or an inverter.",
    3: "Turn the higher switch into a null or a gremlin.",
    4: "Turn a null into an inverter, or an inverter into a null.",
}

AS_PRINTED = (
    "The note has only the other three conditions, and with these it goes wrong: of the octal game "
    "0.35 it calls 4 + 1 lost, which is won, and 4 + 2 won, which is lost."
)


class R1(Theory):
    """Four kinds of component, four cases."""

    key = "r1"
    name = "R1 kinds"

    def refusal(self, question: Question) -> str | None:
        if question.convention is not Convention.MISERE:
            return "R1 is an algorithm for misère play; where the last one wins, use the nim-sum."
        if question.ruleset.partizan:
            return "R1 needs a game in which both players have the same moves."
        table = kind_table(question.ruleset)
        try:
            table.grow(max(question.position, default=0), question.budget)
            table.sum(question.position)
        except (NotCoveredError, BudgetExceededError) as error:
            escapes = table.violation is not None and table.violation.condition == 4
            return f"{error} {AS_PRINTED}" if escapes else str(error)
        return None

    def analyse(self, question: Question) -> Analysis:
        check_listing(question)
        return _Cases(question).analysis()


class _Cases:
    """One position as a collection of kinds."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rules = question.ruleset
        self.table = kind_table(self.rules)
        self.codes = [self.table.code(size) for size in question.position]
        self.kinds = [kind_of(code) for code in self.codes]
        self.nim_sum = reduce(xor, (value for value, _ in self.codes), 0)
        self.firm = sum(firm for _, firm in self.codes)
        self.outcome = Outcome.P if is_lost((self.nim_sum, self.firm > 0)) else Outcome.N

    @property
    def case(self) -> int:
        """The case of a won position, 1 to 4."""
        return case_of(self.kinds)

    def winning_moves(self) -> Iterator[Move]:
        """Every move to a position with a firm component and nim-sum 0, or without one and an
        odd number of inverters."""
        if self.outcome is Outcome.P:
            return
        values = nim_values(self.rules)
        values.grow(max(self.question.position, default=0), self.question.budget)
        for index, (size, (value, firm)) in enumerate(
            zip(self.question.position, self.codes, strict=True)
        ):
            rest = self.nim_sum ^ value
            if self.firm - firm:
                for option in self.rules.options_of_nim_value(size, rest, values):
                    yield Move(index, size, option)
                continue
            for wanted in sorted({rest, rest ^ 1}):
                for option in self.rules.options_of_nim_value(size, wanted, values):
                    if is_lost((rest ^ wanted, self.table.sum(option)[1])):
                        yield Move(index, size, option)

    def analysis(self) -> Analysis:
        question = self.question
        winning = tuple(self.winning_moves())
        preferred = min(winning, key=self._rank, default=None)
        return conclude(
            question,
            R1.key,
            self.outcome,
            winning,
            preferred=preferred,
            components=map(self._facts, range(len(self.kinds))),
            steps=self._steps(preferred),
        )

    def _rank(self, move: Move) -> tuple[bool, int, int]:
        """First the moves the case prescribes, then the plainest."""
        single = self.case in (2, 3)
        elsewhere = single and self.kinds[move.component] is not Kind.HIGHER_SWITCH
        return elsewhere, len(move.becomes), -move.size

    def _facts(self, index: int) -> Facts:
        kind, (value, _) = self.kinds[index], self.codes[index]
        return {
            "size": self.question.position[index],
            "nim_value": value,
            "kind": kind.value,
            "genus": kind.genus(value),
            "firm": not kind.is_fickle,
        }

    def _steps(self, preferred: Move | None) -> list[Step]:
        if next(self.rules.legal_moves(self.question.position), None) is None:
            return [Step("r1:end", "Nothing can be taken: the player to move has won.")]
        steps = [self._kinds_step(), self._count_step()]
        if self.outcome is Outcome.P:
            steps.append(self._lost_step())
        else:
            case = self.case
            steps.append(
                Step(
                    f"r1:case-{case}", f"That is case {case}. {PRESCRIPTIONS[case]}", {"case": case}
                )
            )
        if preferred:
            steps.append(self._move_step(preferred))
        return steps

    def _kinds_step(self) -> Step:
        pairs = [
            f"{size} is {_a(kind)}"
            for size, kind in zip(self.question.position, self.kinds, strict=True)
        ]
        if len(pairs) > SHOWN_ROWS:
            pairs = [*pairs[:SHOWN_ROWS], f"{len(pairs) - SHOWN_ROWS} more rows"]
        return Step(
            "r1:kinds",
            f"Give every row its kind: {joined(pairs)}.",
            {"kinds": [kind.value for kind in self.kinds]},
            tuple(range(len(self.kinds))),
        )

    def _count_step(self) -> Step:
        numbers = {kind: self.kinds.count(kind) for kind in Kind if kind in self.kinds}
        plurals = {Kind.HIGHER_SWITCH: "higher switches"}
        listed = joined([counted(n, kind, plurals.get(kind, "")) for kind, n in numbers.items()])
        return Step(
            "r1:count",
            f"Together: {listed}; the nim-sum is {self.nim_sum}.",
            {"counts": {kind.value: n for kind, n in numbers.items()}, "nim_sum": self.nim_sum},
        )

    def _lost_step(self) -> Step:
        if self.firm:
            text = (
                "The nim-sum is 0 and there is a trap or a switch: whatever you do leaves one of "
                "the four won cases. The player to move loses."
            )
        else:
            text = (
                "There is no trap and no switch, and the number of inverters is odd: it stays the "
                "other player's to make even. The player to move loses."
            )
        return Step("r1:lost", text, {"case": 0})

    def _move_step(self, move: Move) -> Step:
        after = kind_of(self.table.sum(move.becomes))
        becomes = joined([str(part) for part in move.becomes]) or "nothing"
        return Step(
            "r1:move",
            f"Turn {self.question.name(move.component)} from {move.size} into {becomes}: "
            f"{_a(self.kinds[move.component])} becomes {_a(after)}.",
            {"move": str(move), "becomes": after.value},
            (move.component,),
        )


def case_of(kinds: list[Kind]) -> int:
    """The case that components of these kinds fall under, if the position is won."""
    switches = kinds.count(Kind.HIGHER_SWITCH)
    if Kind.TRAP in kinds or Kind.GREMLIN in kinds or switches > 1:
        return 1
    if switches:
        return 2 if kinds.count(Kind.INVERTER) % 2 == 0 else 3
    return 4


def _a(kind: Kind) -> str:
    return f"an {kind}" if kind is Kind.INVERTER else f"a {kind}"
