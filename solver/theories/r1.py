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
from functools import cached_property, reduce
from operator import xor

from solver.conventions import Convention, Outcome
from solver.errors import BudgetExceededError, NotCoveredError
from solver.explanation import Analysis, Facts, ReasoningStep
from solver.genus import Species
from solver.kinds import Kind
from solver.move_classes import different_options, is_long
from solver.nim_values import nim_values
from solver.positions import Move
from solver.r1 import Code, is_lost, kind_of, kind_table
from solver.theory import Inquiry, Theory, check_listing, conclude
from solver.words import by_number, capitalised, counted, joined, with_article
from solver.words import r1 as words
from solver.words.moves import listed_moves, move_words
from solver.words.outcomes import NO_MOVE_LEFT

INVERTER: Code = (1, False)
SWITCHES = (Kind.HIGHER_SWITCH, Kind.GREMLIN)


class R1(Theory):
    """Four kinds of component, four cases."""

    key = "r1"
    name = "R1 kinds"

    def refusal(self, question: Inquiry) -> str | None:
        if question.convention is not Convention.MISERE:
            return words.NOT_NORMAL
        if question.ruleset.partizan:
            return words.NEEDS_SAME_MOVES
        table = kind_table(question.ruleset)
        try:
            table.grow(max(question.position, default=0), question.budget)
            table.sum(question.position, question.budget)
        except (NotCoveredError, BudgetExceededError) as error:
            escapes = table.violation is not None and table.violation.condition == 4
            return f"{error} {words.AS_PRINTED}" if escapes else str(error)
        return None

    def analyse(self, question: Inquiry) -> Analysis:
        check_listing(question, kind_table(question.ruleset).fold)
        return Cases(question).analysis()


