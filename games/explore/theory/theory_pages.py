"""Each theory in three sentences, with an example for every situation that it covers."""

from __future__ import annotations

from dataclasses import dataclass

from solver.teaching import ESCAPING_ROWS


@dataclass(frozen=True)
class TheoryExample:
    """A position that shows one *situation* of a theory; *shows* describes it."""

    situation: str
    ruleset: str
    position: str
    shows: str
    convention: str = "misere"
    to_move: str = ""


@dataclass(frozen=True)
class TheoryPage:
    """A theory in three sentences: where it *applies*, what it *decides*, and *why* it is right.
    *lesson* is the slug of the lesson that introduces it, and *word* the term that it uses first.
    Addresses refer to an example by its place, so new examples go to the end; a page groups them by
    situation."""

    key: str
    title: str
    applies: str
    decides: str
    why: str
    source: str
    lesson: str
    word: str
    examples: tuple[TheoryExample, ...]

    @property
    def by_situation(self) -> list[tuple[int, TheoryExample]]:
        """The examples with their places, grouped by situation."""
        situations = [example.situation for example in self.examples]
        return sorted(
            enumerate(self.examples, 1), key=lambda one: situations.index(one[1].situation)
        )


NORMAL = "normal"

SAFE_HARBORS = TheoryPage(
    "safe-harbors",
    "Safe harbors",
    "You take from one row at a time: up to a maximum, or as many as you like.",
    "It finds the safe harbors: the positions to leave the other player, whether the last one wins "
    "or loses.",
    "The divisor is the maximum take plus 1. Whatever the other player takes from a long row, you "
    "can take the rest of the divisor. So only the remainder of a row counts, and the harbors of "
    "small rows are soon known.",
    "“Nimble Strategy”, sections 2 to 10.",
    "safe-harbors",
    "safe harbor",
    (
        TheoryExample(
            "normal-won", "subtraction:4", "13", "The last one wins, and you can win", NORMAL
        ),
        TheoryExample(
            "normal-lost", "subtraction:4", "6+11", "The last one wins: a harbor", NORMAL
        ),
        TheoryExample("misere-won", "subtraction:3", "9+6", "The last one loses, and you can win"),
        TheoryExample("misere-lost", "subtraction:3", "13", "The last one loses: a harbor"),
        TheoryExample("universal", "nim", "1+2+3", "A harbor, whether the last one wins or loses"),
        TheoryExample("set-aside", "nim", "1+2+4", "A clever idea that comes too early"),
    ),
)

NIM_SUM = TheoryPage(
    "nim-sum",
    "Nim-sum",
    "When the last one wins, it covers every game in which both players have the same moves. When "
    "the last one loses, it covers Nim and rows with a maximum take.",
    "Split the value of each row into powers of two, and pair off equal powers. If everything "
    "pairs, the player to move loses. If not, a winning move makes everything pair.",
    "A move changes only one row, so it breaks the pairing, and the next move can mend it. When "
    "the last one loses, there is one exception: if your move leaves only ones, leave an odd "
    "number of them.",
    "Bouton (1901) for Nim; Sprague (1935) and Grundy (1939) for all other games.",
    "nim-sum",
    "nim-sum",
    (
        TheoryExample("normal-won", "nim", "7+5+3", "The last one wins, and you can win", NORMAL),
        TheoryExample(
            "normal-lost", "nim", "6+5+3", "The last one wins, and everything pairs", NORMAL
        ),
        TheoryExample(
            "misere-as-normal", "nim", "7+5+3", "The last one loses, and nothing changes yet"
        ),
        TheoryExample("misere-moment", "nim", "6+1+1", "The moment when the plan changes"),
        TheoryExample(
            "misere-endgame", "nim", "1+1+1", "Only ones are left, an odd number of them"
        ),
        TheoryExample("misere-lost", "nim", "1+3+5+7", "The last one loses, and everything pairs"),
        TheoryExample(
            "remainders", "subtraction:3", "7+6+4", "With a maximum take, remainders count"
        ),
        TheoryExample("nim-values", "kayles", "5+4", "In other games, nim-values count", NORMAL),
    ),
)

