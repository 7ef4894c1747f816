"""The names of people: one way to clean them, one to compare them, and one to sort them.

A name arrives from a keyboard, a file of a school or another platform. The same name may come in
different signs: macOS writes ü as u with dots after it, and Word makes a curly apostrophe.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, combining, normalize

JOINERS = "\u200c\u200d"
BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Signs that Unicode counts as letters or symbols although nobody can see them."""
BETWEEN_LETTERS = re.compile(rf"(?<![\u0590-\u1fff])[{JOINERS}]|[{JOINERS}](?![\u0590-\u1fff])")
"""Joiners outside the scripts in which they change the look of a letter, from Hebrew to Khmer."""

APOSTROPHES = dict.fromkeys(map(ord, "\u2018\u2019\u201b\u02bb\u02bc\u02b9\u00b4\u0060\uff07"), "'")
"""Signs that people and programs write for an apostrophe."""
STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "æ": "ae", "œ": "oe", "\u0131": "i"}
    | {"ŧ": "t", "ŋ": "n", "þ": "th"}
)
"""Letters that Unicode does not treat as a letter with an accent."""
TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
"""Letters for which people without them on their keyboard type two."""
ACCENTS = re.compile(r"[\u0300-\u036f]")
"""The accents of Latin, Greek and Cyrillic letters. In other scripts, such a mark makes another
letter: か and が are two."""
LAST = "\uffff"
BEHIND = str.maketrans(
    {"þ": f"z{LAST}", "ŋ": f"n{LAST}", "ŧ": f"t{LAST}", "\u0131": f"i{LAST}", "й": f"и{LAST}"}
    | {"ɓ": f"b{LAST}", "ɗ": f"d{LAST}", "ə": f"e{LAST}"}
)
"""Letters of their own, which come right after another letter and all words that begin with it."""


def cleaned(text: str) -> str:
    """A text as we store it: composed letters, no invisible signs, and single spaces inside.

    >>> cleaned("  Zoe\u0308  \u202eBronte\u0308\u200b ")
    'Zoë Brontë'
    """
    text = " ".join(text.split())
    if text.isascii() and text.isprintable():
        return text
    seen = "".join(sign for sign in text if sign in JOINERS or not _is_invisible(sign))
    # Last, because a sign that nobody sees may stand between a letter and its accent.
    return " ".join(normalize("NFC", BETWEEN_LETTERS.sub("", seen)).split())


def _is_invisible(sign: str) -> bool:
    return sign in BLANKS or category(sign).startswith("C")


def account_name(text: str) -> str:
    """A user name as accounts have it: wide and joined letters as plain ones.

    >>> account_name("  Zoe\u0308\u200b "), account_name("\uff41\uff44\uff41")
    ('Zoë', 'ada')
    """
    return cleaned(normalize("NFKC", text))


def account_key(text: str) -> str:
    """What distinguishes accounts: their name, whatever its case. The database compares in the same
    way, so ß and ss stay two."""
    return account_name(text).lower()


def in_same_signs(name: str) -> str:
    """A name whose other spellings look the same to the eye: case and apostrophes do not matter.

    >>> in_same_signs("Sean O\u2019Brien") == in_same_signs("SEAN O'BRIEN")
    True
    """
    return cleaned(name).translate(APOSTROPHES).casefold()


def folded(name: str) -> str:
    """A name without everything that people leave out when they type it: accents, strokes, case.

    >>> folded("José Núñez"), folded("Łukasz Ørsted"), folded("O\u2019Brien"), folded("Groß")
    ('jose nunez', 'lukasz orsted', "o'brien", 'gross')
    """
    return _without_accents(in_same_signs(name))


def spellings(name: str) -> frozenset[str]:
    """The folded forms of a name, with umlauts as one letter and as two.

    >>> sorted(spellings("Jörg Müller"))
    ['joerg mueller', 'jorg muller']
    """
    same = in_same_signs(name)
    return frozenset({_without_accents(same), _without_accents(same.translate(TWO_LETTERS))} - {""})


def _without_accents(lower: str) -> str:
    if lower.isascii():
        return lower
    letters = normalize("NFKD", lower.translate(STROKES))
    plain = ACCENTS.sub("", letters).translate(STROKES).replace("\u200c", "").replace("\u200d", "")
    return normalize("NFC", plain)


@lru_cache(maxsize=4096)  # names of people, at most 150 characters: 3 MB
def sort_key(text: str) -> tuple[str, str]:
    """The sort key of a text: its letters without accents and case, then the text itself.

    >>> sorted(["Zając", "Þór", "Ørsted", "Olsen", "Oyen", "Łapiński", "Lem"], key=sort_key)
    ['Łapiński', 'Lem', 'Olsen', 'Ørsted', 'Oyen', 'Zając', 'Þór']
    """
    lower = normalize("NFC", text).casefold().translate(APOSTROPHES)
    letters = normalize("NFKD", lower.translate(BEHIND).translate(STROKES))
    return "".join(sign for sign in letters if not combining(sign)).translate(STROKES), text
