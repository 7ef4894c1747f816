"""`misere-quotient`: perfect misère play for games whose quotient can be computed.

Plambeck (2005), Plambeck and Siegel (2008): a sum is a P-position exactly if the product of its
rows' elements lies in the P-portion of a finite commutative monoid. Kayles has order 40 with
nine P-elements, and repeats every 12 from row 71: perfect play for rows of any length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate

from solver.budget import Budget
from solver.conventions import Convention, Outcome
from solver.errors import BudgetExceededError
from solver.explanation import Analysis, Facts, OnDemand, ReasoningStep
from solver.genus import bearings, small_part
from solver.kinds import Kind
from solver.move_classes import different_options
from solver.nim_values import nim_values
from solver.positions import Move
from solver.quotients import KAYLES, Known, quotient_of, shipped_quotient
from solver.quotients.beside import Host, KnownBeside, beside, host_of
from solver.rulesets.octal import NAMES, Octal
from solver.rulesets.rules import Ruleset
from solver.rulesets.splitting import GrundysGame
from solver.theory import Inquiry, Theory, check_listing, conclude
from solver.words import (
    LISTED_ROWS,
    NOTHING,
    by_number,
    capitalised,
    counted,
    joined,
    listed,
    plural,
    summed_up,
)
from solver.words import misere_quotient as words
from solver.words.moves import move_words
from solver.words.outcomes import NO_MOVE_LEFT

SHOWN_LOST = 10
NAMED_ROWS = 20
"""Rows up to which the quotients of Dawson's games, Treblecross and Grundy's game grow in 3,200
steps, which is less than search takes for most of their boards."""
NAMED_REACH = 42
"""Rows that a usual budget reaches in the quotient of a game with a name: 28 in Grundy's game and
Dawson's Chess, 29 in Dawson's Kayles, 42 in Treblecross."""


class MisereQuotient(Theory):
    """Each row is an element; the product decides."""

    key = "misere-quotient"
    name = "Quotient"

    def refusal(self, question: Inquiry) -> str | None:
        if question.convention is not Convention.MISERE:
            return words.NOT_NORMAL
        if question.ruleset.partizan:
            return words.NEEDS_SAME_MOVES
        if question.ruleset.is_sum and _hosted(question) is None:
            return words.NO_SUM
        return None

    def is_at_hand(self, question: Inquiry) -> bool:
        """Whether the quotient is that of Kayles or reaches the rows already, or that of another
        game with a name does so in a moment."""
        question = _alone(question)
        largest = max(question.position, default=0)
        if is_known_by_name(question.ruleset) and largest <= NAMED_ROWS:
            return True
        return quotient_of(question.ruleset, question.budget).reaches(largest)

    def is_sure_to_end(self, question: Inquiry) -> bool:
        """Whether we keep the quotient, proved for all rows; or the game has a name, and a usual
        budget is enough for these rows of it."""
        question = _alone(question)
        rules, largest = question.ruleset, max(question.position, default=0)
        named = is_known_by_name(rules) and largest <= NAMED_REACH
        return named or shipped_quotient(rules) is not None

    def may_reach(self, question: Inquiry) -> bool:
        """Soon each row of a wild game takes a good part of what all before it took: 0.26 takes
        1,000,000 steps up to row 36. So rows twice as long as those known are out of reach."""
        question = _alone(question)
        known = quotient_of(question.ruleset, question.budget)
        return max(question.position, default=0) <= 2 * known.up_to

    def analyse(self, question: Inquiry) -> Analysis:
        known = known_for(question)
        check_listing(question, known.fold)
        return Product(question, known).analysis()


def _hosted(question: Inquiry) -> tuple[Host, Inquiry] | None:
    """The game whose quotient decides a sum of games, and the question about its rows."""
    rules, rows = question.ruleset, question.position
    host = host_of(rules, rows, question.budget)
    if host is None:
        return None
    own = host.rows(rules, rows)
    return host, replace(question, ruleset=host.rules, position=own, lanes=(), searches={})


def _alone(question: Inquiry) -> Inquiry:
    """The question about rows of one game."""
    hosted = _hosted(question) if question.ruleset.is_sum else None
    return hosted[1] if hosted else question


def known_for(question: Inquiry) -> Known:
    """The quotient that answers a question, of the rows up to its largest."""
    hosted = _hosted(question) if question.ruleset.is_sum else None
    if hosted:
        return beside(known_for(hosted[1]), question.ruleset, hosted[0])
    table = quotient_of(question.ruleset, question.budget)
    # Every answer about Kayles speaks of the whole game.
    largest = None if table is KAYLES else max(question.position, default=0)
    # Where there is another way, something is left for telling the answer.
    budget = question.budget.part(2) if question.kept else question.budget
    try:
        with table.grown(largest, budget):
            return table.known(largest)
    except BudgetExceededError:
        known = question.kept(question.ruleset.key) if question.kept else None
        if known is None or not known.covers(max(question.position)):
            raise
        return known


def is_known_by_name(rules: Ruleset) -> bool:
    """Whether the game is Grundy's or an octal one with a name."""
    return isinstance(rules, GrundysGame) or (isinstance(rules, Octal) and rules.digits in NAMES)


