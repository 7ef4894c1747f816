"""Every sentence of the solver, in a module for each theory and each topic.

A sentence is a text with named values, ``"{player} has no move left."``, and the reasoning fills
them in. A sentence that depends on a number has one text for one thing and another for several;
:func:`by_number` chooses. This module makes lists, plurals and articles, and knows nothing of
games: every other module of the solver may use it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Piece = TypeVar("Piece")

NOTHING, NONE = "nothing", "none"
EACH = "each "

LISTED_ROWS = 12
"""How many rows a sentence lists before it counts the others."""


def joined(words: Iterable[object], conjunction: str = "and") -> str:
    """Join words the way a sentence does: ``a``, ``a and b``, ``a, b and c``.

    >>> joined(["a", "b", "c"]), joined([1, 2], "or")
    ('a, b and c', '1 or 2')
    """
    texts = [str(word) for word in words]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {conjunction} {texts[-1]}"


def counted(number: int, word: str, several: str = "") -> str:
    """``1 row``, ``3 rows``.

    >>> counted(1, "row"), counted(3, "row"), counted(0, "match")
    ('1 row', '3 rows', '0 matches')
    """
    return f"{number} {word if number == 1 else several or plural(word)}"


def by_number(number: int, one: str, several: str) -> str:
    """The text for one thing, or the text for none and for several.

    >>> by_number(1, "this row is", "these rows are"), by_number(2, "this row is", "these rows are")
    ('this row is', 'these rows are')
    """
    return one if number == 1 else several


def signed(number: int) -> str:
    """A number with a proper minus sign.

    >>> signed(-2)
    '−2'
    """
    return f"−{-number}" if number < 0 else str(number)


def plural(noun: str) -> str:
    """``rows``, ``matches``, ``switches``, ``dominoes``.

    >>> plural("row"), plural("match"), plural("domino")
    ('rows', 'matches', 'dominoes')
    """
    return f"{noun}es" if noun.endswith(("ch", "o")) else f"{noun}s"


def listed(pieces: Sequence[Piece], most: int) -> tuple[Sequence[Piece], int]:
    """The first *most* pieces, and how many others are not listed.

    A single other piece is listed too: to count it would take as many words as to name it.

    >>> listed("abcd", 2), listed("abc", 2)
    (('ab', 2), ('abc', 0))
    """
    others = len(pieces) - most
    return (pieces[:most], others) if others > 1 else (pieces, 0)


def elided(pieces: list[str], word: str = "row", most: int = LISTED_ROWS) -> list[str]:
    """The first *most* pieces and the number of the others: ``a``, ``b``, ``4 more rows``.

    >>> elided(["a", "b", "c", "d"], most=2), elided(["a", "b", "c"], most=2)
    (['a', 'b', '2 more rows'], ['a', 'b', 'c'])
    """
    first, others = listed(pieces, most)
    return [*first, counted(others, f"more {word}")] if others else pieces


def one_of(pieces: list[str], most: int) -> str:
    """Alternatives in a sentence: ``a or b``, or ``a, b or one of 4 others`` for a long list.

    >>> one_of(["a", "b"], 2), one_of(["a", "b", "c", "d"], 2)
    ('a or b', 'a, b or one of 2 others')
    """
    first, others = listed(pieces, most)
    return joined([*first, f"one of {others} others"] if others else first, "or")


def summed_up(pieces: list[str], word: str = "row") -> str:
    """The pieces of :func:`elided` in a sentence: ``a, b and 4 more rows``."""
    return joined(elided(pieces, word))


def each_told(sizes: Sequence[int], tell: Callable[[int], str], word: str = "row") -> list[str]:
    """Say something of each row by its size, once for all rows of the same size.

    >>> each_told([4, 1, 1], "{} is odd".format)
    ['4 is odd', 'each 1 is odd']
    """
    number = Counter(sizes)
    first, others = listed(list(number), LISTED_ROWS)
    pieces = [by_number(number[size], "", EACH) + tell(size) for size in first]
    if others:
        pieces.append(counted(len(sizes) - sum(number[size] for size in first), f"more {word}"))
    return pieces


def with_article(noun: str) -> str:
    """``an inverter``, ``a trap``.

    >>> with_article("inverter"), with_article("trap")
    ('an inverter', 'a trap')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def parts_in_words(parts: Iterable[int]) -> str:
    """The parts of a component that are left, in a sentence: ``nothing``, ``4``, ``2 and 5``.

    >>> parts_in_words(()), parts_in_words((2, 5))
    ('nothing', '2 and 5')
    """
    return joined([part for part in parts if part] or [NOTHING])


def position_words(position: Iterable[int], empty: str = "0") -> str:
    """A position in a sentence: ``3 + 5``; *empty* where no component is left. A row of a sum of
    games says which one it is of: ``3 (Nim)``.

    >>> position_words((3, 5)), position_words(())
    ('3 + 5', '0')
    """
    return " + ".join(getattr(row, "in_words", str(row)) for row in position) or empty


def capitalised(sentence: str) -> str:
    """The sentence with a capital letter at its beginning.

    >>> capitalised("a row of Nim")
    'A row of Nim'
    """
    return sentence[:1].upper() + sentence[1:]


def uncapitalised(sentence: str) -> str:
    """The sentence as part of another one: with a small letter at its beginning.

    >>> uncapitalised("A row of Nim")
    'a row of Nim'
    """
    return sentence[:1].lower() + sentence[1:]
