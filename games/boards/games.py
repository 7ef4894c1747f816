"""How pages show and describe each game: its board, its pieces, its rule, its start positions.

The theory has the same families of games (:data:`solver.FAMILIES`); every list of games on a page
comes from these two tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from games.boards.looks.all_looks import Counters, Files, Lights, Matches, Mixed, Pins, SquareStrips
from games.boards.looks.look import Look
from solver import Boards, Player, Ruleset
from solver.teaching import ESCAPING_ROWS, GREMLIN_RULES

SHARES = {Player.LEFT: "one square", Player.RIGHT: "two squares side by side"}
"""What each player takes in partizan Kayles."""
IN_STRIPS = "partizan"
"""The family of partizan Kayles, in which that is the whole rule."""


@dataclass(frozen=True)
class Preset:
    """A start position to choose, with its usual convention. *note* says in a few words why it is
    offered."""

    key: str
    name: str
    ruleset: str
    position: str
    convention: str
    note: str

    @property
    def question(self) -> tuple[str, str, str]:
        """Its ruleset, position and convention."""
        return self.ruleset, self.position, self.convention


@dataclass(frozen=True)
class GameFamily:
    """The games of a *family*. *look* is its board, *piece* is what a move takes, and *rule*
    describes a move in one sentence; it is empty if the ruleset lists each way to move.

    *typed* says how to type a move, and *example* is one. *offers* are the rulesets to choose from,
    with their names.
    """

    family: str
    look: Look
    piece: str
    rule: Callable[[Ruleset], str]
    typed: str
    example: str
    offers: Mapping[str, str] = field(default_factory=dict, hash=False)
    presets: tuple[Preset, ...] = ()


LIGHTS, COUNTERS = Lights(), Counters()
ENDS = ("a row and a number", "4 3")
PARTS = ("a row and what is left of it", "1 2+5")
HEAP_PARTS = ("a heap and what is left of it", "1 2+5")


def _take(rules: Ruleset) -> str:
    return f"Take {rules.amount} light{'' if rules.maximum == 1 else 's'} from one row."


def _of_heaps(rules: Ruleset) -> str:
    return "" if isinstance(rules, Boards) else "Each size of heap has its own moves."


def _said_by_the_ruleset(rules: Ruleset) -> str:
    return ""


GAMES = (
    GameFamily(
        "nim",
        Matches(),
        "match",
        lambda rules: "Take from one row.",
        *ENDS,
        {"nim": "Nim"},
        (
            Preset("pairs", "Three pairs", "nim", "2+2+2", "misere", "An easy first win"),
            Preset("pyramid", "Three rows", "nim", "1+3+5", "misere", "One row fewer"),
            Preset("marienbad", "Marienbad", "nim", "1+3+5+7", "misere", "The game in the film"),
            Preset("two-rows", "Two rows", "nim", "4+6", "normal", "Make them equal"),
            Preset("laundry", "1, 2 and 4", "nim", "1+2+4", "misere", "Where a clever idea fails"),
        ),
    ),
    GameFamily(
        "rows",
        LIGHTS,
        "light",
        _take,
        *ENDS,
        {"subtraction:3": "Take 1 to 3", "subtraction:4": "Take 1 to 4"},
        (
            Preset("lights", "Thirteen lights", "subtraction:3", "13", "misere", "Take 1 to 3"),
            Preset(
                "three-rows",
                "5, 6 and 7",
                "subtraction:3",
                "5+6+7",
                "misere",
                "Take 1 to 3",
            ),
            Preset("six-eleven", "6 and 11", "subtraction:4", "6+11", "normal", "Take 1 to 4"),
        ),
    ),
    GameFamily(
        "takes",
        LIGHTS,
        "light",
        _take,
        *ENDS,
        {"subtraction:{1,3,4}": "Take 1, 3 or 4"},
    ),
    GameFamily(
        "kayles",
        Pins(),
        "pin",
        lambda rules: "Knock down one pin, or two side by side.",
        "a row and its pins",
        "1 3-4",
        {"kayles": "Kayles"},
        (
            Preset("kayles", "Kayles 10", "kayles", "10", "misere", "One pin, or two side by side"),
            Preset("kayles-rows", "Kayles 5 and 4", "kayles", "5+4+1", "misere", "Rows that split"),
        ),
    ),
    GameFamily(
        "octal",
        COUNTERS,
        "counter",
        _said_by_the_ruleset,
        *PARTS,
        {
            "octal:0.07": "Dawson's Kayles",
            "octal:0.007": "Treblecross",
        },
        (
            Preset(
                "dawson", "Dawson's Kayles", "octal:0.07", "9+4", "misere", "Take two side by side"
            ),
            Preset(
                "treblecross", "Treblecross", "octal:0.007", "11+8", "normal", "Take three in a row"
            ),
            Preset("escape", "The gremlin", ESCAPING_ROWS, "4+1", "misere", "A row that escapes"),
        ),
    ),
    GameFamily(
        "chess",
        Files(),
        "file",
        _said_by_the_ruleset,
        "a row and a file",
        "1 3",
        {"octal:0.137": "Dawson's Chess"},
        (
            Preset(
                "chess",
                "Dawson's Chess",
                "octal:0.137",
                "9+5",
                "misere",
                "Push a pawn, and it is exchanged",
            ),
        ),
    ),
    GameFamily(
        "hexa",
        COUNTERS,
        "counter",
        _said_by_the_ruleset,
        *PARTS,
        {"hexadecimal:0.0F": "Take two, leave up to three rows"},
        (
            Preset(
                "three-rows-left",
                "Up to three rows",
                "hexadecimal:0.0F",
                "9+6",
                "misere",
                "Take two from anywhere",
            ),
        ),
    ),
    GameFamily(
        "grundy",
        COUNTERS,
        "counter",
        _said_by_the_ruleset,
        *HEAP_PARTS,
        {"grundy": "Grundy's game"},
        (
            Preset(
                "grundy", "Grundy's game", "grundy", "10+7", "misere", "Split, but never in half"
            ),
        ),
    ),
    GameFamily(
        "lasker",
        COUNTERS,
        "counter",
        _said_by_the_ruleset,
        *HEAP_PARTS,
        {"lasker": "Lasker's Nim"},
        (Preset("lasker", "Lasker's Nim", "lasker", "3+5+7", "misere", "Nim with splitting"),),
    ),
    GameFamily(
        "partizan",
        SquareStrips(),
        "square",
        lambda rules: f"Left takes {SHARES[Player.LEFT]}, Right {SHARES[Player.RIGHT]}.",
        "a strip and its squares",
        "1 3-4",
        {"partizan-kayles": "Strips (partizan Kayles)"},
        (
            Preset(
                "strips", "Strips", "partizan-kayles", "7+5", "misere", "Squares against dominoes"
            ),
            Preset(
                "strip-3",
                "A strip of 3",
                "partizan-kayles",
                "3+6",
                "misere",
                "Too hard for the theorem",
            ),
        ),
    ),
    GameFamily(
        "heaps",
        COUNTERS,
        "counter",
        _of_heaps,
        *HEAP_PARTS,
        presets=(
            Preset(
                "gremlin",
                "The smallest gremlin",
                GREMLIN_RULES,
                "3+1",
                "misere",
                "One heap, two ways",
            ),
        ),
    ),
)

SUMS = GameFamily(
    "sum",
    Mixed(),
    "piece",
    _said_by_the_ruleset,
    "a row, and what you take or leave of it",
    "1 2",
)
"""Games side by side on one board, each row drawn as what it is."""
_BY_FAMILY = {game.family: game for game in (*GAMES, SUMS)}
LOOKS = {game.look.key: game.look for game in (*GAMES, SUMS)}
"""The looks by the word that is stored in a scene."""


def takes_of(ruleset: Ruleset, player: Player) -> str:
    """What a player takes where that can be said in a few words, else empty."""
    return SHARES[player] if ruleset.family == IN_STRIPS else ""


def you_are(ruleset: Ruleset, player: Player) -> str:
    """Which player somebody is, and what they take, in a sentence."""
    share = takes_of(ruleset, player)
    return f"You are {player.value.title()}{share and f': you take {share}'}."


OFFERS = {key: name for game in GAMES for key, name in game.offers.items()}
"""The rulesets that lists offer, with their names."""

PRESETS = tuple(preset for game in GAMES for preset in game.presets)

FAVOURITES = tuple(
    preset
    for preset in PRESETS
    if preset.key in ("pairs", "pyramid", "marienbad", "lights", "kayles", "strips")
)
"""The starts that are offered first, at least one for each common board."""
OTHERS = tuple(preset for preset in PRESETS if preset not in FAVOURITES)

FIRST = PRESETS[:3]
"""The first games: one that a newcomer can win, a harder one, and the one from the film."""


def game_of(ruleset: Ruleset) -> GameFamily:
    """The game family of *ruleset*."""
    return _BY_FAMILY[ruleset.family]


def game_at(ruleset: Ruleset, size: int) -> GameFamily:
    """The game family of one row, which in a sum of games has its own."""
    return game_of(ruleset.alone(size)[0]) if size else game_of(ruleset)


def get_preset(key: str) -> Preset | None:
    """The preset with this key, or None."""
    return next((preset for preset in PRESETS if preset.key == key), None)
