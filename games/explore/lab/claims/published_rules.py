"""Published rules applied to a position: the verdict of each, and its smallest errors."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import example_budget, page_budget
from games.boards.games import OFFERS
from games.explore.addresses import address as explored
from games.explore.theory.exhibits import ShownExhibit, shown
from solver import (
    PUBLISHED,
    BudgetExceededError,
    Comparison,
    Convention,
    Inquiry,
    NotCoveredError,
    Published,
    Ruleset,
    ask,
    compare,
    disagreements,
    format_position,
    pooled,
)
from solver.teaching import ESCAPING_ROWS, Claim, Exhibit

GAMES = OFFERS | {ESCAPING_ROWS: "The gremlin (octal 0.35)"}
FIRST = PUBLISHED[0].example
"""The position that the page shows at first."""


@dataclass(frozen=True)
class RuleLens:
    """One rule applied to a position: its *comparison* with the truth, or a *refusal* in words."""

    rule: Published
    comparison: Comparison | None
    refusal: str
    url: str

    @property
    def verdict(self) -> str:
        """``good`` or ``bad``; empty if the rule says nothing."""
        if self.comparison is None:
            return ""
        return "good" if self.comparison.agrees else "bad"


@dataclass(frozen=True)
class Smallest:
    """A position at which a rule errs: *what* it is wrong about, and what it *says*."""

    what: str
    ruleset: str
    position: str
    says: str
    url: str


@dataclass(frozen=True)
class Smallests:
    """The smallest errors of a rule in a game, and the number of positions that we checked."""

    errors: tuple[Smallest, ...]
    looked: int


def address(question: Inquiry, rule: Published | None = None) -> str:
    """The address of this page for a position, with a rule chosen."""
    asked = {
        "ruleset": question.ruleset.key,
        "position": format_position(question.position),
        "convention": question.convention.value,
    }
    if question.to_move:
        asked["turn"] = question.to_move.value
    if rule:
        asked["lens"] = rule.key
    return f"{reverse('lab:lenses')}?{urlencode(asked)}"


def through(rule: Published, question: Inquiry) -> RuleLens:
    """Apply one rule to a position."""
    comparison, refusal = None, rule.misfit(question.ruleset, question.convention)
    if not refusal:
        try:
            comparison = compare(rule, question.within(2))
        except (NotCoveredError, BudgetExceededError) as error:
            refusal = str(error)
    return RuleLens(rule, comparison, refusal, address(question, rule))


@dataclass(frozen=True)
class Lenses:
    """A position with every rule applied; the chosen one is the one *asked* for, otherwise the
    first that errs, otherwise the first that says anything."""

    question: Inquiry
    asked: str

    @cached_property
    def all(self) -> list[RuleLens]:
        return [through(rule, self.question) for rule in PUBLISHED]

    @cached_property
    def chosen(self) -> RuleLens:
        wanted = [lens for lens in self.all if lens.rule.key == self.asked]
        erring = [lens for lens in self.all if lens.verdict == "bad"]
        speaking = [lens for lens in self.all if lens.comparison]
        return (wanted + erring + speaking + self.all)[0]

    @cached_property
    def shown(self) -> ShownExhibit | None:
        """The chosen rule's verdict on a board beside the truth; None if it says nothing or there
        is no move."""
        comparison = self.chosen.comparison
        if comparison is None or next(self.question.legal_moves(), None) is None:
            return None
        try:
            return shown(
                exhibit_of(comparison),
                "lens-",
                claimant=comparison.rule.name,
                budget=self.question.budget,
            )
        except BudgetExceededError:
            return None

    @cached_property
    def smallest(self) -> Smallests | None:
        """The smallest errors of the chosen rule in this game; None if it does not apply to it."""
        rules, ending = self.question.ruleset, self.question.convention
        if self.chosen.rule.misfit(rules, ending):
            return None
        try:
            return smallest_errors(self.chosen.rule, rules.key, ending)
        except BudgetExceededError:
            return None

    @property
    def explored(self) -> str:
        """The address of the position in the explorer."""
        return explored(self.question)

    @property
    def elsewhere(self) -> list[Smallest]:
        """For each rule, a position at which it errs, in a game that it applies to."""
        budget = example_budget()
        examples = (compare(rule, ask(*rule.example, budget=budget)) for rule in PUBLISHED)
        return [error_of(example, example.rule.name) for example in examples]


def exhibit_of(comparison: Comparison) -> Exhibit:
    """A rule's verdict as the claim of an exhibit, with the move that it would make."""
    question, reading = comparison.question, comparison.reading
    move = next(iter(comparison.losing or reading.moves), None)
    claim = Claim(
        comparison.rule.quote,
        "a winning position" if reading.wins else "a losing position",
        reading.tags,
        reading.wins,
        str(move) if move else "",
    )
    return Exhibit(
        question.ruleset.key,
        format_position(question.position),
        question.convention.value,
        tuple(map(str, comparison.truth.moves)),
        comparison.says,
        claim,
        question.to_move.value if question.to_move else None,
    )


def error_of(comparison: Comparison, what: str) -> Smallest:
    """A position at which a rule errs, with its address."""
    question = comparison.question
    return Smallest(
        what,
        question.ruleset.key,
        format_position(question.position),
        comparison.says,
        address(question, comparison.rule),
    )


@pooled(lambda rule, key, convention: (rule.key, key, convention.value))
def smallest_errors(rule: Published, key: str, convention: Convention) -> Smallests:
    """The smallest positions at which a rule errs; raises :class:`BudgetExceededError`."""
    budget = page_budget()
    question = ask(key, "0", convention, budget=budget)
    found = disagreements(rule, question.ruleset, convention, budget)
    errors = [
        error_of(comparison, what)
        for comparison, what in (
            (found.winner, "Wrong about who wins"),
            (found.move, "Wrong about what to play"),
        )
        if comparison
    ]
    return Smallests(tuple(errors), found.looked)


def games(rules: Ruleset) -> dict[str, str]:
    """The games to choose from, including the current one."""
    return GAMES | ({} if rules.key in GAMES else {rules.key: rules.name})


def example_of(rule: Published) -> str:
    """The address of the example of a rule."""
    return address(ask(*rule.example, budget=example_budget()), rule)


def fitting(question: Inquiry) -> list[RuleLens]:
    """The rules that apply to this game, with their addresses but not their verdicts."""
    return [
        RuleLens(rule, None, "", address(question, rule))
        for rule in PUBLISHED
        if not rule.misfit(question.ruleset, question.convention)
    ]
