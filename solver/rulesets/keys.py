"""The text form of rulesets: ``nim``, ``subtraction:{1,3,4}``, ``octal:0.77``, ``heaps:{…}``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from ..conventions import Player
from ..errors import InvalidInputError, about
from ..pool import pooled
from ..positions import Position, RowOf
from ..words import games, joined
from ..words import unreadable as words
from .boards import MAX_SQUARES, MAX_STRIP, Domineering, Push, Shove
from .heaps import Heaps, heaps_of
from .hexadecimal import Hexadecimal
from .octal import DAWSONS_CHESS, DawsonsChess, Kayles, Octal
from .rules import Nim, Option, PartizanKayles, Ruleset, Subtraction
from .spellings import spelled
from .splitting import GrundysGame, LaskersNim
from .sums import SEPARATOR, SumOfGames, rows_of, together

MAX_TAKE = 10**6
NUMBER = "[1-9][0-9]{0,6}"
MAX_OCTAL_DIGITS = 32
MAX_HEAP_RULE_TEXT = 4000
UP_TO_3, TAKES_OF = "subtraction:3", "subtraction:{1,3,4}"
OCTAL, HEXADECIMAL = "octal:0.77", "hexadecimal:0.0F"
CHESS = "octal:0.137"
HEAPS, PARTIZAN_HEAPS = "heaps:{1:[[]],3:[[],[2,2]]}", "heaps:{1:[[]]|[],2:[[1]]|[[]]}"
PUSH, SHOVE, DOMINEERING = "push:3", "shove:3", "domineering:2x3"
"""Examples of rulesets that are written with numbers."""
_OPTIONS = r"(\[(?:\[[^\[\]]*\],?)*\])"
_BAR = re.compile(rf"(?<=:){_OPTIONS}\|{_OPTIONS}(?=[,}}])")
"""The options of Left and those of Right, with a bar between them."""


@pooled(lambda text: (text,))
def _parse_ruleset(text: str) -> Ruleset:
    word, *details = text.split(":", 1)
    for family in (*FAMILIES, *BOARD_GAMES):
        example, *wanted = family.example.split(":", 1)
        if (example, len(wanted)) == (word, len(details)):
            return family.read(*details)
    raise InvalidInputError.because(words.RULESET, text, known=_known())


def _known() -> str:
    """An example of each family."""
    return joined([family.example for family in (*FAMILIES, *BOARD_GAMES)], "or")


@about("ruleset")
def get_ruleset(text: str | Ruleset) -> Ruleset:
    """Read a ruleset key such as ``nim``, ``subtraction:3`` or ``octal:0.77``, or another spelling
    of it (:mod:`solver.rulesets.spellings`).

    Raises :class:`InvalidInputError` naming the piece that cannot be read.

    >>> get_ruleset("subtraction:{1,2,3}")
    get_ruleset('subtraction:3')
    """
    if isinstance(text, Ruleset):
        return text
    if not isinstance(text, str):
        raise InvalidInputError.because(words.RULESET, text, known=_known())
    if len(text) > MAX_HEAP_RULE_TEXT:
        raise InvalidInputError.because(words.LONG_RULESET, text, most=MAX_HEAP_RULE_TEXT)
    if SEPARATOR in text:
        return together(map(get_ruleset, text.split(SEPARATOR)), get_ruleset)
    return _parse_ruleset(spelled(text))


@about("position")
def read_sum(text: str, game: Ruleset | None = None) -> tuple[Ruleset, Position]:
    """Read rows of different games: the rules of their sum, and the position in them. A number
    alone belongs to the game before it, and the first row to *game* if it names none.

    Raises :class:`InvalidInputError` naming the piece that cannot be read.

    >>> read_sum("kayles:5+3 + octal:0.35:4 + nim:2")
    (get_ruleset('kayles+nim+octal:0.35'), (kayles:5, kayles:3, octal:0.35:4, nim:2))
    >>> read_sum("nim:3 + nim:5")
    (get_ruleset('nim'), (3, 5))
    """
    rows = list(rows_of(text.split(SEPARATOR), get_ruleset, game))
    if not rows:
        raise InvalidInputError.because(words.ROW_OF_SUM, text)
    rules = together((game for game, _ in rows), get_ruleset)
    if isinstance(rules, SumOfGames):
        return rules, tuple(RowOf(size, game) for game, sizes in rows for size in sizes)
    return rules, tuple(size for _, sizes in rows for size in sizes)


def _parse_subtraction(text: str) -> Subtraction:
    plain = re.fullmatch(NUMBER, text)
    braced = re.fullmatch(rf"\{{({NUMBER}(?:,{NUMBER}){{0,99}})\}}", text)
    if plain and int(text) <= MAX_TAKE:
        return Subtraction(range(1, int(text) + 1))
    if braced:
        takes = sorted(set(map(int, braced[1].split(","))))
        if takes[-1] <= MAX_TAKE:
            return Subtraction(takes)
    raise InvalidInputError.because(
        words.SUBTRACTION, text, example=UP_TO_3, another=TAKES_OF, most=MAX_TAKE
    )


def _refusal_of_code(text: str, accepted: words.Unreadable, example: str) -> InvalidInputError:
    """Two digits before the point are a code of moves that put counters in, as in 80.0."""
    if re.fullmatch(r"[0-9a-f]{2,}\.[0-9a-f]+", text):
        return InvalidInputError.because(words.PLACES, text)
    return InvalidInputError.because(accepted, text, example=example)


def _parse_octal(text: str) -> Octal:
    code = re.fullmatch(rf"([04]?)\.([0-7]{{1,{MAX_OCTAL_DIGITS}}})", text)
    if not code:
        raise _refusal_of_code(text, words.OCTAL, OCTAL)
    digits = (int(code[1] or 0), *map(int, code[2].rstrip("0") or "0"))
    return DawsonsChess() if digits == DAWSONS_CHESS else Octal(digits)


def _parse_hexadecimal(text: str) -> Ruleset:
    code = re.fullmatch(rf"([048c]?)\.([0-9a-f]{{1,{MAX_OCTAL_DIGITS}}})", text)
    if not code:
        raise _refusal_of_code(text, words.HEXADECIMAL, HEXADECIMAL)
    digits = [int(digit, 16) for digit in (code[1] or "0") + (code[2].rstrip("0") or "0")]
    return Octal(digits) if max(digits) < 8 else Hexadecimal(digits)


def _refusal_of_heaps(piece: object) -> InvalidInputError:
    return InvalidInputError.because(words.HEAPS, piece, example=HEAPS, partizan=PARTIZAN_HEAPS)


def _parse_heaps(text: str) -> Heaps:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        for key, _ in pairs:
            if [name for name, _ in pairs].count(key) > 1:
                raise _refusal_of_heaps(words.TWICE.format(size=key))
        return dict(pairs)

    try:
        quoted = re.sub(r'(?<=[{,])"?([0-9]{1,6})"?:', r'"\1":', text)
        sided = _BAR.sub(r'{"left":\1,"right":\2}', quoted)
        parsed = json.loads(sided, object_pairs_hook=unique)
    except InvalidInputError:
        raise
    except (ValueError, RecursionError):
        raise _refusal_of_heaps(text) from None
    if not isinstance(parsed, dict):
        raise _refusal_of_heaps(text)
    sides: tuple[dict[int, frozenset[Option]], ...] = ({}, {})
    for key, options in parsed.items():
        lists = [options, options]
        if isinstance(options, dict) and options.keys() == {*Player}:
            lists = [options[player] for player in Player]
        for side, own in zip(sides, lists, strict=True):
            if not key.isdigit() or not isinstance(own, list):
                raise _refusal_of_heaps(key)
            if int(key):
                side[int(key)] = frozenset(_option(int(key), option) for option in own)
    left, right = sides
    return heaps_of(left, right)


def _option(size: int, option: object) -> Option:
    """An option of a heap, without parts of 0 and ascending."""
    if not isinstance(option, list):
        raise _refusal_of_heaps(option)
    for part in option:
        if isinstance(part, bool) or not isinstance(part, int) or not 0 <= part < size:
            raise InvalidInputError.because(
                words.HEAP_OPTION, part, size=size, example=HEAPS, partizan=PARTIZAN_HEAPS
            )
    return tuple(sorted(part for part in option if part))


def _parse_push(text: str) -> Push:
    return Push(_squares(text, PUSH))


def _parse_shove(text: str) -> Shove:
    return Shove(_squares(text, SHOVE))


def _squares(text: str, example: str) -> int:
    """How many squares the strips have."""
    if not (re.fullmatch("[1-9]", text) and int(text) <= MAX_STRIP):
        raise InvalidInputError.because(words.STRIPS, text, example=example, most=MAX_STRIP)
    return int(text)


def _parse_domineering(text: str) -> Domineering:
    sides = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", text)
    rows, columns = map(int, sides.groups()) if sides else (0, 0)
    if not 2 <= rows * columns <= MAX_SQUARES:
        raise InvalidInputError.because(
            words.DOMINEERING, text, example=DOMINEERING, most=MAX_SQUARES
        )
    return Domineering(rows, columns)


@dataclass(frozen=True)
class Family:
    """Games of one sort: *key* for programs, *name* for people, *example* of a ruleset's key.

    *read* makes a ruleset from what follows the colon, if anything does.
    """

    key: str
    name: str
    example: str
    read: Callable[..., Ruleset]


FAMILIES = (
    Family("nim", games.NIM, "nim", Nim),
    Family("rows", games.ROWS, UP_TO_3, _parse_subtraction),
    Family("takes", games.SUBTRACTION, TAKES_OF, _parse_subtraction),
    Family("kayles", games.KAYLES, "kayles", Kayles),
    Family("octal", games.OTHER_OCTAL, OCTAL, _parse_octal),
    Family("chess", games.DAWSONS_CHESS, CHESS, _parse_octal),
    Family("hexa", games.HEXADECIMAL_GAMES, HEXADECIMAL, _parse_hexadecimal),
    Family("grundy", games.GRUNDY, "grundy", GrundysGame),
    Family("lasker", games.LASKER, "lasker", LaskersNim),
    Family("partizan", games.PARTIZAN_KAYLES, "partizan-kayles", PartizanKayles),
    Family("heaps", games.HEAPS, HEAPS, _parse_heaps),
)
"""Every game there is; how each is shown and spoken of is no business of the theory."""
BOARD_GAMES = (
    Family("heaps", games.PUSH, PUSH, _parse_push),
    Family("heaps", games.SHOVE, SHOVE, _parse_shove),
    Family("heaps", games.DOMINEERING_GAMES, DOMINEERING, _parse_domineering),
)
"""Games whose boards are numbered, so that they are hand-written heaps."""
