"""The encyclopedia article on Nim: its Python function."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source

ENCYCLOPEDIA = Source(
    "encyclopedia",
    "The encyclopedia article on Nim",
    note="Its theorem, both lemmas and the rule for a maximum hold.",
    errata=(
        Erratum(
            "sample-function",
            Flaw.FALSE,
            "A program that takes nothing",
            "The Python function nim",
            ("nb_remove = heaps[chosen_heap]-1 if heaps_one%2!=misere else heaps[chosen_heap]",),
            "Where every heap is 0 or 1 and the player to move can win, the heap chosen has 1, "
            "and the function takes 1 − 1 from it. That is no move: nim([1, 1]) and, where the "
            "last one wins, nim([1], misere=False) both answer (0, 0).",
            "With heaps of 1 only, every move takes one whole heap.",
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
                    "Here too. Take the heap and win.",
                    Claim(
                        "nb_remove = heaps[chosen_heap]-1",
                        "takes 1 − 1 = 0",
                    ),
                ),
            ),
            (
                Evidence(
                    "sample-ones",
                    "{positions} won positions of one to four heaps of 1, in both endings: the "
                    "function takes nothing at {exceptions}.",
                    4,
                    4,
                ),
                Evidence(
                    "sample-function",
                    "{positions} other won positions of one to four heaps of up to 7, in both "
                    "endings: its move wins at every one.",
                    556,
                ),
            ),
            hedge="The previous strategy for a misère game can be easily implemented in Python",
        ),
        Erratum(
            "sample-words",
            Flaw.FALSE,
            "Told the wrong way round",
            "The Python function nim, what it prints and a comment",
            (
                'print "You will lose :("',
                "# If move leaves no heap of size 2 or larger, leave an even (misère) or odd "
                "(normal) number of heaps of size 1",
            ),
            "Where the last one loses it prints its warning at 1 + 1, which is won, and not at "
            "1 + 1 + 1, which is lost. The comment has even and odd exchanged.",
            "Where the last one loses, a position without a heap of 2 or more is lost if the "
            "number of ones is odd. Leave an odd number then, and an even one where the last one "
            "wins: what the function's code aims at.",
            (
                Exhibit(
                    "nim",
                    "1+1",
                    "misere",
                    ("1>0", "2>0"),
                    "“You will lose”, it prints. You can hardly help winning.",
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
                    "It prints nothing here, and you will lose.",
                    Claim(
                        'print "You will lose :("',
                        "not printed here, so won",
                        wins=True,
                    ),
                ),
            ),
            (
                Evidence(
                    "sample-words",
                    "{positions} positions of one to four heaps of 1 to 7, the last one loses: "
                    "the warning is wrong or missing at {exceptions}, those of ones only.",
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
            "With no heaps at all, nim([]), the first line stops with a TypeError. With empty "
            "heaps only, nim([0, 0]), nothing has been chosen when the second is reached, and it "
            "stops with an UnboundLocalError.",
            "Where nothing can be taken the game is over: where the last one loses, the player to "
            "move has won.",
            (),
            (
                Evidence(
                    "sample-crash",
                    "{positions} calls with no heap or one to four empty ones, in both endings: "
                    "{exceptions} stop with an error.",
                    10,
                    10,
                ),
            ),
        ),
    ),
)
