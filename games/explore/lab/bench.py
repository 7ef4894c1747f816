"""Two games written as forms: what each is, how they compare beside others, and what tells them
apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.explore.lab.form_trees import FormTree
from games.explore.lab.rules.partizan import AMONG, MARKS, InverseLine
from games.explore.maps.game_maps import map_budget
from solver import (
    BudgetExceededError,
    HasInverse,
    MisereForm,
    Relation,
    SolverError,
    Teller,
    Universe,
    compare_forms,
    invertibility,
    read_form,
    reduced_form,
)

START = {"one": "*+*", "other": "0", "one_at": "", "other_at": ""}
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Two stars and nothing", "*+*", "0"),
    ("One for each, and nothing", "1+-1", "0"),
    ("A blocked game that counts as nothing", "{|1,*}", "0"),
    ("Two options, and one less", "{0,*|-1}", "{0|-1}"),
    ("A heap of 2 and a star", "*2", "*"),
    ("Only a larger game tells these apart", "{1|-1,*}", "{1|*}"),
    ("A square and a domino cancel, but beside strips alone", "partizan-kayles:1+2", "0"),
)
SIGNS = {
    Relation.EQUAL: ("=", "They are equal: each may stand for the other."),
    Relation.AT_LEAST: (">", "The first is the better one for Left."),
    Relation.AT_MOST: ("<", "The second is the better one for Left."),
    Relation.INCOMPARABLE: ("∥", "Neither is the better one in every company."),
    Relation.UNKNOWN: ("?", "Working this out takes too long for one page."),
}


@dataclass(frozen=True)
class UniverseFacts:
    """What a form is in one universe: whether it has an inverse there (*line*), and a sentence
    about the *reduced* form that is equal to it."""

    line: InverseLine
    reduced: str


@dataclass(frozen=True)
class TellingGame:
    """A game that shows a "no": what it shows in words, and where both sums can be played."""

    says: str
    urls: list[tuple[str, str]]


@dataclass(frozen=True)
class UniverseComparison:
    """How the two forms compare *where*: a *sign*, a sentence, and the games that show a "no"."""

    where: str
    sign: str
    says: str
    tellers: list[TellingGame]


class Bench:
    """Two forms, or one if *other* is empty. Raises :class:`~solver.SolverError` for what is no
    form, with the field."""

    def __init__(self, one: str, other: str, one_at: str, other_at: str) -> None:
        self.given = {"one": one, "other": other, "one_at": one_at, "other_at": other_at}
        self.one = self._read("one")
        self.other = self._read("other") if other else None
        self.budget = map_budget()

    def _read(self, field: str) -> MisereForm:
        try:
            return read_form(self.given[field])
        except SolverError as error:
            error.field = field
            raise

    @cached_property
    def trees(self) -> list[tuple[str, FormTree]]:
        """Each form as a tree, with a key for its place on the page."""
        forms = [("one", self.one), *([("other", self.other)] if self.other else [])]
        return [
            (key, FormTree(form, self.given[f"{key}_at"], self._address(f"{key}_at")))
            for key, form in forms
        ]

    def _address(self, field: str) -> Callable[[str], str]:
        """What makes the address of the page with another path in one *field*."""
        return lambda path: bench_url({**self.given, field: path})

    @cached_property
    def comparisons(self) -> list[UniverseComparison]:
        """How the two compare in each universe."""
        if self.other is None:
            return []
        one, other = self.one, self.other
        lines = []
        for found in compare_forms(one, other, self.budget.part(2)):
            sign, says = SIGNS[found.relation]
            tellers = [
                self._told(teller, loses, wins)
                for teller, loses, wins in (
                    (found.not_at_least, one, other),
                    (found.not_at_most, other, one),
                )
                if teller
            ]
            lines.append(UniverseComparison(AMONG[found.universe], sign, says, tellers))
        return lines

    def _told(self, teller: Teller, loses: MisereForm, wins: MisereForm) -> TellingGame:
        sums = [f"{form} + {teller.game}" for form in (wins, loses)] if teller.game.size else []
        urls = [(text, bench_url({"one": text})) for text in sums if _is_short(text)]
        return TellingGame(teller.said(loses, wins), urls)

    @cached_property
    def facts(self) -> list[tuple[MisereForm, list[UniverseFacts]]]:
        """What each form is in each universe."""
        return [(tree.form, self._facts(tree.form)) for _, tree in self.trees]

    def _facts(self, form: MisereForm) -> list[UniverseFacts]:
        told = invertibility(form, budget=self.budget.part(2))
        return [
            UniverseFacts(
                InverseLine(AMONG[each.universe], *MARKS[each.answer], each.why),
                "" if each.answer is HasInverse.OUTSIDE else self._reduced(form, each.universe),
            )
            for each in told
        ]

    def _reduced(self, form: MisereForm, universe: Universe) -> str:
        try:
            reduced = reduced_form(form, universe, self.budget.part(2))
        except BudgetExceededError:
            return "Its reduced form takes too long for one page."
        if reduced is form:
            return "It is reduced."
        return f"Its reduced form is {reduced}."


def _is_short(text: str) -> bool:
    """Whether a form can be read, and so have a page."""
    with suppress(SolverError):
        return bool(read_form(text))
    return False


def bench_url(given: Mapping[str, str]) -> str:
    """The address of one or two forms, with the moves made in each."""
    kept = {key: value for key, value in given.items() if value or key == "other"}
    return f"{reverse('lab:forms')}?{urlencode({'other': ''} | kept)}"
