"""The text form of rulesets: ``nim``, ``subtraction:{1,3,4}``, ``octal:0.77``, ``heaps:{…}``."""

from __future__ import annotations

import json
import re
from functools import lru_cache

from .errors import InvalidInputError
from .rulesets import Heaps, Nim, Octal, PartizanKayles, Ruleset, Subtraction

MAX_TAKE = 10**6
MAX_OCTAL_DIGITS = 32
MAX_HEAP_RULE_TEXT = 4000

ACCEPTED = (
    "known are nim, subtraction:3, subtraction:{1,3,4}, kayles, octal:0.77, partizan-kayles "
    "and heaps:{1:[[]],3:[[],[2,2]]}"
)


@lru_cache(maxsize=256)
def _parse_ruleset(text: str) -> Ruleset:
    match text.split(":", 1):
        case ["nim"]:
            return Nim()
        case ["kayles"]:
            return Octal((0, 7, 7), key="kayles", name="Kayles")
        case ["partizan-kayles"]:
            return PartizanKayles()
        case ["subtraction", takes]:
            return _parse_subtraction(takes)
        case ["octal", code]:
            return _parse_octal(code)
        case ["heaps", rules]:
            return _parse_heaps(rules)
    raise InvalidInputError.of("a ruleset", text, ACCEPTED)


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
    return _parse_ruleset("".join(text.split()).lower())


def _parse_subtraction(text: str) -> Subtraction:
    accepted = f"write subtraction:3 or subtraction:{{1,3,4}}, takes from 1 to {MAX_TAKE}"
    plain = re.fullmatch(r"[0-9]{1,7}", text)
    listed = re.fullmatch(r"\{([0-9]{1,7}(?:,[0-9]{1,7}){0,99})\}", text)
    if plain and 1 <= int(text) <= MAX_TAKE:
        return Subtraction(range(1, int(text) + 1))
    if listed:
        takes = sorted(set(map(int, listed[1].split(","))))
        if takes[0] >= 1 and takes[-1] <= MAX_TAKE:
            return Subtraction(takes)
    raise InvalidInputError.of("a subtraction ruleset", text, accepted)


def _parse_octal(text: str) -> Octal:
    accepted = "write octal:0.77, the digit before the point 0 or 4, the others 0 to 7"
    found = re.fullmatch(rf"([04]?)\.([0-7]{{1,{MAX_OCTAL_DIGITS}}})", text)
    if not found:
        raise InvalidInputError.of("an octal ruleset", text, accepted)
    return Octal((int(found[1] or 0), *map(int, found[2].rstrip("0") or "0")))


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
