"""Every sentence of the solver, a module for each theory and each topic; here what they share.

A sentence is a text with named values, ``"{player} has no move left."``, which the reasoning fills
in. A sentence that differs with a number is written once for one and once for several, and
:func:`by_number` chooses. Lists, plurals, articles, endings and outcomes are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from solver.conventions import Convention, Outcome

Piece = TypeVar("Piece")

LISTED_ROWS = 12
"""How many rows a sentence lists before it counts the others."""

OUTCOME_WORDS = {
    Outcome.N: "the player to move wins",
    Outcome.P: "the player to move loses",
    Outcome.L: "Left wins, whoever starts",
    Outcome.R: "Right wins, whoever starts",
}

OUTCOME_TERMS = {
    Outcome.N: "an N-position: the next player wins",
    Outcome.P: "a P-position: the previous player wins",
    Outcome.L: "an L-position: Left wins",
    Outcome.R: "an R-position: Right wins",
}
"""The outcome in the terms of the field."""

LAST_ONE = {Convention.MISERE: "loses", Convention.NORMAL: "wins"}
"""What becomes of the player who takes the last one."""


NO_MOVE_LEFT = {
    Convention.MISERE: "The player to move has won: no move is left.",
    Convention.NORMAL: "The player to move has lost: no move is left.",
}


def convention_words(convention: Convention) -> str:
    """The convention in words, never as a bare term: ``the last one loses``.

    >>> convention_words(Convention.MISERE)
    'the last one loses'
    """
    return f"the last one {LAST_ONE[convention]}"


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
    """The text for one thing, or the one for several and for none.

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
    """The first *most* pieces, and how many others are not listed. A single other one is listed,
    too: to count it would not be shorter than to name it.

    >>> listed("abcd", 2), listed("abc", 2)
    (('ab', 2), ('abc', 0))
    """
    others = len(pieces) - most
    return (pieces[:most], others) if others > 1 else (pieces, 0)


def elided(pieces: list[str], word: str = "row", most: int = LISTED_ROWS) -> list[str]:
    """The first *most* pieces, and the others counted: ``a``, ``b``, ``4 more rows``.

    >>> elided(["a", "b", "c", "d"], most=2), elided(["a", "b", "c"], most=2)
    (['a', 'b', '2 more rows'], ['a', 'b', 'c'])
    """
    first, others = listed(pieces, most)
    return [*first, counted(others, f"more {word}")] if others else pieces


def one_of(pieces: list[str], most: int) -> str:
    """Alternatives in a sentence: ``a or b``; past *most* of them ``a, b or one of 4 others``.

    >>> one_of(["a", "b"], 2), one_of(["a", "b", "c", "d"], 2)
    ('a or b', 'a, b or one of 2 others')
    """
    first, others = listed(pieces, most)
    return joined([*first, f"one of {others} others"] if others else first, "or")


def summed_up(pieces: list[str], word: str = "row") -> str:
    """The same in a sentence: ``a, b and 4 more rows``."""
    return joined(elided(pieces, word))


def with_article(noun: str) -> str:
    """``an inverter``, ``a trap``.

    >>> with_article("inverter"), with_article("trap")
    ('an inverter', 'a trap')
    """
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def parts_in_words(parts: Iterable[int]) -> str:
    """What is left of a component, in a sentence: ``nothing``, ``4``, ``2 and 5``.

    >>> parts_in_words(()), parts_in_words((2, 5))
    ('nothing', '2 and 5')
    """
    return joined([part for part in parts if part] or ["nothing"])


def position_words(position: Iterable[int], empty: str = "0") -> str:
    """A position in a sentence: ``3 + 5``; *empty* where no component is left.

    >>> position_words((3, 5)), position_words(())
    ('3 + 5', '0')
    """
    return " + ".join(map(str, position)) or empty


def capitalised(sentence: str) -> str:
    """The sentence with a capital letter first, the others as they are.

    >>> capitalised("a row of Nim")
    'A row of Nim'
    """
    return sentence[:1].upper() + sentence[1:]
