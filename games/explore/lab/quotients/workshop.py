"""A quotient by hand: the questions of its page, and the replies.

The address holds everything that a learner has done: the companies, and the number of answered
questions. Only right answers count, so no more is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import check_rules
from games.explore.lab.comparison import rows_of
from games.explore.lab.distinguisher import NOTHING, named
from games.explore.lab.quotients.quotients import page_budget
from solver import InvalidInputError, Outcome, Position, format_position, get_ruleset
from solver.teaching import ByHandQuestion, NamedElement, QuotientByHand, about, joined

START = {"game": "octal:0.31", "up_to": "4", "beside": "", "told": "0"}
EXAMPLES = (
    ("Octal game 0.31: 6 elements", {"game": "octal:0.31", "up_to": "4"}, "2+4"),
    ("Nim with rows of up to 3", {"game": "nim", "up_to": "3"}, "1+2+3"),
    ("Kayles with rows of up to 8: 12 elements", {"game": "kayles", "up_to": "8"}, "5+8"),
)
LONGEST_ROW = 20
MOST_COMPANIES = 30
"""Twelve elements need at most eleven columns; a learner who adds others has room for them."""
MOST_IN_COMPANY = 6

NO_ANSWER = "That is not an answer. Choose one below."
NOT_ALONE = (
    "The line of {board} is the line of {others}. Add something that tells them apart, or say that "
    "they are the same."
)
LINES_DIFFER = "No: with {company} added, {board} {one} and {element} {other}."
STILL_APART = (
    "They agree in every column so far. But something you can add tells {board} and {element} "
    "apart. Find it."
)
NO_ELEMENT_LIKE_IT = "No element has this line. So {board} is a new element."
TELLS_NOTHING = "With {company} added, {board} {verdict}, and so does {others}. Try something else."
PROVED_SAME = (
    "Nothing with rows of up to {most} tells {board} and {element} apart: that is proved. So they "
    "are the same."
)
TOLD_NEW = "Right: {board} is a new element. Call it {name}."
TOLD_SAME = "Right: {board} is the same as {element}."
WRONGLY_LOST = "No: the player who faces {board} wins. So {name} is not a losing element."
NOT_YET_LOST = "Not all of them yet. Which boards lose when nothing is added?"


@dataclass(frozen=True)
class TableLine:
    """A line of the table: an element by *name*, or ``?`` for the board of the question, and for
    each column whether the player to move loses."""

    name: str
    board: str
    cells: tuple[bool, ...]


class Workshop:
    """The table so far, and the next question.

    Raises :class:`~solver.SolverError` for a game or a length that cannot be worked out by hand.
    """

    def __init__(self, given: Mapping[str, str]) -> None:
        self.rules = get_ruleset(given["game"])
        check_rules(self.rules)
        with about("up_to"):
            up_to = _number(given["up_to"], LONGEST_ROW)
            self.by_hand = QuotientByHand(self.rules, up_to, page_budget())
        told = int(given["told"]) if given["told"].isdecimal() else 0
        self.told = min(told, len(self.by_hand.questions))
        written = filter(None, given["beside"].split(",")[:MOST_COMPANIES])
        self.companies: list[Position] = list(dict.fromkeys([(), *map(self._read, written)]))
        self._tell_found_apart()

    @property
    def question(self) -> ByHandQuestion | None:
        """The current question; None once every board has its element."""
        if self.told == len(self.by_hand.questions):
            return None
        return self.by_hand.questions[self.told]

    @property
    def found(self) -> tuple[NamedElement, ...]:
        """The elements so far."""
        return self.question.found if self.question else self.by_hand.elements

    @property
    def board(self) -> str:
        """The board of the question, with its letters if it is a product."""
        return _board_in_words(self.question) if self.question else ""

    # --- what is shown ----------------------------------------------------------------

    @property
    def columns(self) -> list[str]:
        return [named(company) for company in self.companies]

    @property
    def lines(self) -> list[TableLine]:
        """A line for the board of the question, followed by one for each element."""
        named_boards = [(element_name(element), element.board) for element in self.found]
        if self.question:
            named_boards.insert(0, ("?", self.question.board))
        return [TableLine(name, named(board), self._cells(board)) for name, board in named_boards]

    @property
    def products(self) -> list[tuple[str, list[str]]]:
        """The products of all pairs of elements; empty where the product is not known yet."""
        return [(element_name(one), list(self._products_of(one))) for one in self.found]

    def _products_of(self, one: NamedElement) -> Iterator[str]:
        for other in self.found:
            product = self.by_hand.product(one, other, self.told)
            yield element_name(product) if product else ""

    @property
    def rows(self) -> list[tuple[int, str]]:
        """The element of each single row that has been answered."""
        answered = self.by_hand.questions[: self.told]
        return [(q.board[0], element_name(self._answer(q))) for q in answered if not q.asked]

    @property
    def told_last(self) -> str:
        """The reply to the last answer."""
        if not self.told:
            return ""
        last = self.by_hand.questions[self.told - 1]
        if last.same_as:
            return TOLD_SAME.format(board=_board_in_words(last), element=element_name(last.same_as))
        return TOLD_NEW.format(board=_board_in_words(last), name=self._answer(last).name)

    @property
    def lost_names(self) -> str:
        return _names(self.by_hand.lost)

    # --- answers ----------------------------------------------------------------------

    def answered(self, said: str) -> str:
        """The error in the answer ``new``, or in the number of an element; empty if it is right."""
        question = self.question
        if question is None:
            return NO_ANSWER
        if said == "new":
            if not self._alike:
                return ""
            return NOT_ALONE.format(board=self.board, others=_names(self._alike))
        if not said.isdecimal() or int(said) >= len(question.found):
            return NO_ANSWER
        element = question.found[int(said)]
        names = {"board": self.board, "element": element_name(element)}
        for company in self.companies:
            one, other = (self._says(rows + company) for rows in (question.board, element.board))
            if one != other:
                return LINES_DIFFER.format(company=named(company), one=one, other=other, **names)
        return "" if element == question.same_as else STILL_APART.format(**names)

    def brought(self, written: str) -> tuple[str, Position | None]:
        """An empty text with the company that a learner typed; or its error, with None."""
        question = self.question
        company = self._read(written)
        if question is None or not self._alike:
            return NO_ELEMENT_LIKE_IT.format(board=self.board), None
        verdict = self._says(question.board + company)
        if all(self._says(element.board + company) == verdict for element in self._alike):
            words = {"company": named(company), "board": self.board, "verdict": verdict}
            return TELLS_NOTHING.format(others=_names(self._alike), **words), None
        return "", company

    def shown(self) -> tuple[str, Position | None]:
        """An empty text with the smallest company that tells the board from an element with the
        same line; or the reason why there is none, with None."""
        question = self.question
        if question is None or not self._alike:
            return NO_ELEMENT_LIKE_IT.format(board=self.board), None
        for element in self._alike:
            if company := self.by_hand.company_for(question.board, element.board):
                return "", company
        same, most = element_name(self._alike[0]), self.by_hand.up_to
        return PROVED_SAME.format(most=most, board=self.board, element=same), None

    def marked(self, names: list[str]) -> str:
        """The error in the elements marked as losing; empty if they are right."""
        lost = {element.name for element in self.by_hand.lost}
        for element in self.found:
            if element_name(element) in names and element.name not in lost:
                return WRONGLY_LOST.format(board=named(element.board), name=element_name(element))
        return NOT_YET_LOST if set(names) < lost else ""

    # --- addresses --------------------------------------------------------------------

    @property
    def fields(self) -> dict[str, str]:
        """What has been done, as parameters of an address."""
        return {
            "game": self.rules.key,
            "up_to": str(self.by_hand.up_to),
            "beside": ",".join(map(format_position, self.companies[1:])),
            "told": str(self.told),
        }

    def url_with(self, company: Position) -> str:
        """The address with one more company."""
        beside = [*self.companies[1:], company]
        return workshop_url(self.fields | {"beside": ",".join(map(format_position, beside))})

    @property
    def next_url(self) -> str:
        """The address after a right answer."""
        return workshop_url(self.fields | {"told": str(self.told + 1)})

    # --- inside -----------------------------------------------------------------------

    @cached_property
    def _alike(self) -> tuple[NamedElement, ...]:
        """The elements with the same line as the board of the question."""
        return self.by_hand.alike(self.question, self.companies) if self.question else ()

    def _read(self, written: str) -> Position:
        """A company that a learner typed."""
        with about("bring"):
            rows = rows_of(written)
            if len(rows) > MOST_IN_COMPANY or max(rows, default=0) > self.by_hand.up_to:
                accepted = f"use up to {MOST_IN_COMPANY} rows of up to {self.by_hand.up_to}"
                raise InvalidInputError.of("something to add here", written, accepted)
            return rows

    def _tell_found_apart(self) -> None:
        """Add the columns that are needed to tell the elements apart."""
        for one, other in combinations(self.found, 2):
            lines = (self.by_hand.line(element.board, self.companies) for element in (one, other))
            if len(set(lines)) == 1:
                company = self.by_hand.company_for(one.board, other.board)
                assert company is not None  # different elements always have one
                self.companies.append(company)

    def _cells(self, board: Position) -> tuple[bool, ...]:
        return tuple(who is Outcome.P for who in self.by_hand.line(board, self.companies))

    def _says(self, board: Position) -> str:
        return "loses" if self.by_hand.outcome(board) is Outcome.P else "wins"

    def _answer(self, question: ByHandQuestion) -> NamedElement:
        if question.same_as:
            return question.same_as
        return self.by_hand.elements[len(question.found)]


def element_name(element: NamedElement) -> str:
    """The name of an element in letters."""
    return element.name or NOTHING


def workshop_url(fields: Mapping[str, str]) -> str:
    """The address of a table, at its question."""
    return f"{reverse('lab:workshop')}?{urlencode(fields)}#question"


def _board_in_words(question: ByHandQuestion) -> str:
    rows = named(question.board)
    return f"{rows} ({question.asked})" if question.asked else f"a row of {rows}"


def _names(elements: tuple[NamedElement, ...]) -> str:
    return joined([element_name(element) for element in elements])


def _number(written: str, most: int) -> int:
    number = int(written) if written.isdecimal() and len(written) < 4 else 0
    if not 1 <= number <= most:
        raise InvalidInputError.of("a length", written, f"write a number from 1 to {most}")
    return number
