"""Example conjectures: some are true, and some are common beliefs."""

from __future__ import annotations

from functools import lru_cache

from games.boards.bounds import example_budget
from games.explore.lab.claims.claim_maps import claim_map
from games.explore.lab.claims.conjectures import Stated, as_query, conjecture_url
from games.explore.lab.claims.statements import Fields
from games.explore.maps.game_maps import MapView

Example = tuple[str, Fields]
DIAGONAL = ["0", "1+1", "2+2", "3+3"]
KINDS = {
    "way": "kinds",
    "first-firm": "0",
    "first-inverters": "odd",
    "second-firm": ">=1",
    "second-nim_sum": "0",
}
EXAMPLES: tuple[Example, ...] = (
    (
        "Equal rows lose in misère Nim",
        {"game": "nim", "ending": "misere", "way": "formula", "says": "a = b"},
    ),
    (
        "Equal remainders, whoever takes the last one wins",
        {
            "game": "subtraction:3",
            "ending": "normal",
            "way": "marks",
            "start": "0",
            "step": "4",
            "marks": DIAGONAL,
        },
    ),
    (
        "The same marks, whoever takes the last one loses",
        {
            "game": "subtraction:3",
            "ending": "misere",
            "way": "marks",
            "start": "0",
            "step": "4",
            "marks": DIAGONAL,
        },
    ),
    (
        "Bouton: even columns, and in the end odd ones",
        {"game": "nim", "ending": "misere", "way": "columns", "base": "2", "turn": "odd"},
    ),
    (
        "Moore: every column a multiple of three",
        {"game": "nim", "ending": "normal", "way": "columns", "base": "3"},
    ),
    (
        "Remainders that add up to a multiple of four",
        {
            "game": "subtraction:3",
            "ending": "normal",
            "way": "formula",
            "says": "sum(r mod 4) mod 4 = 0",
        },
    ),
    ("R1's rule in misère Kayles", {"game": "kayles", "ending": "misere", **KINDS}),
    ("R1's rule in 0.31", {"game": "octal:0.31", "ending": "misere", **KINDS}),
    (
        "Only equal pairs lose in Kayles",
        {"game": "kayles", "ending": "normal", "way": "formula", "says": "unpaired = 0"},
    ),
    (
        "One row of misère Kayles: 1, 4, 9, 12 and 20",
        {
            "game": "kayles",
            "ending": "misere",
            "way": "formula",
            "says": "a = 1 or a = 4 or a = 9 or a = 12 or a = 20",
        },
    ),
    (
        "Strips: the player with more left loses",
        {
            "game": "partizan-kayles",
            "ending": "misere",
            "way": "balance",
            "left": ">=1",
            "right": "<=-1",
        },
    ),
    (
        "Strips: Theorem 3",
        {
            "game": "partizan-kayles",
            "ending": "misere",
            "way": "formula",
            "says": "left and balance >= 1 or left and balance < 0 and balance mod 3 != 0 or "
            "right and balance < 0 and balance mod 3 = 2",
        },
    ),
)


@lru_cache(maxsize=1)
def cards() -> tuple[tuple[str, str, MapView | None], ...]:
    """Every example with its address and its small map."""
    return tuple(
        (
            name,
            conjecture_url(fields),
            claim_map(Stated(as_query(fields)).conjecture(example_budget()), is_small=True),
        )
        for name, fields in EXAMPLES
    )
