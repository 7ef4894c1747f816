"""An element of a quotient, and the company that tells it from each other element."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.explore.lab.distinguisher import apart_url, named
from games.explore.lab.quotients.quotients import Element, QuotientPage
from solver import Convention, format_position, separating_companies


@dataclass(frozen=True)
class ApartLine:
    """Another element: the smallest *company* that tells it from the chosen one, whether it *loses*
    with that company (then the chosen one wins), and the address of both on boards, if they fit."""

    name: str
    company: str
    loses: bool
    url: str


class ElementsApart:
    """The element called *chosen*, otherwise the first after the empty board, and all others."""

    def __init__(self, page: QuotientPage, chosen: str = "") -> None:
        self.page, known = page, page.known
        self.names = known.names[0]
        usual = 1 if len(self.names) > 1 else 0
        self.element = self.names.index(chosen) if chosen in self.names else usual
        self.was_chosen = chosen in self.names

    @property
    def name(self) -> str:
        return self.names[self.element]

    @property
    def limit(self) -> int:
        """The longest row in a company; 0 if there is no limit."""
        return 0 if self.page.found.is_complete else self.page.known.up_to

    def lines(self) -> Iterator[ApartLine]:
        """The other elements in the order of their names."""
        monoid, elements = self.page.known.monoid, self.page.elements
        worth = {element.position: number for number, element in enumerate(elements)}
        companies = separating_companies(self.page.known, self.element)
        for number, (other, company) in enumerate(zip(elements, companies, strict=True)):
            if company is not None:
                product = monoid.table[number][worth[company]]
                yield ApartLine(other.name, named(company), monoid.is_p(product), self._url(other))

    def _url(self, other: Element) -> str:
        mine = self.page.elements[self.element]
        if not (mine.has_board and other.has_board):
            return ""
        return apart_url(
            {
                "game": self.page.ruleset.key,
                "ending": Convention.MISERE.value,
                "one": format_position(mine.position or (0,)),
                "other": format_position(other.position or (0,)),
            }
        )