class Product:
    """One position as a product of elements."""

    def __init__(self, question: Inquiry, known: Known) -> None:
        self.question = question
        self.known = known
        self.monoid = known.monoid
        self.elements = [known[size] for size in question.position]
        self.element = self.monoid.product(self.elements)
        self.outcome = Outcome.P if self.monoid.is_p(self.element) else Outcome.N
        self.names, self.letters = known.names

    def winning_moves(self) -> Iterator[Move]:
        """Every option whose element, times the other rows, lies in the P-portion."""
        if self.outcome is Outcome.P:
            return
        before, after, lost = [0], [0], self.monoid.lost
        for element in self.elements[:-1]:
            before.append(self.monoid.table[before[-1]][element])
        for element in self.elements[:0:-1]:
            after.append(self.monoid.table[after[-1]][element])
        after.reverse()
        for index, size in enumerate(self.question.position):
            rest = self.monoid.table[before[index]][after[index]]
            wanted = [lost[product] for product in self.monoid.table[rest]]
            for option in different_options(self.question.ruleset, size, self.known.fold):
                if wanted[self.monoid.product(self.known[part] for part in option)]:
                    yield Move(index, size, option)

    def analysis(self) -> Analysis:
        question = self.question
        winning = tuple(self.winning_moves())
        preferred = min(winning, key=lambda m: (len(m.becomes), -m.removed), default=None)
        values = nim_values(question.ruleset).values_of(question.position, question.budget)
        aside = small_part(question.budget)
        return conclude(
            question,
            MisereQuotient.key,
            self.outcome,
            winning,
            preferred=preferred,
            components=OnDemand(lambda: self._facts(values, aside)),
            steps=OnDemand(lambda: self._steps(preferred)),
            fold=self.known.fold,
        )

    def _facts(self, values: Sequence[int], aside: Budget) -> Iterator[Facts]:
        """The facts about each row. The budget *aside* pays for the genus and the species."""
        sizes = self.question.position
        besides = bearings(self.question.ruleset, sizes, aside)
        for size, element, value, told in zip(sizes, self.elements, values, besides, strict=True):
            kind = Kind.of(value, misere_win=not self.monoid.is_p(element))
            yield {
                "size": size,
                "element": self.names[element],
                "nim_value": value,
                "kind": kind.value,
                "genus": str(told.genus) if told else None,
                "species": told.species.value if told else None,
            }

    def products(self) -> list[int]:
        """The product after each row."""
        return list(accumulate(self.elements, lambda a, b: self.monoid.table[a][b]))

    def lost(self) -> list[int]:
        """The elements that are lost for the player to move."""
        return [element for element, lost in enumerate(self.monoid.lost) if lost]

    @cached_property
    def told_letters(self) -> dict[str, int]:
        """The letters of the products on the board, of those that a move leaves and of all shorter
        rows, with the row that each stands for: what is named while the board is explained."""
        rules, known = self.question.ruleset, self.known
        told = {*self.elements, *self.products()}
        told.update(known.values[1 : max(self.question.position, default=0)])
        for place, size in enumerate(self.question.position):
            rest = self.monoid.product([*self.elements[:place], *self.elements[place + 1 :]])
            for option in different_options(rules, size, known.fold):
                left = self.monoid.product(known[part] for part in option)
                told |= {left, self.monoid.table[rest][left]}
        named = set().union(*(self.names[element] for element in told if element))
        return {letter: heap for letter, heap in self.letters.items() if letter in named}

    def told_lost(self) -> list[int]:
        """The lost elements that are written in those letters."""
        told = set(self.told_letters)
        return [element for element in self.lost() if set(self.names[element]) <= told]

    def said(self, element: int) -> str:
        """An element in a sentence; the identity is what nothing counts as."""
        return self.names[element] if element else NOTHING

    def _steps(self, preferred: Move | None) -> list[ReasoningStep]:
        question = self.question
        if next(question.ruleset.legal_moves(question.position), None) is None:
            return [ReasoningStep("quotient:end", NO_MOVE_LEFT[question.convention])]
        steps = [self._elements_step(), self._product_step(), self._verdict_step()]
        if preferred:
            steps.append(self._move_step(preferred))
        steps.append(
            ReasoningStep(
                "quotient:certificate",
                self._certificate(),
                {"up_to": self.known.up_to},
            )
        )
        return steps

    def _certificate(self) -> str:
        """How far the quotient is proved."""
        if not isinstance(self.known, KnownBeside):
            return self.known.certificate(self.question.ruleset)
        rules = self.known.host.rules
        return words.IN_GAME.format(game=rules.name, told=self.known.certificate(rules))

    @property
    def row(self) -> str:
        """What a component of the game is called."""
        return self.question.ruleset.component_word

    def _elements_step(self) -> ReasoningStep:
        letters = [
            words.LETTER.format(letter=name, row=heap) for name, heap in self.told_letters.items()
        ]
        pairs = self.question.each_told(
            lambda place, size: words.PAIR.format(
                size=size, element=self.said(self.elements[place])
            )
        )
        row, rows = self.row, plural(self.row)
        equal: Iterable[str] = ()
        if isinstance(self.known, KnownBeside):
            host = self.known.host
            game, equal = host.rules, rows_beside(self.question, host)
            row, rows = (
                words.OF_GAME.format(rows=word, game=game.name)
                for word in (game.component_word, plural(game.component_word))
            )
        sentences = [
            *equal,
            by_number(len(letters), words.LETTER_STANDS, words.LETTERS).format(
                row=row, rows=rows, letters=summed_up(letters, "letter")
            ),
            words.ELEMENTS.format(pairs=joined(pairs)),
        ]
        return ReasoningStep(
            "quotient:elements",
            " ".join(sentences),
            {
                "elements": [self.names[element] for element in self.elements],
                "order": self.monoid.order,
                "letters": self.told_letters,
            },
            tuple(range(len(self.elements))),
        )

    def _product_step(self) -> ReasoningStep:
        """The product, row by row."""
        products, product = self.products(), self.said(self.element)
        factors = list(zip(products, self.elements[1:], products[1:], strict=False))
        first, others = listed(factors, LISTED_ROWS - 1)
        ways = [self._multiplied(*numbers) for numbers in first]
        if others:
            rest = counted(others, f"more {self.row}")
            ways.append(words.REST_MAKE.format(rows=rest, product=product))
        text = words.PRODUCT if ways else words.PRODUCT_OF_ONE
        return ReasoningStep(
            "quotient:product",
            text.format(product=product, ways="; ".join(ways), row=self.row),
            {
                "product": self.names[self.element],
                "products": [self.names[product] for product in products],
                "equations": [
                    self._equation(*numbers) for numbers in first if self._cuts(*numbers)
                ],
            },
        )

    def _cuts(self, left: int, right: int, product: int) -> bool:
        """Whether the product of two elements has a shorter word than their letters."""
        return self._word(left, right) != self.said(product)

    def _equation(self, left: int, right: int, product: int) -> Facts:
        """Two words for one element, with the rows that each stands for: what a proof is about."""
        word, shorter = self._word(left, right), self.said(product)
        return {
            "word": word,
            "product": shorter,
            "one": [self.letters[letter] for letter in word],
            "other": [self.letters[letter] for letter in self.names[product] if product],
        }

    def _multiplied(self, left: int, right: int, product: int) -> str:
        """One multiplication: ``a times aa is aaa, the same as a``."""
        text = words.TIMES_SAME if self._cuts(left, right, product) else words.TIMES
        return text.format(
            left=self.said(left),
            right=self.said(right),
            word=self._word(left, right),
            product=self.said(product),
        )

    def _word(self, left: int, right: int) -> str:
        """The letters of two elements, one after the other in the order of the alphabet."""
        letters = sorted(self.names[left] * bool(left) + self.names[right] * bool(right))
        return "".join(letters) or NOTHING

    def _verdict_step(self) -> ReasoningStep:
        every, lost = self.lost(), self.told_lost()
        is_p, all_told = self.outcome is Outcome.P, len(lost) == len(every)
        if not lost or len(lost) > SHOWN_LOST:
            lost = every
            text = words.LOSES_OF_MANY if is_p else words.WINS_OF_MANY
        elif len(lost) == 1:
            text = words.LOSES_ONLY if is_p else words.WINS_ONLY
            text = text if all_told else words.ONLY_OF_LETTERS[is_p]
        else:
            text = words.LOSES_AMONG if is_p else words.WINS_AMONG
            text = text if all_told else words.AMONG_OF_LETTERS[is_p]
        return ReasoningStep(
            "quotient:verdict",
            text.format(
                product=self.said(self.element),
                losing=joined([self.said(element) for element in lost[:SHOWN_LOST]]),
                number=len(every),
            ),
            {"outcome": self.outcome.value, "p_portion_order": len(every)},
        )

    def _move_step(self, move: Move) -> ReasoningStep:
        """The row that a move cuts, what it counts as before and after, and the new product."""
        before = self.elements[move.component]
        after = self.monoid.product(self.known[part] for part in move.becomes)
        others = (*self.elements[: move.component], *self.elements[move.component + 1 :])
        rest = self.monoid.product(others)
        product = self.monoid.table[rest][after]
        is_cut = bool(rest and after) and self._cuts(rest, after, product)
        if not others:
            text = words.MOVE_OF_ONE
        elif not rest:
            text = words.MOVE_BESIDE_NOTHING
        elif not after:
            text = words.MOVE_TO_NOTHING
        else:
            text = words.MOVE_SAME if is_cut else words.MOVE
        return ReasoningStep(
            "quotient:move",
            text.format(
                move=capitalised(move_words(self.question.name, move)),
                before=self.said(before),
                after=self.said(after),
                rest=self.said(rest),
                word=self._word(rest, after),
                product=self.said(product),
            ),
            {
                "move": str(move),
                "before": self.names[before],
                "after": self.names[after],
                "rest": self.names[rest],
                "product": self.names[product],
                "equations": [self._equation(rest, after, product)] if is_cut else [],
            },
            (move.component,),
        )


def rows_beside(question: Inquiry, host: Host) -> Iterator[str]:
    """Of each row of another game, the row of the *host* that stands for it."""
    rules = question.ruleset
    for place, row in enumerate(question.position):
        heap = host.heap_of(*rules.alone(row))
        if heap is not None:
            yield (words.EQUAL if heap else words.EQUAL_TO_NOTHING).format(
                row=capitalised(question.name(place)),
                heap=heap,
                other=host.rules.row_words(host.heaps[heap]),
                game=host.rules.name,
            )
