"""A misère quotient in letters, and the forms that other programs read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from ..budget import Budget
from ..errors import InvalidInputError
from ..nim_values import nim_values
from ..positions import as_position
from ..rulesets.octal import Octal
from ..rulesets.rules import Ruleset
from ..version import VERSION
from ..words import counted, joined, plural, quotients, unreadable
from ..words import game as words
from .infinite import infinite_quotient
from .known import Known
from .presentation import Relation, meximal_sets, relations_of, smallest_positions

LETTERS = 26
NOTHING = "1"
"""The word of the empty board."""
DIGITS, ALTERNATING = 3, 64
"""The most digits of a game in Plambeck's paper, and a size by which the period 2 is proved."""
PER_LINE = 12
"""Values in a line of a table."""


@dataclass(frozen=True, repr=False)
class Quotient:
    """A misère quotient as far as it is *known*, in letters."""

    ruleset: Ruleset
    known: Known

    def __repr__(self) -> str:
        return words.QUOTIENT.format(
            game=self.ruleset.name,
            elements=counted(self.order, "element"),
            losing=len(self.p_portion),
            reach=self.ruleset.all_rows if self.is_complete else self._known_rows,
        )

    @property
    def _known_rows(self) -> str:
        rows = plural(self.ruleset.component_word)
        return words.ROWS.format(rows=rows, size=self.known.up_to)

    @property
    def is_complete(self) -> bool:
        """Whether rows of every length are covered."""
        return self.known.period is not None

    @property
    def order(self) -> int:
        return self.known.monoid.order

    @property
    def elements(self) -> list[str]:
        """The elements as shortest words; ``1`` is the empty board's."""
        return self.known.names[0]

    @property
    def generators(self) -> dict[str, int]:
        """The row that each letter stands for."""
        return self.known.names[1]

    @property
    def p_portion(self) -> list[str]:
        """The losing elements."""
        monoid = self.known.monoid
        return [name for element, name in enumerate(self.elements) if monoid.is_p(element)]

    @cached_property
    def relations(self) -> list[Relation]:
        """What presents it, beside that every product commutes."""
        return relations_of(self.known)

    def __iter__(self) -> Iterator[str]:
        """The elements, the empty board's first."""
        return iter(self.elements)

    def __len__(self) -> int:
        return self.order

    def product(self, *words: str) -> str:
        """The element that words make together.

        >>> from solver import Game
        >>> Game("kayles").quotient().product("a", "b", "a")
        'b'
        """
        letters = [letter for word in words if word != NOTHING for letter in word]
        for letter in letters:
            if letter not in self.generators:
                known = joined([*self.generators], "or")
                raise InvalidInputError.because(unreadable.LETTER, letter, known=known)
        of_letters = (self.known[self.generators[letter]] for letter in letters)
        return self.elements[self.known.monoid.product(of_letters)]

    def word(self, position: str | int | Iterable[int]) -> str:
        """The element of a position, as a word."""
        return self.elements[self._element(position)]

    def is_lost(self, position: str | int | Iterable[int]) -> bool:
        """Whether the player to move loses, where the last one loses."""
        return self.known.monoid.is_p(self._element(position))

    def _element(self, position: str | int | Iterable[int]) -> int:
        sizes = as_position(position)
        largest = max(sizes, default=0)
        if not self.known.covers(largest):
            raise InvalidInputError.because(
                unreadable.BEYOND_QUOTIENT, largest, known=self._known_rows
            )
        return self.known.monoid.product(self.known[size] for size in sizes)

    def report(self, up_to: int | None = None) -> dict[str, Any]:
        """The quotient as plain data, the command line's contract.

        *up_to* asks for the pretending function further than it had to be computed, which a
        complete quotient can tell from its period.
        """
        known, names = self.known, self.elements
        last = up_to if up_to is not None and self.is_complete else known.up_to
        return {
            "ruleset": self.ruleset.key,
            "solver": VERSION,
            "up_to": last,
            "finite": True if self.is_complete else None,
            "order": self.order,
            "p_portion_order": len(self.p_portion),
            "elements": names,
            "pretending_function": [names[known[size]] for size in range(last + 1)],
            "preperiod": known.preperiod,
            "period": known.period,
            "complete": self.is_complete,
            "reason": known.certificate(self.ruleset),
            "literature": None if self.is_complete else solved_play(self.ruleset) or None,
            "generators": self.generators,
            "p_portion": self.p_portion,
            "table": [list(row) for row in known.monoid.table],
        }

    def as_json(self) -> dict[str, Any]:
        """The report with what presents the quotient."""
        return self.report() | {
            "relations": self.relations,
            "smallest_positions": smallest_positions(self.known),
            "meximal_sets": meximal_sets(self.known.monoid),
        }

    def to_json(self) -> str:
        """The same as a line of JSON."""
        return json.dumps(self.as_json(), ensure_ascii=False)

    def to_latex(self, up_to: int | None = None) -> str:
        """The presentation, the P-portion and the pretending function for a paper; the table of
        the last goes *up_to* a row, or as far as it is computed."""
        last = self.known.up_to if up_to is None else up_to
        lost = ", ".join(map(tex_word, self.p_portion))
        given = ", ".join(
            rf"\Phi({size})={tex_word(letter)}" for letter, size in self.generators.items()
        )
        return "\n".join(
            [
                f"% {self._heading()}",
                f"% {self.known.certificate(self.ruleset)}",
                rf"${self._presentation()}$,",
                rf"$|\mathcal{{Q}}| = {self.order}$,",
                rf"$\mathcal{{P}} = \{{ {lost} \}}$, ${given}$.",
                "",
                rf"\begin{{tabular}}{{r|{'c' * PER_LINE}}}",
                "  $n$" + "".join(f" & $+{place}$" for place in range(PER_LINE)) + r" \\ \hline",
                *(
                    f"  ${start}$"
                    + "".join(
                        f" & ${tex_word(self.elements[self.known[size]])}$"
                        for size in range(start, min(start + PER_LINE, last + 1))
                    )
                    + r" \\"
                    for start in range(0, last + 1, PER_LINE)
                ),
                r"\end{tabular}",
                "",
            ]
        )

    def _presentation(self) -> str:
        generators = ", ".join(map(tex_word, self.generators))
        relations = ", ".join(f"{tex_word(a)}={tex_word(b)}" for a, b in self.relations)
        return rf"\mathcal{{Q}} = \langle {generators} \mid {relations} \rangle"

    def _repr_latex_(self) -> str:
        """What a notebook shows."""
        return f"${self._presentation()}$"

    def to_gap(self) -> str:
        """The monoid for GAP, which counts elements from 1, and the places of the losing ones."""
        monoid = self.known.monoid
        rows = ",\n  ".join(str([element + 1 for element in row]) for row in monoid.table)
        lost = [element + 1 for element in range(self.order) if monoid.is_p(element)]
        names = ", ".join(f'"{name}"' for name in self.elements)
        return words.GAP.format(heading=self._heading(), rows=rows, names=names, losing=lost)

    def to_sage(self) -> str:
        """The monoid for SageMath: the monomials of a polynomial ring modulo the relations, and the
        losing ones among them."""
        letters = ", ".join(map(_sage_letter, self.generators))
        relations = ", ".join(
            f"{sage_word(one)} - {sage_word(other)}" for one, other in self.relations
        )
        return words.SAGE.format(
            heading=self._heading(),
            letters=letters,
            relations=relations,
            elements=", ".join(map(sage_word, self.elements)),
            losing=", ".join(map(sage_word, self.p_portion)),
        )

    def _heading(self) -> str:
        return words.SAVED.format(ruleset=self.ruleset.key, order=self.order, solver=VERSION)


