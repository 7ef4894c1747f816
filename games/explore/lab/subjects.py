"""The subjects of studies: how each is requested, computed and shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import thread_time
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from games.boards.bounds import ask_within_limits, check_rules
from games.explore.addresses import address
from games.explore.maps.game_maps import map_of
from games.explore.studies import Study, map_as_json
from solver import (
    Bounds,
    Budget,
    BudgetExceededError,
    InvalidInputError,
    QuotientTable,
    Ruleset,
    answer,
    classified,
    format_position,
    get_ruleset,
)
from solver.teaching import Atlas

POSITIONS = 400_000
SECONDS = 60.0
"""The budget of a study: positions, and seconds of processor time."""
KINDS = 200
"""The longest row whose kind may be requested."""
STRIDES = 20
"""The number of steps in which rows are classified; a worker reports its progress after each."""
BOUNDS = Bounds(order=2_000, transitions=400_000, classes=400_000)
"""The bounds for a candidate quotient, so large that the time runs out before they matter."""
Tell = Callable[[Callable[[], int]], None]
"""A function that takes another one, from which the progress of a study can be read."""


@dataclass(frozen=True)
class Subject:
    """A requested study: *about* is its subject besides the game, *total* the number of *unit*
    until it is done, and *page* the address that shows the result."""

    what: str
    ruleset: str
    about: str
    title: str
    unit: str
    total: int
    page: str

    @property
    def key(self) -> dict[str, str]:
        return {"what": self.what, "ruleset": self.ruleset, "about": self.about}


def subject(posted: Mapping[str, str]) -> Subject:
    """The subject that a form requests; raises :class:`SolverError` if it cannot be studied."""
    return READERS.get(posted.get("what", ""), _unknown)(posted)


def subject_of(study: Study) -> Subject:
    """The subject of a study."""
    return READERS[study.what](dict(_fields(study)))


def _fields(study: Study) -> dict[str, str]:
    names = {
        "map": ("size", "third"),
        "position": ("position", "convention", "turn"),
        "kinds": ("size",),
    }
    parts = study.about.split(" ")
    return {"ruleset": study.ruleset} | dict(zip(names.get(study.what, ()), parts, strict=False))


def _unknown(posted: Mapping[str, str]) -> Subject:
    accepted = "it is a quotient, a map, a position or kinds"
    raise InvalidInputError.of("something to compute", posted.get("what", ""), accepted)


def _quotient(posted: Mapping[str, str]) -> Subject:
    rules = get_ruleset(posted.get("ruleset", ""))
    check_rules(rules)
    QuotientTable(rules)  # raises if the players have different moves
    page = reverse("lab:quotient", args=[rules.key])
    title = f"The misère quotient of {rules.name}"
    return Subject("quotient", rules.key, "", title, "seconds", int(SECONDS), page)


def _map(posted: Mapping[str, str]) -> Subject:
    rules = get_ruleset(posted.get("ruleset", ""))
    check_rules(rules)
    chart = map_of(rules, posted.get("size", ""), posted.get("third", "").removeprefix("0"))
    if rules.partizan:
        raise InvalidInputError("The map of strips needs no long computation.")
    about = f"{chart.size} {chart.third}"
    asked = {"size": chart.size} | ({"third": chart.third} if chart.third else {})
    page = f"{reverse('explore:map', args=[rules.key])}?{urlencode(asked)}"
    title = f"The map of {rules.name} up to {chart.size}"
    title += f" with a row of {chart.third}" if chart.third else ""
    return Subject("map", rules.key, about, title, "pieces in both rows", 2 * chart.size, page)


def _position(posted: Mapping[str, str]) -> Subject:
    question = ask_within_limits(
        posted.get("ruleset", ""),
        posted.get("position", ""),
        posted.get("convention", "misere"),
        posted.get("turn") or None,
    )
    rows = format_position(question.position)
    turn = question.to_move.value if question.to_move else ""
    about = f"{rows} {question.convention.value} {turn}".strip()
    title = f"{question.ruleset.name}: {rows}"
    page = address(question)
    return Subject("position", question.ruleset.key, about, title, "positions", POSITIONS, page)


def _kinds(posted: Mapping[str, str]) -> Subject:
    rules, typed = get_ruleset(posted.get("ruleset", "")), posted.get("size", "")
    check_rules(rules)
    if rules.partizan:
        raise InvalidInputError.of("an impartial game", rules.key, "kinds need one, such as kayles")
    if not (typed.isascii() and typed.isdigit() and len(typed) < 4 and 0 < int(typed) <= KINDS):
        raise InvalidInputError.of("the longest row", typed, f"write a number from 1 to {KINDS}")
    size = int(typed)
    title = f"The kinds of rows up to {size}: {rules.name}"
    page = reverse("lab:rules", args=[rules.key])
    return Subject("kinds", rules.key, str(size), title, "rows", size, page)


READERS: dict[str, Callable[[Mapping[str, str]], Subject]] = {
    "quotient": _quotient,
    "map": _map,
    "position": _position,
    "kinds": _kinds,
}


# --- computing, and reading what was kept -------------------------------------------------


@dataclass(frozen=True)
class Computed:
    """The *result* of a study as plain data; *why* says why it is incomplete, if it is."""

    result: Any
    why: str = ""


def compute(study: Study, budget: Budget, tell: Tell) -> Computed:
    """Compute a study; raises :class:`BudgetExceededError` if it finds nothing useful."""
    asked = _fields(study)
    if study.what == Study.What.QUOTIENT:
        return _compute_quotient(get_ruleset(study.ruleset), budget, tell)
    if study.what == Study.What.MAP:
        atlas = Atlas(get_ruleset(study.ruleset), budget)
        tell(lambda: atlas.reached)
        places = atlas.two_rows(int(asked["size"]), int(asked["third"]))
        return Computed(map_as_json(places, atlas.sequence()))
    if study.what == Study.What.KINDS:
        return _compute_kinds(get_ruleset(study.ruleset), int(asked["size"]), budget, tell)
    question = ask_within_limits(
        study.ruleset,
        asked["position"],
        asked["convention"],
        asked.get("turn"),
        budget=budget,
    )
    tell(lambda: budget.positions_spent)
    found = answer(question)
    moves = [
        f"{question.name(move.component)} into {format_position(move.becomes or (0,))}"
        for move in found.moves
    ]
    return Computed({"wins": bool(found.to_move_wins), "moves": moves})


def _compute_kinds(ruleset: Ruleset, size: int, budget: Budget, tell: Tell) -> Computed:
    """The kinds of rows, or of as many rows as the budget allows."""
    reached = classified(ruleset, 0, budget)
    tell(lambda: reached.up_to)
    stride = max(1, size // STRIDES)
    for up_to in (*range(stride, size, stride), size):
        latest = classified(ruleset, up_to, budget)
        if latest.stopped:
            longest = max(reached, latest, key=lambda kinds: kinds.up_to)
            return Computed(longest.as_json(), str(latest.stopped))
        reached = latest
    return Computed(reached.as_json())


def _compute_quotient(ruleset: Ruleset, budget: Budget, tell: Tell) -> Computed:
    """The quotient with its period, or as far as it is known when the budget runs out."""
    table, begun = QuotientTable(ruleset, BOUNDS), thread_time()
    tell(lambda: min(int(thread_time() - begun), int(SECONDS)))
    try:
        table.grow(None, budget)
    except BudgetExceededError as error:
        return Computed(table.known().as_json(), str(error))
    return Computed(table.known().as_json())