TRAP_HEAPS = "heaps:{1:[[]],2:[[],[1]],3:[[2]],4:[[3]]}"
"""A heap of 3 is a trap, and a heap of 4 a gremlin."""
FIRM_HEAPS = "heaps:{1:[[]],2:[[],[1]],3:[[],[1],[2]],6:[[2,2],[2,3]]}"
"""A heap of 6 is a higher switch that can only become a trap or a gremlin."""

R1 = TheoryPage(
    "r1",
    "R1 kinds",
    "The last one loses, and both players have the same moves. Every row, and everything it can "
    "become, must meet four conditions.",
    "It gives a kind to each row, or to several rows together, and counts the kinds. There are "
    "four cases of winning position, each with its move, and two sorts of losing position.",
    "While there is a trap or a switch, nim-sum 0 loses, as if the last one won. With only nulls "
    "and inverters, an odd number of inverters loses. There, a move either changes odd to even "
    "or even to odd, or it makes a switch and lets the other player decide.",
    "The R1 note on misère games, with a fourth condition that it lacks; tame games after Conway.",
    "four-kinds",
    "inverter",
    (
        TheoryExample("case-1", "kayles", "3+2", "Case 1: two higher switches"),
        TheoryExample("case-1", "octal:0.31", "4+2", "Case 1: a gremlin"),
        TheoryExample("case-2", "kayles", "4+3+1", "Case 2: one switch, inverters even"),
        TheoryExample("case-3", "kayles", "3+1", "Case 3: one switch, inverters odd"),
        TheoryExample("case-4", "kayles", "4+1", "Case 4: no trap or switch, inverters even"),
        TheoryExample("lost-nim-sum", "kayles", "3+3", "Losing: a switch, and nim-sum 0"),
        TheoryExample("lost-inverters", "kayles", "4+1+1", "Losing: an odd number of inverters"),
        TheoryExample(
            "refused-2", "kayles", "5+1", "Refused: a row of 5 breaks the second condition"
        ),
        TheoryExample("refused-4", ESCAPING_ROWS, "4+1", "Refused: a gremlin can become a null"),
        TheoryExample("refused-1", "octal:0.314", "5+2", "Refused: there is a higher inverter"),
        TheoryExample("refused-3", "octal:0.337", "8+1", "Refused: a null can become a gremlin"),
        TheoryExample("case-1", TRAP_HEAPS, "3+1", "Case 1: a trap"),
        TheoryExample("case-1", TRAP_HEAPS, "4", "Case 1: a gremlin becomes a trap"),
        TheoryExample("case-2", FIRM_HEAPS, "6+1+1", "Case 2: the switch becomes a trap"),
        TheoryExample("case-3", FIRM_HEAPS, "6+1", "Case 3: the switch becomes a gremlin"),
        TheoryExample("case-4", "octal:0.07", "5", "Case 4: a null becomes an inverter"),
    ),
)

MISERE_QUOTIENT = TheoryPage(
    "misere-quotient",
    "Quotient",
    "The last one loses, and both players have the same moves. We work out a table of elements for "
    "rows up to some length. For Kayles it is proved for every length.",
    "Each row stands for an element. Multiply the elements: the player to move loses exactly when "
    "the product is one of the losing elements. Kayles has 40 elements, and 9 of them lose.",
    "Two positions share an element if nothing you add can tell them apart. Then you can "
    "replace one by the other, and the same player still wins.",
    "Plambeck (2005); Plambeck and Siegel (2008); Sibert and Conway (1992) for Kayles.",
    "perfect-kayles",
    "misère quotient",
    (
        TheoryExample("won", "kayles", "5+3", "Kayles, and you can win"),
        TheoryExample("lost", "kayles", "5+1", "Kayles, and you lose, where R1 does not reach"),
        TheoryExample("lost-alone", "kayles", "9", "One of the five rows that lose alone"),
    ),
)

