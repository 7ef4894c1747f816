"""The film of the misère quotient: every row is an element, multiplied one after another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from solver.conventions import Outcome
from solver.explanation import ReasoningStep
from solver.positions import Move
from solver.quotients import Known
from solver.rulesets.rules import Option
from solver.scenes import CountLine, Mark, Scene, Tag
from solver.theories.misere_quotient import SHOWN_LOST, Product, known_for
from solver.theory import Inquiry
from solver.words import joined, listed
from solver.words import misere_quotient as words
from solver.words.outcomes import OUTCOME_WORDS

from .frames import Film, Sort, WhyLost, first_options


@dataclass(frozen=True, eq=False)
class ByElement:
    """Moves are of one sort if they turn the same element into the same element."""

    known: Known

    def __call__(self, size: int, option: Option) -> tuple[int, int]:
        known = self.known
        return known[size], known.monoid.product(known[part] for part in option)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByElement) and self.known is other.known

    def __hash__(self) -> int:
        return id(self.known)


class QuotientFilm(Film):
    """Rows as elements, named alike through the whole film."""

    prefix = "quotient"

    @cached_property
    def product(self) -> Product:
        return Product(self.question, known_for(self.question))

    def product_of(self, question: Inquiry) -> Product:
        """Another position in the same letters."""
        return Product(question, self.product.known)

    def story(self) -> Iterator[ReasoningStep]:
        yield from self.shown("elements", self.elements)
        yield from self.shown("product", self.multiplied)
        yield from self.shown("verdict", self.verdict)
        if self.analysis.preferred:
            yield from self.ending()
        yield from self.shown("certificate", self.still)
        if self.analysis.preferred is None:
            yield from self.ending()

    def elements(self) -> Scene:
        """Every row with its element."""
        return Scene(self.question.position, tags=tags(self.product, Mark.LIT))

    def multiplied(self) -> Scene:
        """The product after each row, and in the end."""
        name, names = self.question.name, self.product.names
        lines = tuple(
            CountLine(words.UP_TO.format(row=name(place)), names[reached])
            for place, reached in enumerate(self.product.products())
        )
        line = CountLine(words.PRODUCT_LINE, names[self.product.element])
        return Scene(self.question.position, tags=tags(self.product), tally=(*lines, line))

    def verdict(self) -> Scene:
        """The product, and those that are lost."""
        names, lost = self.product.names, self.product.told_lost()
        shown, others = listed(lost, SHOWN_LOST)
        said = ", ".join(names[one] for one in shown)
        if others:
            said = words.MORE.format(listed=said, number=others)
        line = CountLine(words.LOSING_LINE, said)
        tally = (*product_line(self.product), line)
        return Scene(self.question.position, tags=tags(self.product), tally=tally)

    def scene(self, question: Inquiry) -> Scene:
        """Every row with its element, and the product."""
        product = self.product_of(question)
        return Scene(question.position, tags=tags(product), tally=product_line(product))

    def with_move(self, question: Inquiry, move: Move) -> Scene:
        """The board with the move, and beside its row the element before and after."""
        scene, known = super().with_move(question, move), self.product.known
        after = known.monoid.product(known[part] for part in move.becomes)
        said = self.product.said
        text = words.BECOMES.format(before=said(known[move.size]), after=said(after))
        told = (
            replace(tag, text=text, mark=Mark.LIT) if tag.component == move.component else tag
            for tag in scene.tags
        )
        return replace(scene, tags=tuple(told))

    def why_lost(self, question: Inquiry) -> WhyLost:
        product = self.product_of(question)
        said = product.said(product.element)
        if len(product.elements) == 1:
            return WhyLost(words.LOST_ROW.format(row=product.row, product=said))
        factors = joined([product.said(one) for one in product.elements])
        return WhyLost(words.LOST.format(factors=factors, product=said))

    def answer(self, asked: Inquiry, move: Move) -> Move | None:
        known = self.product.known
        sort = ByElement(known)
        by_size = first_options(sort, asked.ruleset, None)
        elements = [known[size] for size in asked.position]
        for place, size in enumerate(asked.position):
            rest = known.monoid.product(elements[:place] + elements[place + 1 :])
            for _, option in by_size.of(size, sort, asked.budget):
                after = known.monoid.product(known[part] for part in option)
                if known.monoid.is_p(known.monoid.table[rest][after]):
                    return Move(place, size, option)
        return None

    def sorts(self, question: Inquiry) -> Sort:
        return ByElement(self.product.known)


def tags(product: Product, mark: Mark = Mark.PLAIN) -> tuple[Tag, ...]:
    """The element of each row."""
    return tuple(
        Tag(place, product.names[element], mark) for place, element in enumerate(product.elements)
    )


def product_line(product: Product) -> tuple[CountLine, ...]:
    """The product and who wins by it."""
    lost = product.monoid.is_p(product.element)
    verdict = OUTCOME_WORDS[Outcome.P if lost else Outcome.N]
    return (CountLine(words.PRODUCT_LINE, product.names[product.element], verdict),)