class Cases:
    """One position as a collection of kinds."""

    def __init__(self, question: Inquiry) -> None:
        self.question = question
        self.rules = question.ruleset
        self.table = kind_table(self.rules)
        self.codes = [self.table.code(size, question.budget) for size in question.position]
        self.nim_sum = reduce(xor, (value for value, _ in self.codes), 0)
        self.firm = sum(firm for _, firm in self.codes)
        self.outcome = Outcome.P if is_lost((self.nim_sum, self.firm > 0)) else Outcome.N

    @cached_property
    def kinds(self) -> list[Kind]:
        return [kind_of(code) for code in self.codes]

    @cached_property
    def inverters(self) -> int:
        """How many of the components are inverters."""
        return self.codes.count(INVERTER)

    @cached_property
    def case(self) -> int:
        """The case of a won position, 1 to 4."""
        return case_of(self.kinds)

    def winning_moves(self) -> Iterator[Move]:
        """Every move to a position with a firm component and nim-sum 0, or without one and an
        odd number of inverters."""
        if self.outcome is Outcome.P:
            return
        budget = self.question.budget
        values = nim_values(self.rules).within(budget)
        for index, (size, (value, firm)) in enumerate(
            zip(self.question.position, self.codes, strict=True)
        ):
            rest = self.nim_sum ^ value
            if is_long(self.rules, size):
                yield from self._winning_of_long(index, rest, company=self.firm > firm)
                continue
            if self.firm - firm:
                for option in self.rules.options_of_nim_value(size, rest, values):
                    yield Move(index, size, option)
                continue
            for wanted in sorted({rest, rest ^ 1}):
                for option in self.rules.options_of_nim_value(size, wanted, values):
                    if is_lost((rest ^ wanted, self.table.sum(option, budget)[1])):
                        yield Move(index, size, option)

    def _winning_of_long(self, index: int, rest: int, *, company: bool) -> Iterator[Move]:
        """The winning moves of a long row beside others of nim-sum *rest*; *company* says whether
        one of them is firm."""
        size = self.question.position[index]
        for option in different_options(self.rules, size, self.table.fold):
            value, firm = self.table.sum(option, self.question.budget)
            if is_lost((rest ^ value, firm or company)):
                yield Move(index, size, option)

    def prescribed_move(self) -> Move | None:
        """The plainest of the moves that the case prescribes; None on a lost board."""
        return min(filter(self.is_prescribed, self.winning_moves()), key=self._rank, default=None)

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
            steps=self._steps(winning, preferred),
            fold=self.table.fold,
        )

    def _rank(self, move: Move) -> tuple[bool, int, int]:
        """First the moves the case prescribes, then the plainest."""
        return not self.is_prescribed(move), len(move.becomes), -move.size

    def is_prescribed(self, move: Move) -> bool:
        """Whether the case names a winning move. Only in cases 2 and 3 are there others: they
        leave the switch alone and make a second one, with nim-sum 0."""
        return self.case not in (2, 3) or self.kinds[move.component] is Kind.HIGHER_SWITCH

    def target(self, move: Move) -> Kind:
        """What a prescribed move turns its row into; in case 1 what it leaves on the board, a trap
        where no switch is left and otherwise a higher switch."""
        budget = self.question.budget
        if self.case != 1:
            return kind_of(self.table.sum(move.becomes, budget))
        left = [*self.kinds[: move.component], *self.kinds[move.component + 1 :]]
        left += [self.table.kind(part, budget) for part in move.becomes]
        switches = any(kind in SWITCHES for kind in left)
        return Kind.HIGHER_SWITCH if switches else Kind.TRAP

    def _facts(self, index: int) -> Facts:
        kind, (value, _) = self.kinds[index], self.codes[index]
        return {
            "size": self.question.position[index],
            "nim_value": value,
            "kind": kind.value,
            "genus": kind.genus(value),
            "species": Species.TAME.value,
            "firm": not kind.is_fickle,
        }

    def _steps(self, winning: tuple[Move, ...], preferred: Move | None) -> list[ReasoningStep]:
        if next(self.rules.legal_moves(self.question.position), None) is None:
            return [ReasoningStep("r1:end", NO_MOVE_LEFT[self.question.convention])]
        steps = [self._kinds_step(), self._count_step()]
        if preferred is None:
            return [*steps, self._lost_step()]
        case = self.case
        text = words.CASE.format(case=case, prescription=words.PRESCRIPTIONS[case])
        steps += [
            ReasoningStep(f"r1:case-{case}", text, {"case": case}),
            ReasoningStep("r1:why", words.WHY[case], {"case": case}),
            self._move_step(preferred),
        ]
        others = [move for move in winning if not self.is_prescribed(move)]
        if others:
            steps.append(self._others_step(others))
        return steps

    def _kinds_step(self) -> ReasoningStep:
        def pair(place: int, size: object) -> str:
            kind, value = self.kinds[place], self.codes[place][0]
            alone = words.LOSING if kind.misere_outcome == "P" else words.WINNING
            return words.PAIR.format(size=size, kind=with_article(kind), value=value, alone=alone)

        row, pairs = self.rules.component_word, self.question.each_told(pair)
        return ReasoningStep(
            "r1:kinds",
            words.KINDS.format(row=row, pairs=joined(pairs)),
            {"kinds": [kind.value for kind in self.kinds]},
            tuple(range(len(self.kinds))),
        )

    def _count_step(self) -> ReasoningStep:
        numbers = {kind: self.kinds.count(kind) for kind in Kind if kind in self.kinds}
        counts = joined([counted(number, kind) for kind, number in numbers.items()])
        return ReasoningStep(
            "r1:count",
            words.COUNT.format(counts=counts, nim_sum=self.nim_sum),
            {"counts": {kind.value: n for kind, n in numbers.items()}, "nim_sum": self.nim_sum},
        )

    def _lost_step(self) -> ReasoningStep:
        text = words.LOST_WITH_FIRM if self.firm else words.LOST_WITH_INVERTERS
        return ReasoningStep("r1:lost", text, {"case": 0, "inverters": self.inverters})

    def _move_step(self, move: Move) -> ReasoningStep:
        code = self.table.sum(move.becomes, self.question.budget)
        kind, after = self.kinds[move.component], kind_of(code)
        inverters = self.inverters - (kind is Kind.INVERTER)
        kinds = (self.table.kind(part, self.question.budget) for part in move.becomes)
        inverters += sum(kind is Kind.INVERTER for kind in kinds)
        firm = self.firm - (not kind.is_fickle) > 0 or code[1]
        odd = by_number(inverters, words.NOW_ONE_INVERTER, words.NOW_INVERTERS)
        now = words.NOW_FIRM if firm else odd.format(inverters=counted(inverters, Kind.INVERTER))
        return ReasoningStep(
            "r1:move",
            words.MOVE.format(
                move=capitalised(move_words(self.question.name, move)),
                kind=with_article(kind),
                after=with_article(after),
                now=now,
            ),
            {"move": str(move), "becomes": after.value, "inverters": inverters, "firm": firm},
            (move.component,),
        )

    def _others_step(self, moves: list[Move]) -> ReasoningStep:
        winning = listed_moves(self.question.name, moves)
        text = by_number(len(moves), words.ONE_OTHER, words.SOME_OTHERS)
        if self.rules.count(moves) > len(moves):
            text = by_number(len(moves), words.ONE_MIRRORED, words.SOME_MIRRORED)
        return ReasoningStep(
            "r1:others",
            text.format(moves=winning),
            {"moves": [str(move) for move in moves]},
            tuple({move.component: None for move in moves}),
        )


def prescribed_targets(question: Inquiry) -> frozenset[Kind]:
    """The targets of the moves that the case of a position prescribes (:meth:`Cases.target`)."""
    cases = Cases(question)
    moves = (move for move in cases.winning_moves() if cases.is_prescribed(move))
    return frozenset(map(cases.target, moves))


def case_of(kinds: list[Kind]) -> int:
    """The case that components of these kinds fall under, if the position is won."""
    switches = kinds.count(Kind.HIGHER_SWITCH)
    if Kind.TRAP in kinds or Kind.GREMLIN in kinds or switches > 1:
        return 1
    if switches:
        return 2 if kinds.count(Kind.INVERTER) % 2 == 0 else 3
    return 4
