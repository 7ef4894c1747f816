"""A row's genus from those of its options: the smallest missing number, once for each ending, and
beside heaps of 2 where the row is not like Nim.

Conway, *On Numbers and Games*, chapter 12.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from solver.budget import Allowed, Budget
from solver.errors import InvalidInputError
from solver.explanation import ReasoningStep
from solver.genus import Genus, bearing
from solver.positions import Position
from solver.rulesets.keys import get_ruleset
from solver.rulesets.rules import Ruleset
from solver.scenes import OptionCard, RowOptions
from solver.words import capitalised, counted, joined, unreadable
from solver.words import genus as words
from solver.words.r1 import NEXT_LOSES, NEXT_WINS

from .options import NIM_VALUE, Alone, LoneRow, derived, row_options, value_alone, with_mex


def genus_film(
    rules: str | Ruleset, size: int, budget: Allowed = None
) -> tuple[ReasoningStep, ...]:
    """The frames that derive the genus of a row of *size*.

    Raises :class:`~solver.errors.BudgetExceededError` past *budget*, and
    :class:`~solver.errors.InvalidInputError` for a partizan game.

    >>> [step.title for step in genus_film("kayles", 3)]
    ['When the last one wins', 'When the last one loses', 'Row of 3: genus 3³']
    """
    rules, budget = get_ruleset(rules), Budget.of(budget)
    if rules.partizan:
        raise InvalidInputError.because(unreadable.NO_GENUS, rules.key, example="nim")
    return tuple(GenusFilm(rules, size, budget).frames())


class GenusFilm:
    """One row, its options, and the genus of each."""

    def __init__(self, rules: Ruleset, size: int, budget: Budget) -> None:
        self.row = LoneRow(*rules.alone(size), budget)
        self.rules, self.size, self.budget = self.row.rules, size, budget
        self.options = derived(self.row).options
        self.genus = self.genus_of((self.row.size,))
        self.theirs = {option: self.genus_of(option) for option in self.options}

    def genus_of(self, position: Position) -> Genus:
        return bearing(self.rules, position, self.budget).genus

    @property
    def written(self) -> str:
        """The genus with its misère nim-values raised, where each has one digit."""
        normal, _, misere = str(self.genus).partition("^")
        raised = misere.translate(words.RAISED) if misere.isdigit() else f"^{misere}"
        return f"{normal}{raised}"

    @property
    def word(self) -> str:
        return self.rules.component_word

    def frames(self) -> Iterator[ReasoningStep]:
        """Both endings, the heaps of 2 where they tell something, and the genus."""
        normal = value_alone(self.row)
        yield self.step("normal", normal._replace(title=words.NORMAL_TITLE), NIM_VALUE)
        yield self.misere_step()
        if not self.genus.is_of_nim:
            for twos in range(1, len(self.genus.misere)):
                yield self.beside_step(twos)
        yield self.genus_step()

    def step(self, rule: str, alone: Alone, name: str) -> ReasoningStep:
        """The frame of *alone*, the row tagged with the number called *name*."""
        missing = alone.options.missing
        tag = f"{name} {self.written if missing is None else missing}"
        alone = alone._replace(options=replace(alone.options, size=self.size))
        return alone.step(f"genus:{rule}", (self.size,), self.size, tag)

    def cards(self, twos: int) -> tuple[RowOptions, list[int]]:
        """The options with their misère nim-values beside so many heaps of 2, and those numbers."""

        def card(option: Position) -> OptionCard:
            number = self.theirs[option].misere_beside(twos)
            if twos:  # who wins beside heaps is not asked
                return OptionCard(option, str(number))
            verdict = NEXT_WINS if number else NEXT_LOSES
            return OptionCard(option, str(number), verdict, number > 0)

        reached = {self.theirs[option].misere_beside(twos) for option in self.options}
        shown = row_options(self.size, self.options, card)
        return shown, sorted(reached)

    def misere_step(self) -> ReasoningStep:
        """The number of the other ending, and who wins the row alone by it."""
        shown, reached = self.cards(0)
        value = self.genus.misere[0]
        counts = words.NO_MOVE
        if reached:
            counts = words.REACHED.format(reached=joined(reached), row=self.word, value=value)
            counts = f"{words.MISERE_RULE} {counts}"
        wins = words.DECIDES.format(
            verdict=words.WINS if value else words.LOSES,
            row=self.word,
            reason=words.IS_NOT_ZERO if value else words.IS_ZERO,
        )
        facts = {"size": self.size, "reached": reached, "misere_nim_value": value}
        alone = Alone(
            words.MISERE_TITLE,
            f"{counts} {wins}",
            facts,
            with_mex(shown, reached, value, words.MISERE_VALUE),
        )
        return self.step("misere", alone, words.MISERE_VALUE)

    def beside_step(self, twos: int) -> ReasoningStep:
        """The same beside heaps of 2, where a move may be made in one of these too."""
        shown, reached = self.cards(twos)
        before, value = self.genus.misere_beside(twos - 1), self.genus.misere_beside(twos)
        pair = sorted((before, before ^ 1))
        heaps = counted(twos, "heap")
        text = words.BESIDE.format(heaps=heaps, row=self.word, before=pair[0], other=pair[1])
        text = f"{text} {words.BESIDE_OPTIONS.format(reached=joined(reached), value=value)}"
        facts = {"size": self.size, "twos": twos, "reached": reached, "misere_nim_value": value}
        options = with_mex(shown, sorted({*reached, *pair}), value, words.MISERE_VALUE)
        title = words.BESIDE_TITLE.format(heaps=heaps)
        return self.step("beside", Alone(title, text, facts, options), words.MISERE_VALUE)

    def genus_step(self) -> ReasoningStep:
        """The genus of the row, beside those of its options."""

        def card(option: Position) -> OptionCard:
            return OptionCard(option, str(self.theirs[option]))

        shown = replace(row_options(self.size, self.options, card), counts=words.GENUS)
        text = words.GENUS_OF_NIM if self.genus.is_of_nim else words.GENUS_WILD
        text = text.format(
            normal=self.genus.normal, misere=self.genus.misere[0], genus=self.written, row=self.word
        )
        if self.options:
            text = f"{text} {words.GENUS_OPTIONS}"
        title = words.GENUS_TITLE.format(
            row=capitalised(self.word), size=self.size, genus=self.written
        )
        facts = {"size": self.size, "genus": str(self.genus)}
        return self.step("genus", Alone(title, text, facts, shown), words.GENUS)
