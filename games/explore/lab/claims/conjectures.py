"""A conjecture on its page: the statement, the result of the test, and the map that compares the
claimed losing positions with the truth."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property

from games.boards.bounds import ask_within_limits, check_rules
from games.boards.games import IN_STRIPS
from games.content.game_control import GAMES
from games.explore.addresses import address, play_address
from games.explore.lab.claims.statements import WAYS, Fields, Way, ways_of
from games.explore.maps.game_maps import (
    CELL,
    MARGIN,
    OF_OUTCOME,
    MapPlace,
    MapView,
    Marks,
    PlaneMap,
    map_budget,
)
from games.questions.proofs.proof import Proof, proof_of, smallest
from solver import (
    Breach,
    Budget,
    BudgetExceededError,
    Certificate,
    Conjecture,
    Convention,
    Examination,
    Outcome,
    Player,
    Position,
    Ruleset,
    SolverError,
    examine,
    get_ruleset,
)
from solver.teaching import QUANTITIES, counted, foreign_to, joined

SIZE, SMALL, PLANE = 15, 7, 8
"""The sizes of maps: the map of a conjecture, a small one on a card, and a map of strips."""
CLAIMED = {"both": "You say: losing", "next": "You say: winning"}
COMPARED = {
    "both": "Losing, and you say so",
    "misere": "You say losing, but it is winning",
    "normal": "You say winning, but it is losing",
    "next": "Winning, and you say so",
}

ELSEWHERE = "everywhere else you say that the player to move wins."


class ClaimMap(MapView):
    """The map of a conjecture; *is_compared* is True if it shows the truth too."""

    is_compared = False

    def place_of(self, position: Position) -> tuple[int, int] | None:
        """The place of a position as (down, across); None if it is not on the map."""
        raise NotImplementedError


class ClaimedRows(ClaimMap):
    """Two rows of an impartial game, marked as the conjecture claims."""

    caption = f"Lengths of the other row; {ELSEWHERE}"

    def __init__(self, conjecture: Conjecture, size: int, *, is_compared: bool) -> None:
        super().__init__(conjecture.rules, size, 0)
        self.conjecture = conjecture
        classes = conjecture.classes if is_compared else None
        self.is_compared = classes is not None and classes.reaches((size,))
        self.words = COMPARED if self.is_compared else CLAIMED

    @property
    def part_key(self) -> tuple[object, ...]:
        return *super().part_key, self.is_compared, self.conjecture.convention

    @cached_property
    def marks(self) -> Marks:
        sizes = range(self.size + 1)
        places = {(a, b): self._mark(a, b) for b in sizes for a in range(b + 1)}
        return tuple(tuple(places[min(a, b), max(a, b)] for b in sizes) for a in sizes)

    def _mark(self, small: int, large: int) -> str:
        rows = tuple(size for size in (small, large) if size)
        said = self.conjecture.claim(rows, None)
        lost = self.conjecture.is_lost(rows, None) if self.is_compared else said
        if said:
            return "both" if lost else "misere"
        return "normal" if lost else "next"

    def _place(self, down: int, across: int, mark: str) -> MapPlace:
        place = super()._place(down, across, "")
        ending = f"?convention={self.conjecture.convention.value}"
        return MapPlace(down, across, mark, place.url and place.url + ending)

    def place_of(self, position: Position) -> tuple[int, int] | None:
        rows = (*[0] * (2 - len(position)), *position)
        return (rows[0], rows[1]) if len(rows) == 2 and rows[1] <= self.size else None


class ClaimedPlane(PlaneMap, ClaimMap):
    """Numbers of squares and dominoes, marked with the winner that the conjecture claims."""

    caption = f"Numbers of squares; {ELSEWHERE}"

    def __init__(self, conjecture: Conjecture, size: int) -> None:
        super().__init__(conjecture.rules, size, 0)
        self.conjecture = conjecture

    @cached_property
    def marks(self) -> Marks:
        sizes = range(self.size + 1)
        return tuple(tuple(self._mark(down, across) for across in sizes) for down in sizes)

    def _mark(self, dominoes: int, squares: int) -> str:
        rows = (1,) * squares + (2,) * dominoes
        left, right = (not self.conjecture.claim(rows, player) for player in Player)
        return OF_OUTCOME[Outcome.of(left_first_wins=left, right_first_wins=right)]

    def place_of(self, position: Position) -> tuple[int, int] | None:
        if max(position, default=0) > 2 or len(position) > self.size:
            return None
        return position.count(2), position.count(1)


def claim_map(conjecture: Conjecture, *, is_small: bool) -> ClaimMap | None:
    """The map of a conjecture; None if it costs more than a page may."""
    drawn: ClaimMap
    if conjecture.rules.partizan and conjecture.rules.family != IN_STRIPS:
        return None  # the map of strips fits no other partizan game
    try:
        if conjecture.rules.partizan:
            drawn = ClaimedPlane(conjecture, SMALL if is_small else PLANE)
        else:
            drawn = ClaimedRows(conjecture, SMALL if is_small else SIZE, is_compared=not is_small)
        return drawn if drawn.marks else None
    except BudgetExceededError:
        return None


START = {"game": "nim", "ending": "misere", "way": "formula", "says": "a = b"}
COMMON = ("game", "ending", "way", "code")


class Stated:
    """The conjecture in an address. Raises :class:`~solver.SolverError` if it states nothing."""

    def __init__(self, given: QueryDict) -> None:
        key = given.get("code", "").strip() or given.get("game", START["game"])
        self.rules: Ruleset = get_ruleset(key)
        check_rules(self.rules)
        self.convention = Convention.parse(given.get("ending", START["ending"]))
        suited = list(ways_of(self.rules))
        asked = WAYS.get(given.get("way", START["way"]))
        first = next((way for way in suited if way.partizan == self.rules.partizan), suited[0])
        self.way: Way = asked if asked in suited else first
        usual = self.way.usual(self.rules)
        is_said = asked is self.way and any(key not in COMMON for key in given)
        self.given = given if is_said else as_query(usual)
        self.suited = suited

    @property
    def fields(self) -> dict[str, Any]:
        """The values of the form's fields."""
        return {**self.given.dict(), "marks": self.given.getlist("marks")}

    @property
    def words(self) -> str:
        return self.way.words(self.rules, self.given)

    def conjecture(self, budget: Budget | None = None) -> Conjecture:
        """The conjecture, to be tested within *budget* or within the budget of a page."""
        formula = self.way.formula(self.rules, self.given)
        return Conjecture(formula, self.rules, self.convention, budget or map_budget())

    @property
    def ways(self) -> list[tuple[Way, str, bool]]:
        """The ways to state a conjecture about this game: each with its address and whether it is
        used."""
        common = {"game": self.rules.key, "ending": self.convention.value}
        return [
            (way, conjecture_url(common | {"way": way.key}), way is self.way) for way in self.suited
        ]

    @property
    def games(self) -> list[tuple[str, str]]:
        """The games to choose from, including the current one."""
        here = {} if self.rules.key in GAMES else {self.rules.key: self.rules.name}
        return [*GAMES.items(), *here.items()]

    @property
    def template(self) -> str:
        """The template of the fields for this way."""
        return f"explore/lab/ways/{self.way.key}.html"

    @property
    def names(self) -> str:
        """The names of the quantities that a formula about this game may use."""
        return joined(names_of(self.rules))

    @property
    def parts(self) -> dict[str, Any]:
        return self.way.parts(self.rules, self.convention, self.given)


