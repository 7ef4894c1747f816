"""Maps of conjectures: the claimed losing positions, compared with the truth."""

from __future__ import annotations

from django.utils.functional import cached_property

from games.boards.games import IN_STRIPS
from games.explore.maps.game_maps import OF_OUTCOME, MapPlace, MapView, Marks, PlaneMap
from solver import BudgetExceededError, Conjecture, Outcome, Player, Position

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
