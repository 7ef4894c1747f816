"""The text form of rulesets: ``nim``, ``subtraction:{1,3,4}``, ``octal:0.77``, ``heaps:{…}``."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .errors import InvalidInputError, about
from .heaps import Heaps
from .hexadecimal import Hexadecimal
from .octal import Kayles, Octal
from .rulesets import Nim, PartizanKayles, Ruleset, Subtraction
from .splitting import GrundysGame, LaskersNim
from .words import joined

MAX_TAKE = 10**6
NUMBER = "[1-9][0-9]{0,6}"
MAX_OCTAL_DIGITS = 32
ALIASES = {
    "dawsons-kayles": "octal:0.07",
    "dawsons-chess": "octal:0.137",
    "treblecross": "octal:0.007",
    "grundys-game": "grundy",
    "laskers-nim": "lasker",
}
"""Other keys of games that are known by a name."""
MAX_HEAP_RULE_TEXT = 4000
_SPACED = re.compile(r" ?([:{},.\[\]\"]) ?")
"""A mark with spaces around it, which mean nothing there; between two digits they would."""


@lru_cache(maxsize=256)
def _parse_ruleset(text: str) -> Ruleset:
    word, *details = ALIASES.get(text, text).split(":", 1)
    for family in FAMILIES:
        example, *wanted = family.example.split(":", 1)
        if (example, len(wanted)) == (word, len(details)):
            return family.read(*details)
    accepted = f"known are {joined([family.example for family in FAMILIES])}"
    raise InvalidInputError.of("a ruleset", text, accepted)


@about("ruleset")
def get_ruleset(text: str | Ruleset) -> Ruleset:
    """Read a ruleset key such as ``nim``, ``subtraction:3`` or ``octal:0.77``.

    Raises :class:`InvalidInputError` naming the piece that cannot be read.

    >>> get_ruleset("subtraction:{1,2,3}")
    get_ruleset('subtraction:3')
    """
    if isinstance(text, Ruleset):
        return text
    if len(text) > MAX_HEAP_RULE_TEXT:
        raise InvalidInputError.of(
            "a ruleset", text, f"at most {MAX_HEAP_RULE_TEXT} characters are accepted"
        )
    return _parse_ruleset(_SPACED.sub(r"\1", " ".join(text.split())).lower())


def _parse_subtraction(text: str) -> Subtraction:
    accepted = f"write subtraction:3 or subtraction:{{1,3,4}}, takes from 1 to {MAX_TAKE}"
    plain = re.fullmatch(NUMBER, text)
    braced = re.fullmatch(rf"\{{({NUMBER}(?:,{NUMBER}){{0,99}})\}}", text)
    if plain and int(text) <= MAX_TAKE:
        return Subtraction(range(1, int(text) + 1))
    if braced:
        takes = sorted(set(map(int, braced[1].split(","))))
        if takes[-1] <= MAX_TAKE:
            return Subtraction(takes)
    raise InvalidInputError.of("a subtraction ruleset", text, accepted)


def _parse_octal(text: str) -> Octal:
    accepted = "write octal:0.77, the digit before the point 0 or 4, the others 0 to 7"
    code = re.fullmatch(rf"([04]?)\.([0-7]{{1,{MAX_OCTAL_DIGITS}}})", text)
    if not code:
        raise InvalidInputError.of("an octal ruleset", text, accepted)
    return Octal((int(code[1] or 0), *map(int, code[2].rstrip("0") or "0")))


def _parse_hexadecimal(text: str) -> Ruleset:
    accepted = "write hexadecimal:0.0F, the digit before the point 0, 4, 8 or C, the others 0 to F"
    code = re.fullmatch(rf"([048c]?)\.([0-9a-f]{{1,{MAX_OCTAL_DIGITS}}})", text)
    if not code:
        raise InvalidInputError.of("a hexadecimal ruleset", text, accepted)
    digits = [int(digit, 16) for digit in (code[1] or "0") + (code[2].rstrip("0") or "0")]
    return Octal(digits) if max(digits) < 8 else Hexadecimal(digits)


def _parse_heaps(text: str) -> Heaps:
    accepted = "write heaps:{1:[[]],3:[[],[2,2]]}, each option a list of smaller sizes"

    def refuse(piece: object) -> InvalidInputError:
        return InvalidInputError.of("a heap rule", piece, accepted)

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        for key, _ in pairs:
            if [name for name, _ in pairs].count(key) > 1:
                raise refuse(f"{key} twice")
        return dict(pairs)

    try:
        quoted = re.sub(r'(?<=[{,])"?([0-9]{1,6})"?:', r'"\1":', text)
        parsed = json.loads(quoted, object_pairs_hook=unique)
    except InvalidInputError:
        raise
    except (ValueError, RecursionError):
        raise refuse(text) from None
    if not isinstance(parsed, dict):
        raise refuse(text)
    rules = {}
    for key, options in parsed.items():
        if not key.isdigit() or not isinstance(options, list):
            raise refuse(key)
        size, kept = int(key), set()
        for option in options:
            if not isinstance(option, list):
                raise refuse(option)
            for part in option:
                if isinstance(part, bool) or not isinstance(part, int) or not 0 <= part < size:
                    raise InvalidInputError.of(
                        f"a size an option of heap {size} may name", part, accepted
                    )
            kept.add(tuple(sorted(part for part in option if part)))
        rules[size] = frozenset(kept)
    return Heaps({size: options for size, options in rules.items() if size})


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
    Family("nim", "Nim", "nim", Nim),
    Family("rows", "Rows with a maximum take", "subtraction:3", _parse_subtraction),
    Family("takes", "Subtraction sets", "subtraction:{1,3,4}", _parse_subtraction),
    Family("kayles", "Kayles", "kayles", Kayles),
    Family("octal", "Other octal games", "octal:0.77", _parse_octal),
    Family("hexa", "Hexadecimal games", "hexadecimal:0.0F", _parse_hexadecimal),
    Family("grundy", "Grundy's game", "grundy", GrundysGame),
    Family("lasker", "Lasker's Nim", "lasker", LaskersNim),
    Family("partizan", "Partizan Kayles", "partizan-kayles", PartizanKayles),
    Family("heaps", "Hand-written heaps", "heaps:{1:[[]],3:[[],[2,2]]}", _parse_heaps),
)
"""Every game there is; how each is shown and spoken of is no business of the theory."""
