"""What each theory says in three sentences, and a position for every situation it knows."""

from __future__ import annotations

from dataclasses import dataclass

from solver import ESCAPING_ROWS


@dataclass(frozen=True)
class Example:
    """A position that shows one *situation* of a theory; *shows* says it to a person."""

    situation: str
    ruleset: str
    position: str
    shows: str
    convention: str = "misere"
    to_move: str = ""


@dataclass(frozen=True)
class TheoryPage:
    """A theory in three sentences: where it *applies*, what it *decides*, and *why* it is right.

    *lesson* is the slug of the lesson that introduces it, *word* what it is called there first.
    """

    key: str
    title: str
    applies: str
    decides: str
    why: str
    source: str
    lesson: str
    word: str
    examples: tuple[Example, ...]


NORMAL = "normal"

SAFE_HARBORS = TheoryPage(
    "safe-harbors",
    "Safe harbors",
    "You take from one row at a time, at most so many, or as many as you like.",
    "It finds the safe harbors, the positions to leave to the other player, whether the last one "
    "wins or loses.",
    "Whatever the other player takes from a long row, you can take the rest of the divisor, which "
    "is the maximum take plus 1; so a row counts only as its remainder, and the harbors of small "
    "rows are soon known.",
    "“Nimble Strategy”, sections 2 to 10.",
    "safe-harbors",
    "safe harbor",
    (
        Example("normal-won", "subtraction:4", "13", "The last one wins, and you can win", NORMAL),
        Example("normal-lost", "subtraction:4", "6+11", "The last one wins: a harbor", NORMAL),
        Example("misere-won", "subtraction:3", "9+6", "The last one loses, and you can win"),
        Example("misere-lost", "subtraction:3", "13", "The last one loses: a harbor"),
        Example("universal", "nim", "1+2+3", "A harbor whichever way it ends"),
        Example("set-aside", "nim", "1+2+4", "A clever idea that comes too early"),
    ),
)

NIM_SUM = TheoryPage(
    "nim-sum",
    "Nim-sum",
    "Where the last one wins, it covers every game in which both players have the same moves; "
    "where the last one loses, Nim and rows with a maximum take.",
    "Split what each row counts into powers of two and pair off equal ones: where all pair, "
    "the player to move loses, and otherwise a move after which all pair wins.",
    "A move changes a single row, so it breaks the pairing, and a broken pairing can be mended; "
    "where the last one loses, you leave an odd number of ones instead, as soon as no row of 2 or "
    "more would be left.",
    "Bouton (1901) for Nim; Sprague (1935) and Grundy (1939) for all other games.",
    "nim-sum",
    "nim-sum",
    (
        Example("normal-won", "nim", "7+5+3", "The last one wins, and you can win", NORMAL),
        Example("normal-lost", "nim", "6+5+3", "The last one wins, and all pairs", NORMAL),
        Example("misere-as-normal", "nim", "7+5+3", "The last one loses, and nothing changes yet"),
        Example("misere-moment", "nim", "6+1+1", "The moment when the plan changes"),
        Example("misere-endgame", "nim", "1+1+1", "Only ones are left, an odd number of them"),
        Example("misere-lost", "nim", "1+3+5+7", "The last one loses, and all pairs"),
        Example("remainders", "subtraction:3", "7+6+4", "With a maximum take, remainders count"),
        Example("nim-values", "kayles", "5+4", "In other games, nim-values count", NORMAL),
    ),
)

R1 = TheoryPage(
    "r1",
    "R1 kinds",
    "The last one loses, both players have the same moves, and every row, with all it can become, "
    "keeps four conditions.",
    "It gives a kind to each row, or to several rows taken as one, and counts: a won board is one "
    "of four cases, each with its move, and there are two sorts of lost board.",
    "While there is a trap or a switch, nim-sum 0 is lost, as if the last one won; when there are "
    "only nulls and inverters, a move either makes a switch, so that the other player decides, or "
    "changes whether the number of inverters is odd, and odd is lost.",
    "The R1 note on misère games, with a fourth condition that it lacks; tame games after Conway.",
    "four-kinds",
    "inverter",
    (
        Example("case-1", "kayles", "3+2", "Case 1: two higher switches"),
        Example("case-1", "octal:0.31", "4+2", "Case 1: a gremlin"),
        Example("case-2", "kayles", "4+3+1", "Case 2: one switch, inverters even"),
        Example("case-3", "kayles", "3+1", "Case 3: one switch, inverters odd"),
        Example("case-4", "kayles", "4+1", "Case 4: no trap or switch, inverters even"),
        Example("lost-nim-sum", "kayles", "3+3", "Lost: a switch, and nim-sum 0"),
        Example("lost-inverters", "kayles", "4+1+1", "Lost: an odd number of inverters"),
        Example("refused-2", "kayles", "5+1", "Refused: a row of 5 breaks the second condition"),
        Example("refused-4", ESCAPING_ROWS, "4+1", "Refused: a gremlin can become a null"),
    ),
)