REDUCTION = TheoryPage(
    "reduction",
    "Reduction",
    "It covers partizan Kayles: Left takes one square, Right takes two squares side by side, and "
    "a player who cannot move wins.",
    "Divide the length of a strip by 3. Remainder 1 counts as a square, remainder 2 as a domino, "
    "and remainder 0 as nothing. The number of squares minus dominoes tells you who wins.",
    "You can trade three squares of a strip for a square and a domino, and a square and a domino "
    "cancel. The same player still wins, whatever the other strips are.",
    "Rebecca Milley, “Partizan Kayles and misère invertibility”, Integers 15 (2015), Theorems 1 to "
    "4.",
    "squares-and-dominoes",
    "Theorem 1",
    (
        TheoryExample(
            "strip-0", "partizan-kayles", "6", "A strip of 3k counts as nothing", to_move="left"
        ),
        TheoryExample(
            "strip-1", "partizan-kayles", "7", "3k + 1 counts as a square", to_move="right"
        ),
        TheoryExample(
            "strip-2", "partizan-kayles", "5", "3k + 2 counts as a domino", to_move="left"
        ),
        TheoryExample(
            "equal", "partizan-kayles", "4+5", "As many squares as dominoes", to_move="left"
        ),
        TheoryExample("squares", "partizan-kayles", "7+4", "Too many squares", to_move="right"),
        TheoryExample(
            "dominoes-1", "partizan-kayles", "7+5+2", "One domino too many", to_move="right"
        ),
        TheoryExample(
            "dominoes-2", "partizan-kayles", "5+2", "Two dominoes too many", to_move="right"
        ),
        TheoryExample("dominoes-3", "partizan-kayles", "5+5+2", "Three too many", to_move="left"),
        TheoryExample(
            "silent-left", "partizan-kayles", "6+3", "Theorem 4 is silent for Left", to_move="left"
        ),
        TheoryExample(
            "silent-right",
            "partizan-kayles",
            "6+1",
            "Theorem 4 is silent for Right",
            to_move="right",
        ),
        TheoryExample(
            "duel",
            "partizan-kayles",
            "1+2+5",
            "A duel: every move in the pair is answered in the pair",
            to_move="right",
        ),
    ),
)

EXHAUSTIVE = TheoryPage(
    "exhaustive",
    "Search",
    "It covers any game at all, as long as there are few enough positions to look at them all.",
    "You win a position if some move leaves a losing one. You lose it if every move leaves a "
    "winning one. When no move is left, the rules say who has won.",
    "Every game ends, so we can look back from its end and decide everything before it. That is "
    "slow but never wrong, and we test every other theory here against it.",
    "Looking back from the end, as in “Nimble Strategy”, section 1; Zermelo (1913).",
    "thirteen-lights",
    "looking back",
    (
        TheoryExample("won", "kayles", "3+1", "One move that leaves a losing position is enough"),
        TheoryExample("lost", "kayles", "4", "Every move leaves a winning position"),
        TheoryExample(
            "won-normal",
            "subtraction:{1,3,4}",
            "8+2",
            "A game with its own rules: you can win",
            NORMAL,
        ),
        TheoryExample(
            "lost-partizan",
            "partizan-kayles",
            "3+2",
            "Two players with different moves",
            to_move="left",
        ),
    ),
)

THEORY_PAGES = (SAFE_HARBORS, NIM_SUM, R1, MISERE_QUOTIENT, REDUCTION, EXHAUSTIVE)
"""The theories in the order of the course."""

_BY_KEY = {page.key: page for page in THEORY_PAGES}


def theory_page(key: str) -> TheoryPage | None:
    """The page of the theory called *key*, if there is one."""
    return _BY_KEY.get(key)
