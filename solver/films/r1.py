"""The film of R1: what each sort of row is and why, the count, the case, the move.

A kind is derived before it is used: the options of a row, its nim-value (the least number that
is not among theirs), and who wins it alone when the last one loses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

from solver.budget import Budget
from solver.explanation import Facts, Step, other_moves
from solver.kinds import Kind
from solver.nim_values import nim_values
from solver.positions import Move, format_position
from solver.r1 import is_lost, kind_of, kind_table
from solver.rulesets import Option, Ruleset
from solver.scenes import Mark, Scene, Tag, Tally
from solver.theories.r1 import Cases, case_of
from solver.theory import Question
from solver.words import capitalised, counted, joined, one_of, with_article

from .frames import MAX_FRAMES, OPTIONS_A_STEP, Film, Sort
from .nim_sum import odd_or_even

MAX_DERIVED = 4
"""How many sorts of row get a frame of their own."""
MAX_LISTED = 6
"""How many options of a row are listed, or nim-values of options."""
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

    def story(self) -> Iterator[Step]:
        told = list(self.told())
        sizes = sorted(set(self.question.position))[: min(MAX_DERIVED, MAX_FRAMES - len(told))]
        yield from map(self.kind_step, sizes)
        yield from told
        if self.analysis.preferred is None:
            yield from self.ending()

    def told(self) -> Iterator[Step]:
        """The frames after the kinds were derived, up to the board after the move."""
        yield from self.shown("kinds", lambda: replace(self.scene(self.question), tally=()))
        yield from self.shown("count", partial(self.scene, self.question))
        yield from self.shown("lost", self.case_scene)
        why = " ".join(step.text for step in self.shown("why", self.still))
        for step in self.shown("case", self.case_scene):
            yield replace(step, text=f"{step.text} {why}")
        if self.analysis.preferred:
            yield from self.ending()

    @cached_property
    def cases(self) -> Cases:
        return Cases(self.question)

    # --- a row alone ------------------------------------------------------------------

    def kind_step(self, size: int) -> Step:
        """One sort of row: its options, its nim-value, who wins it alone, hence its kind."""
        alone = row_alone(Row(self.question.ruleset, size, self.question.budget))
        places = tuple(p for p, other in enumerate(self.question.position) if other == size)
        tag = f"nim-value {alone.facts['nim_value']}: {alone.facts['kind']}"

        def draw() -> Scene:
            tags = tuple(Tag(place, tag, Mark.FOCUS) for place in places)
            return Scene(self.question.position, tags=tags)

        return Step("r1:kind", alone.text, alone.facts, places, draw, alone.title)

    # --- the board --------------------------------------------------------------------

    def scene(self, question: Question) -> Scene:
        """Every row with its kind, and the count of each."""
        cases = Cases(question)
        tags = tuple(Tag(place, kind.value) for place, kind in enumerate(cases.kinds))
        number = cases.kinds.count
        inverters = number(Kind.INVERTER)
        tally = (
            Tally("traps and gremlins", number(Kind.TRAP) + number(Kind.GREMLIN)),
            Tally("higher switches", number(Kind.HIGHER_SWITCH)),
            Tally("inverters", inverters, odd_or_even(inverters)),
            Tally("nim-sum", cases.nim_sum),
        )
        return Scene(question.position, tags=tags, tally=tally)

    def case_scene(self) -> Scene:
        """The four cases: the right one named, the others with the reason why not; and the moves
        that win though no case names them."""
        kinds = self.cases.kinds
        right = case_of(kinds) if self.analysis.winning_moves else 0
        tags = tuple(
            Tag(place, kind.value, Mark.LIT if kind in DECIDING[right] else Mark.PLAIN)
            for place, kind in enumerate(kinds)
        )
        lost = "the nim-sum is 0" if self.cases.firm else ""
        lines = [Tally("case", right, "" if right else "none of the four: the position is lost")]
        for case, why in why_not(kinds).items():
            if case != right:
                lines.append(Tally(f"case {case}", "no", why or lost))
        unnamed = [m for m in self.analysis.winning_moves if not self.cases.is_prescribed(m)]
        if unnamed:
            said = other_moves(self.question.name, unnamed)
            why = "though no case names it: two switches, nim-sum 0"
            lines.append(Tally("also wins", said, why))
        return Scene(self.question.position, tags=tags, tally=tuple(lines))

    def why_lost(self, question: Question) -> str:
        """Which of the two sorts of lost board this is, and why."""
        cases = Cases(question)
        if cases.firm:
            return (
                "The nim-sum is 0, and there is a trap or a switch. Every move changes the "
                "nim-sum, and that is one of the won cases."
            )
        inverters = counted(cases.inverters, "inverter")
        return (
            f"{inverters}, an odd number, and no trap or switch. If the player to move makes it "
            "even, the other player makes it odd again or has no move left. If a switch is made, "
            "the other player decides what becomes of it."
        )

    def answer(self, asked: Question, move: Move) -> Move | None:
        return next(Cases(asked).winning_moves(), None)

    def sorts(self, question: Question) -> Sort:
        return ByKind(question.ruleset, question.budget)


class Alone(NamedTuple):
    """How the kind of a row follows."""

    title: str
    text: str
    facts: Facts


@dataclass(frozen=True)
class Row:
    """A row of *size*. What is told of it does not depend on the *budget* that pays for it."""

    rules: Ruleset
    size: int
    budget: Budget = field(compare=False)


@lru_cache(maxsize=512)
def row_alone(row: Row) -> Alone:
    """The options of a row, its nim-value, who wins it alone, hence its kind."""
    rules, size, budget = row.rules, row.size, row.budget
    budget.spend(rules.breadth(size) // OPTIONS_A_STEP)
    table, options = nim_values(rules).within(budget), list(rules.options(size))
    kind, value = kind_table(rules).kind(size, budget), table[size]
    reached = sorted(rules.option_nim_values(size, [table[one] for one in range(size)]))
    word = f"{rules.component_word} of {size}"
    text = (
        f"{may_become(word, options)} {mex_words(reached, value)} "
        f"{alone_words(row, options)} So it is {with_article(kind)}."
    )
    facts = {"size": size, "reached": reached, "nim_value": value, "kind": kind.value}
    return Alone(f"{capitalised(word)} alone: {with_article(kind)}", text, facts)


def alone_words(row: Row, options: list[Option]) -> str:
    """Who wins a row alone when the last one loses."""
    if not options:
        return "Alone it is won, as no move has to be made."
    table = kind_table(row.rules)
    lost = (option for option in options if is_lost(table.sum(option, row.budget)))
    leave = next(lost, None)
    if leave is None:
        return "Alone, when the last one loses, every move from it loses."
    return f"Alone, when the last one loses, it is won by leaving {format_position(leave)}."


def may_become(word: str, options: list[Option]) -> str:
    """The options of a row in a sentence."""
    if not options:
        return f"A {word} cannot change."
    names = ["nothing" if not option else format_position(option) for option in options]
    return f"A {word} may become {one_of(names, MAX_LISTED)}."


def mex_words(reached: list[int], value: int) -> str:
    """How the nim-value follows from those of the options."""
    if not reached:
        return "Without options its nim-value is 0."
    if len(reached) > MAX_LISTED:
        return f"Its options have every nim-value below {value}, and none has {value}: its own."
    many = "nim-value" if len(reached) == 1 else "nim-values"
    return f"Its options have the {many} {joined(reached)}; the least number missing is {value}."


def why_not(kinds: list[Kind]) -> dict[int, str]:
    """Why each case does not apply; empty where what it says of the kinds holds."""
    big = next((kind for kind in (Kind.TRAP, Kind.GREMLIN) if kind in kinds), None)
    switches, inverters = kinds.count(Kind.HIGHER_SWITCH), kinds.count(Kind.INVERTER)
    parity = f"{counted(inverters, 'inverter')}: {odd_or_even(inverters)}"
    odd, even = (parity, "") if inverters % 2 else ("", parity)
    there = f"there is {with_article(big)}" if big else ""
    one = there or {0: "no higher switch", 1: ""}.get(switches, f"{switches} higher switches")
    none = there or ("there is a higher switch" if switches else "")
    return {
        1: "" if big or switches > 1 else "no trap, no gremlin, fewer than two higher switches",
        2: one or odd,
        3: one or even,
        4: none or odd,
    }
