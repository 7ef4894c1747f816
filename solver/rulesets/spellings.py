"""How the literature and the sentences of this package write a game, made into the game's key.

``·77`` (*Winning Ways*), ``4.7``, ``0.333…`` and ``0.[3]`` (CGSuite), ``S(1,3,4)``, ``2×3``,
*Dawson's Kayles*, and the name that a ruleset has for people. A key is a spelling of itself. What
is no spelling is left for the families to refuse.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from ..words import games as words

_SIGNS = str.maketrans(
    dict.fromkeys("·⋅∙•‧・", ".") | dict.fromkeys("×✕✖⨯", "x") | dict.fromkeys("’‘ʼ′`´", "'")
)
_SPACED = re.compile(r" ?([:{},.\[\]()\"|]) ?")
"""A mark with spaces around it, which mean nothing there; between two digits they would."""
_FOR_EVER = re.compile("([0-9a-f])(?:\\.\\.\\.|\N{COMBINING DOT ABOVE})")
"""A digit that is repeated without end."""
_NAMED = {
    words.NIM: "nim",
    words.KAYLES: "kayles",
    words.DAWSONS_CHESS: "octal:0.137",
    words.DAWSONS_KAYLES: "octal:0.07",
    words.TREBLECROSS: "octal:0.007",
    words.GRUNDY: "grundy",
    words.LASKER: "lasker",
    words.PARTIZAN_KAYLES: "partizan-kayles",
}
"""The games that are known by a name."""
_ONE, _SEVERAL = "([0-9]+)", "([0-9]+(?:,[0-9]+)+)"
_STRIPS = words.STRIPS.format(squares="([0-9]) squares?")
_SPELLINGS = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        # Threes without end: take any number. With a 4 before them, a heap may be split instead.
        (r"(?:octal:)?0*\.3*[\[(]3[\])]", "nim"),
        (r"(?:octal:)?0*4\.3*[\[(]3[\])]", "lasker"),
        # Zeros before a code mean nothing. A code whose digits are octal is one in both families.
        (r"(octal|hexadecimal)(?: game |:| )0*?([0-9a-f]?\.[0-9a-f]+)", r"\1:\2"),
        (r"0*?([04]?\.[0-7]+)", r"octal:\1"),
        (r"0*?([048c]?\.[0-9a-f]+)", r"hexadecimal:\1"),
        (r"([0-9]*\.[0-9]*(?:[\[(][0-9]+[\])])?)", r"octal:\1"),
        # Two numbers without a bracket are no set: 4,7 may be meant for the code 4.7.
        (rf"subtraction[: ](?:\[{_ONE}\]|\({_ONE}\))", r"subtraction:{\1\2}"),
        (rf"(?:subtraction[: ]|s)?(?:\[{_SEVERAL}\]|\({_SEVERAL}\))", r"subtraction:{\1\2}"),
        (r"(?:subtraction[: ]|s)?({[0-9,]+})", r"subtraction:\1"),
        (rf"subtraction[: ]{_SEVERAL}", r"subtraction:{\1}"),
        (r"([0-9]+(?:,[0-9]+){2,})", r"subtraction:{\1}"),
        (rf"(?:s\(1\.\.{_ONE}\)|take 1 to {_ONE})", r"subtraction:\1\2"),
        (r"take ([0-9]+)", r"subtraction:{\1}"),
        (r"take ([0-9,]+) or ([0-9]+)", r"subtraction:{\1,\2}"),
        (words.ON_STRIPS.format(game="(push|shove)", strips=_STRIPS), r"\1:\2"),
        (r"domineering(?: on |:| )([0-9]+) ?(?:x|\*|by) ?([0-9]+)", r"domineering:\1x\2"),
    )
)


def spelled(text: str) -> str:
    """The key that *text* is a spelling of, if it is one.

    >>> spelled("·77"), spelled("Grundy’s game"), spelled("S(1, 3, 4)"), spelled("0.[3]")
    ('octal:.77', 'grundy', 'subtraction:{1,3,4}', 'nim')
    """
    plain = normalize("NFKC", text.translate(_SIGNS)).lower()
    plain = _SPACED.sub(r"\1", " ".join(_FOR_EVER.sub(r"[\1]", plain).split()))
    for pattern, key in _SPELLINGS:
        if written := pattern.fullmatch(plain):
            return written.expand(key)
    return _KEYS.get(_slug(plain), plain)


def _slug(name: str) -> str:
    """A name as it is compared: ``dawsons-kayles``."""
    return name.lower().replace("'", "").replace(" ", "-")


_KEYS = {
    _slug(name.replace("'s", ending)): key for name, key in _NAMED.items() for ending in ("s", "")
}
"""The keys by name; that of Dawson, Grundy and Lasker with its ending and without."""
