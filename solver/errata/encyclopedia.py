"""The encyclopedia article on Nim: its Python function."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source

ENCYCLOPEDIA = Source(
    "encyclopedia",
    "The encyclopedia article on Nim",
    note="Its theorem, its two lemmas and its rule for a maximum hold.",
    errata=(
        Erratum(
            "sample-function",
            Flaw.FALSE,
            "A program that takes nothing",
            "The Python function nim",
            ("nb_remove = heaps[chosen_heap]-1 if heaps_one%2!=misere else heaps[chosen_heap]",),
            "When every heap is 0 or 1 and the player to move can win, the function chooses a "
            "heap of 1. It takes 1 − 1 from it, and that is not a move. Both nim([1, 1]) and "
            "nim([1], misere=False) answer (0, 0).",
            "When all heaps are 1, every move takes a whole heap.",
            (
                Exhibit(
                    "nim",
                    "1+1",
                    "misere",
                    ("1>0", "2>0"),
                    "The function would take nothing. Take either heap.",
                    Claim(
                        "nb_remove = heaps[chosen_heap]-1",
                        "takes 1 − 1 = 0",
                    ),
                ),
                Exhibit(
                    "nim",
                    "1",
                    "normal",
                    ("1>0",),
                    "Here too the function takes nothing. Take the heap and win.",
                    Claim(
                        "nb_remove = heaps[chosen_heap]-1",
                        "takes 1 − 1 = 0",
                    ),
                ),
            ),
            (
                Evidence(
                    "sample-ones",
                    "Among one to four heaps of 1, in both endings, there are {positions} winning "
                    "positions. The function takes nothing in {exceptions} of them.",
                    4,
                    4,
                ),
                Evidence(
                    "sample-function",
                    "In {positions} other winning positions, one to four heaps of up to 7 in both "
                    "endings, its move always wins.",
                    556,
                ),
            ),
            hedge="The previous strategy for a misère game can be easily implemented in Python",
        ),
        Erratum(
            "sample-words",
            Flaw.FALSE,
            "A warning the wrong way round",
            "The Python function nim, what it prints and a comment",
            (
                'print "You will lose :("',
                "# If move leaves no heap of size 2 or larger, leave an even (misère) or odd "
                "(normal) number of heaps of size 1",
            ),
            "When the last one loses, the function warns at 1 + 1, where the player to move wins. "
            "It does not warn at 1 + 1 + 1, where the player to move loses. The comment exchanges "
            "even and odd.",
            "With heaps of 1 only and the last one losing, the player to move loses if their "
            "number is odd. So leave an odd number of ones then, and an even number when the last "
            "one wins. The function's code aims at that.",
            (
                Exhibit(
                    "nim",
                    "1+1",
                    "misere",
                    ("1>0", "2>0"),
                    "It prints “You will lose”, and every move wins.",
                    Claim(
                        'print "You will lose :("',
                        "lost",
                        wins=False,
                    ),
                ),
                Exhibit(
                    "nim",
                    "1+1+1",
                    "misere",
                    (),
                    "It prints nothing here, and you lose.",
                    Claim(
                        'print "You will lose :("',
                        "not printed here, so a win",
                        wins=True,
                    ),
                ),
            ),
            (
                Evidence(
                    "sample-words",
                    "Among {positions} positions of one to four heaps of 1 to 7, where the last "
                    "one loses, the warning is wrong or missing at {exceptions}. They are those "
                    "with heaps of 1 only.",
                    329,
                    4,
                ),
            ),
            hedge="# Will lose unless all non-empty heaps have size one",
        ),
        Erratum(
            "sample-crash",
            Flaw.TOO_SHORT,
            "A program without a heap",
            "The Python function nim",
            (
                "X = reduce(lambda x,y: x^y, heaps)",
                "n = heap-nb_remove if chosen_heap == i else heap",
            ),
            "With no heaps at all, nim([]) stops at the first of these lines with a TypeError. "
            "With empty heaps only, nim([0, 0]) has chosen no heap when it reaches the second "
            "line. It stops there with an UnboundLocalError.",
            "When nothing can be taken, the game is over. If the last one loses, the player to "
            "move has won.",
            (),
            (
                Evidence(
                    "sample-crash",
                    "Call the function with no heap, or with one to four empty heaps, in both "
                    "endings. Of {positions} calls, {exceptions} stop with an error.",
                    10,
                    10,
                ),
            ),
        ),
    ),
)