class ConjecturePage:
    """The result of testing a conjecture."""

    def __init__(self, stated: Stated) -> None:
        self.stated = stated
        self.conjecture = stated.conjecture()
        self.finding: Examination = examine(self.conjecture)

    @property
    def certificate(self) -> Certificate | None:
        return self.finding.certificate

    @property
    def breach(self) -> Breach | None:
        return self.finding.survey.first

    @property
    def proof(self) -> Proof:
        """The proof as lights, with the board of the first breach."""
        return proof_of(self.conjecture.ground(map_budget()), self.finding.survey)

    @property
    def verdict(self) -> str:
        if self.certificate:
            return "Right for ever."
        return "It breaks." if self.breach else "Unbroken so far."

    @property
    def smallest(self) -> str:
        """The smallest position that breaks the conjecture, in a sentence."""
        return smallest(self.finding.survey)

    @property
    def looked(self) -> str:
        """How far the test went."""
        survey = self.finding.survey
        rows = self.conjecture.rows
        word = self.stated.rules.component_word
        of = f" of up to {counted(rows, word)}" if rows else ""
        positions = f"{survey.positions:,} positions{of}"
        return f"{positions} checked: all with up to {counted(survey.total, 'piece')}."

    @property
    def why_certain(self) -> str:
        """The certificate in words."""
        certificate = self.certificate
        assert certificate
        goes_by = {
            "nim-values": "Nim-values decide who wins (Sprague and Grundy)",
            "kinds": "Every row meets the four conditions of R1, so the kinds decide who wins",
            "quotient": (
                f"The misère quotient, with its {certificate.order} elements, decides who wins"
            ),
            "balance": "The balance of squares and dominoes decides who wins (Theorem 3)",
        }[certificate.theorem]
        number = f"{certificate.compared:,}"
        if certificate.are_states:
            return (
                f"{goes_by}. Rows of every number and length lead to {number} states of that and "
                "of what you count, and in each of them you are right."
            )
        return (
            f"{goes_by}. Both that and your claim repeat, so {number} positions decide "
            "all of them, and in each you are right."
        )

    @cached_property
    def map(self) -> ClaimMap | None:
        """The map of the conjecture, compared with the truth if that is quickly known."""
        return claim_map(self.stated.conjecture(), is_small=False)

    @property
    def broken_at(self) -> dict[str, int] | None:
        """The place of the breach on the map."""
        place = self.map.place_of(self.breach.place[0]) if self.breach and self.map else None
        if place is None:
            return None
        down, across = place
        return {"x": MARGIN + CELL * across - CELL // 2, "y": MARGIN + CELL * down - CELL // 2}

    @property
    def urls(self) -> dict[str, str]:
        """The addresses for exploring and playing the breach."""
        if not self.breach or not self.breach.place[0]:
            return {}
        position, player = self.breach.place
        with suppress(SolverError):
            turn = player.value if player else None
            convention = self.stated.convention.value
            question = ask_within_limits(self.stated.rules, position, convention, turn)
            return {"explore": address(question), "play": play_address(question)}
        return {}


def names_of(rules: Ruleset) -> list[str]:
    """The names that a formula about a game may use."""
    return [name for name in QUANTITIES if name not in foreign_to(rules)]


def as_query(fields: Fields) -> QueryDict:
    """Fields as a query string has them."""
    query = QueryDict(mutable=True)
    for key, value in fields.items():
        query.setlist(key, [value] if isinstance(value, str) else list(value))
    return query


def conjecture_url(fields: Fields) -> str:
    """The address of a conjecture."""
    return f"{reverse('lab:conjectures')}?{as_query(fields).urlencode()}"