MISERE_QUOTIENT = TheoryPage(
    "misere-quotient",
    "Quotient",
    "The last one loses and both players have the same moves: a table of elements is worked out "
    "for rows up to some length, and for Kayles it is proved for every length.",
    "Each row stands for an element: multiply the elements, and the player to move loses exactly "
    "where the product is one of the lost elements, 9 of 40 in Kayles.",
    "Two positions share an element where nothing beside them can tell them apart: to put one in "
    "place of the other never changes who wins.",
    "Plambeck (2005); Plambeck and Siegel (2008); Sibert and Conway (1992) for Kayles.",
    "perfect-kayles",
    "misère quotient",
    (
        Example("won", "kayles", "5+3", "Kayles, and you can win"),
        Example("lost", "kayles", "5+1", "Kayles, lost, where R1 does not reach"),
        Example("lost-alone", "kayles", "9", "One of the five rows that are lost alone"),
    ),
)

REDUCTION = TheoryPage(
    "reduction",
    "Reduction",
    "It is about partizan Kayles, in which Left takes one square, Right takes two neighbours, and "
    "whoever cannot move wins.",
    "A strip that leaves 1 after division by 3 counts as a square, one that leaves 2 as a domino, "
    "the others as nothing; squares minus dominoes says who wins.",
    "Three squares of a strip may be traded for a square and a domino, and a square and a domino "
    "cancel: whatever strips lie beside them, who wins stays the same.",
    "Rebecca Milley, “Partizan Kayles and misère invertibility”, Integers 15 (2015), Theorems 1 to "
    "4.",
    "squares-and-dominoes",
    "Theorem 1",
    (
        Example(
            "strip-0", "partizan-kayles", "6", "A strip of 3k counts as nothing", to_move="left"
        ),
        Example("strip-1", "partizan-kayles", "7", "3k + 1 counts as a square", to_move="right"),
        Example("strip-2", "partizan-kayles", "5", "3k + 2 counts as a domino", to_move="left"),
        Example("equal", "partizan-kayles", "4+5", "As many squares as dominoes", to_move="left"),
        Example("squares", "partizan-kayles", "7+4", "Too many squares", to_move="right"),
        Example("dominoes-1", "partizan-kayles", "7+5+2", "One domino too many", to_move="right"),
        Example("dominoes-2", "partizan-kayles", "5+2", "Two dominoes too many", to_move="right"),
        Example("dominoes-3", "partizan-kayles", "5+5+2", "Three too many", to_move="left"),
        Example(
            "silent-left", "partizan-kayles", "6+3", "Theorem 4 is silent for Left", to_move="left"
        ),
        Example(
            "silent-right",
            "partizan-kayles",
            "6+1",
            "Theorem 4 is silent for Right",
            to_move="right",
        ),
    ),
)

EXHAUSTIVE = TheoryPage(
    "exhaustive",
    "Search",
    "It covers any game at all, as long as there are few enough positions to look at each.",
    "A position is won where some move leaves a lost one, and lost where every move leaves a won "
    "one; where no move is left, the way the game ends says who has won.",
    "Every game ends, so looking back from its end decides all that comes before; that is slow "
    "and never wrong, and every other theory here is tested against it.",
    "Looking back from the end, as in “Nimble Strategy”, section 1; Zermelo (1913).",
    "thirteen-lights",
    "looking back",
    (
        Example("won", "kayles", "3+1", "One move that leaves a lost board is enough"),
        Example("lost", "kayles", "4", "Every move leaves a won board"),
        Example(
            "won-normal", "subtraction:{1,3,4}", "8+2", "A game of its own, and you can win", NORMAL
        ),
        Example(
            "lost-partizan",
            "partizan-kayles",
            "3+2",
            "Two players with different moves",
            to_move="left",
        ),
    ),
)

THEORY_PAGES = (SAFE_HARBORS, NIM_SUM, R1, MISERE_QUOTIENT, REDUCTION, EXHAUSTIVE)
"""In the order of the course."""

_BY_KEY = {page.key: page for page in THEORY_PAGES}


def theory_page(key: str) -> TheoryPage | None:
    """The page of the theory called *key*, if there is one."""
    return _BY_KEY.get(key)
