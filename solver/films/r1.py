"""The film of R1: what each sort of row is and why, the count, the case, the move.

A kind is derived before it is used: the options of a row, its nim-value (the least number that
is not among theirs), and who wins it alone when the last one loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from solver.budget import Budget
from solver.explanation import ReasoningStep
from solver.kinds import Kind
from solver.pool import pooled
from solver.positions import Move, Position, format_parts
from solver.r1 import is_lost, kind_of, kind_table
from solver.rulesets.rules import Option, Ruleset
from solver.scenes import CountLine, Mark, OptionCard, Scene, Tag
from solver.theories.r1 import Cases, case_of
from solver.theory import Inquiry
from solver.words import by_number, capitalised, counted, with_article
from solver.words import r1 as words
from solver.words.nim_sum import NIM_SUM
from solver.words.published import LOST_WITH_FIRM

from .frames import MAX_FRAMES, Film, Sort, WhyLost
from .nim_sum import odd_or_even
from .options import Alone, LoneRow, derived, row_options, with_mex

MAX_DERIVED = 4
"""How many sorts of row get a frame of their own."""
DECIDING = {
    0: set(),
    1: {Kind.TRAP, Kind.GREMLIN, Kind.HIGHER_SWITCH},
    2: {Kind.HIGHER_SWITCH},
    3: {Kind.HIGHER_SWITCH},
    4: {Kind.NULL, Kind.INVERTER},
}
"""The kinds that a case is about; 0 stands for a lost position."""


@dataclass(frozen=True)
class ByKind:
    """Moves are of one sort if they turn the same kind into the same kind."""

    rules: Ruleset
    budget: Budget = field(compare=False)

    def __call__(self, size: int, option: Option) -> tuple[Kind, Kind]:
        table = kind_table(self.rules)
        return table.kind(size, self.budget), kind_of(table.sum(option, self.budget))


class R1Film(Film):
    """Rows as kinds."""

    prefix = "r1"

    def story(self) -> Iterator[ReasoningStep]:
        told = list(self.told())
        sizes = sorted(set(self.question.position))[: min(MAX_DERIVED, MAX_FRAMES - len(told))]
        yield from map(self.kind_step, sizes)
        yield from told
        if self.analysis.preferred is None:
            yield from self.ending()

    def told(self) -> Iterator[ReasoningStep]:
        """The frames after the kinds were derived, up to the board after the move."""
        yield from self.shown("kinds", lambda: replace(self.scene(self.question), tally=()))
        yield from self.shown("count", partial(self.scene, self.question))
        yield from self.shown("lost", self.case_scene)
        more = [*self.shown("why", self.still), *self.shown("others", self.still)]
        for step in self.shown("case", self.case_scene):
            data = {key: value for one in (step, *more) for key, value in one.data.items()}
            yield replace(step, text=" ".join(one.text for one in (step, *more)), data=data)
        move = self.analysis.preferred
        for step in self.ending() if move else ():
            if move and step.rule == "r1:move":
                yield self.retold(step, partial(self.target_step, move))
            else:
                yield step

    @cached_property
    def cases(self) -> Cases:
        return Cases(self.question)

    def called(self, question: Inquiry, move: Move, answer: Move) -> str:
        """The case that a move from a lost board leads to, which finds the answer."""
        return words.ANSWERS_BY_CASE.format(case=Cases(question.after(move)).case)

    # --- a row alone ------------------------------------------------------------------

    def kind_step(self, size: int) -> ReasoningStep:
        """One sort of row: its options, its nim-value, who wins it alone, hence its kind."""
        alone = kind_alone(LoneRow.of(self.question, size))
        alone = alone.said_in(self.question.ruleset, size)
        tag = words.TAG.format(value=alone.facts["nim_value"], kind=alone.facts["kind"])
        return alone.step("r1:kind", self.question.position, size, tag)

    # --- the board --------------------------------------------------------------------

    def scene(self, question: Inquiry) -> Scene:
        """Every row with its kind, and the count of each."""
        cases = Cases(question)
        tags = tuple(Tag(place, kind.value) for place, kind in enumerate(cases.kinds))
        number = cases.kinds.count
        inverters = number(Kind.INVERTER)
        tally = (
            CountLine(words.TRAPS_AND_GREMLINS, number(Kind.TRAP) + number(Kind.GREMLIN)),
            CountLine(words.HIGHER_SWITCHES, number(Kind.HIGHER_SWITCH)),
            CountLine(words.INVERTERS, inverters, odd_or_even(inverters)),
            CountLine(NIM_SUM, cases.nim_sum),
        )
        return Scene(question.position, tags=tags, tally=tally)

    def case_scene(self) -> Scene:
        """The four cases: the right one named, the others with the reason why not."""
        kinds = self.cases.kinds
        right = case_of(kinds) if self.analysis.winning_moves else 0
        tags = tuple(
            Tag(place, kind.value, Mark.LIT if kind in DECIDING[right] else Mark.PLAIN)
            for place, kind in enumerate(kinds)
        )
        lost = words.NIM_SUM_IS_0 if self.cases.firm else ""
        lines = [CountLine(words.CASE_LINE, right, "" if right else words.NO_CASE)]
        for case, why in why_not(kinds).items():
            if case != right:
                lines.append(CountLine(words.CASE_NUMBER.format(case=case), words.NO, why or lost))
        return Scene(self.question.position, tags=tags, tally=tuple(lines))

    # --- the move ---------------------------------------------------------------------

    def target_step(self, move: Move, step: ReasoningStep) -> ReasoningStep:
        """The move beside everything that its row may become, and why the case always has one."""
        rules, row = self.question.ruleset, LoneRow.of(self.question, move.size)
        table, budget = kind_table(row.rules), self.question.budget
        becoming = {
            tuple(rules.alone(part)[1] for part in sorted(other.becomes))
            for other in self.analysis.winning_moves
            if other.component == move.component
        }

        def card(option: Position) -> OptionCard:
            wins = option in becoming
            verdict = words.WINNING_MOVE if wins else words.LOSING_MOVE
            return OptionCard(option, kind_of(table.sum(option, budget)).value, verdict, wins)

        options = row_options(move.size, derived(row).options, card)

        def draw() -> Scene:
            return replace(self.with_move(self.question, move), options=(options,))

        return replace(
            step,
            text=f"{step.text} {self.why_there(move)}",
            data={**step.data, "options": [card.as_json() for card in options.cards]},
            draw=draw,
        )

    def why_there(self, move: Move) -> str:
        """Why the case always has its move, or in case 1, why a trap or a switch is left."""
        kinds = self.cases.kinds
        kind, case = kinds[move.component], self.cases.case
        if case == 1:
            stays = (place for place, other in enumerate(kinds) if not other.is_fickle)
            place = next((place for place in stays if place != move.component), None)
            if place is None:
                return words.STAYS_FIRM[kind]
            return words.STAYS.format(kind=kinds[place], row=self.question.name(place))
        return words.ALWAYS_THERE[case, kind]

    def why_lost(self, question: Inquiry) -> WhyLost:
        """Which of the two sorts of lost board this is, and why."""
        cases = Cases(question)
        if cases.firm:
            return WhyLost(LOST_WITH_FIRM, words.NIM_SUM_CHANGES)
        inverters = cases.inverters
        odd = by_number(
            inverters, words.LOST_BOARD_WITH_ONE_INVERTER, words.LOST_BOARD_WITH_INVERTERS
        )
        here = odd.format(inverters=counted(inverters, Kind.INVERTER))
        return WhyLost(here, words.LOST_BOARD_GOES_ON)

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        return Cases(asked).prescribed_move()

    def sorts(self, question: Inquiry) -> Sort:
        return ByKind(question.ruleset, question.budget)


@pooled(lambda row: (row.rules.identity, row.size))
def kind_alone(row: LoneRow) -> Alone:
    """The options of a row, its nim-value, who wins it alone, hence its kind."""
    options, reached, value, how = derived(row)
    table = kind_table(row.rules)
    kind = table.kind(row.size, row.budget)

    def card(option: Position) -> OptionCard:
        code = table.sum(option, row.budget)
        lost = is_lost(code)
        return OptionCard(
            option, str(code[0]), words.NEXT_LOSES if lost else words.NEXT_WINS, not lost
        )

    text = words.ALONE.format(derived=how, alone=alone_words(row, options), kind=with_article(kind))
    title = words.ALONE_TITLE.format(
        row=capitalised(row.rules.component_word), size=row.size, kind=with_article(kind)
    )
    facts = {"size": row.size, "reached": reached, "nim_value": value, "kind": kind.value}
    return Alone(title, text, facts, with_mex(row_options(row.size, options, card), reached, value))


def alone_words(row: LoneRow, options: list[Position]) -> str:
    """Who wins a row alone when the last one loses."""
    if not options:
        return words.WINS_WITHOUT_MOVE
    table = kind_table(row.rules)
    lost = (option for option in options if is_lost(table.sum(option, row.budget)))
    leave = next(lost, None)
    if leave is None:
        return by_number(len(options), words.LOSES_BY_ONE, words.LOSES_BY_ALL)
    return words.WINS_BY_LEAVING.format(option=format_parts(leave))


def why_not(kinds: list[Kind]) -> dict[int, str]:
    """Why each case does not apply; empty where what it says of the kinds holds."""
    big = next((kind for kind in (Kind.TRAP, Kind.GREMLIN) if kind in kinds), None)
    switches, inverters = kinds.count(Kind.HIGHER_SWITCH), kinds.count(Kind.INVERTER)
    parity = words.PARITY.format(
        inverters=counted(inverters, Kind.INVERTER), parity=odd_or_even(inverters)
    )
    odd, even = (parity, "") if inverters % 2 else ("", parity)
    there = words.THERE_IS.format(kind=with_article(big)) if big else ""
    many = {0: words.NO_SWITCH, 1: ""}.get(switches, counted(switches, Kind.HIGHER_SWITCH))
    one = there or many
    none = there or (words.A_SWITCH if switches else "")
    return {
        1: "" if big or switches > 1 else words.FEW_SWITCHES,
        2: one or odd,
        3: one or even,
        4: none or odd,
    }