def solved_play(rules: Ruleset) -> str:
    """What is published of play in a game whose quotient is not known, in a sentence; empty where
    we know of nothing: the octal games of Plambeck's paper of 1992.

    >>> from solver import get_ruleset
    >>> solved_play(get_ruleset("octal:4.7"))[:44], solved_play(get_ruleset("octal:0.26"))
    ('Play is solved for rows of every length. Tha', '')
    """
    if not isinstance(rules, Octal) or len(rules.digits) - (not rules.digits[0]) > DIGITS:
        return ""
    table = nim_values(rules)
    table.look_for_period(ALTERNATING, Budget())
    is_alternating = table.fold == (1, 2) and table.table[1:3] == [1, 2]
    if not is_alternating:
        return ""
    is_open = infinite_quotient(rules) is None
    return f"{quotients.PLAY_IS_SOLVED} {quotients.QUOTIENT_IS_OPEN * is_open}".strip()


def tex_word(word: str) -> str:
    """A word with powers: ``abb`` is ``ab^{2}``."""
    return "".join(
        _tex_letter(letter) + (f"^{{{power}}}" if power > 1 else "")
        for letter, power in _runs(word)
    )


def sage_word(word: str) -> str:
    """A word with powers: ``abb`` is ``a*b^2``."""
    return "*".join(
        _sage_letter(letter) + (f"^{times}" if times > 1 else "") for letter, times in _runs(word)
    )


def _runs(word: str) -> list[tuple[str, int]]:
    """The letters of a word with their powers."""
    return [(letter, len([*run])) for letter, run in groupby(word)]


def _tex_letter(letter: str) -> str:
    number = ord(letter) - ord("a")
    return letter if number < LETTERS else f"x_{{{number + 1}}}"


def _sage_letter(letter: str) -> str:
    number = ord(letter) - ord("a")
    return letter if number < LETTERS else f"x{number + 1}"
