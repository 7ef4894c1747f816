"""The R1 note: its three conditions are not enough."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source

GREMLIN_RULES = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"
"""Nim up to 2, and a heap of 3 that may be removed or replaced by 2 + 2: the gremlin G."""

ESCAPING_ROWS = "octal:0.35"
"""One counter from an end, a whole row of two, or two with counters on both sides."""

R1_NOTE = Source(
    "r1-note",
    "The R1 note on misère games",
    hedge="My analysis, even if correct, is only a provisional contribution toward the misere "
    "project.",
    errata=(
        Erratum(
            "octal-035",
            Flaw.FALSE,
            "Three conditions are not enough",
            "The definition of an R1 game, and the remark after the algorithm",
            (
                "R1 game - An impartial game for which (in any position) there is a component "
                "scheme in which (1) there can be no higher inverters, (2) any higher switch can "
                "be transformed in one move to a null or else to a gremlin, and (3) no null can "
                "be transformed in one move to a gremlin.",
                "A position with nim-sum = 0 and in which there are traps or switches loses for "
                "the player to move.",
            ),
            "In the octal game 0.35 a player may take one counter from an end of a row, or a "
            "whole row of two. A player may also take two neighbours with counters on both sides. "
            "A row of 4 can become 3, a trap, or 1 + 1, a null. Its nim-value is 1 and alone it "
            "wins, so it is a gremlin. Rows of 1 to 4 meet all three conditions. By the note 4 + "
            "1, 4 + 1 + 1 + 1 and 4 + 2 + 2 + 1 are losing positions, but the player to move "
            "wins. By the note 4 + 2, 4 + 2 + 1 + 1 and 4 + 2 + 2 + 2 are winning positions, but "
            "the player to move loses.",
            "Add a fourth condition: no gremlin can be transformed in one move to a null. Then R1 "
            "covers exactly the hereditarily tame games: those that are tame in Conway's sense, "
            "together with every position that can arise in them.",
            (
                Exhibit(
                    ESCAPING_ROWS,
                    "4+1",
                    "misere",
                    ("1>1+1",),
                    "By the note you lose: the nim-sum is 0, and the row of 4 is a switch. But "
                    "you win: split the row of 4, and your opponent faces three single counters.",
                    Claim(
                        "A position with nim-sum = 0 and in which there are traps or "
                        "switches loses for the player to move.",
                        "nim-sum 0, so a loss",
                        ("switch", "inverter"),
                        wins=False,
                    ),
                ),
                Exhibit(
                    ESCAPING_ROWS,
                    "4+2",
                    "misere",
                    (),
                    "By the note you win: take one counter of the row of 2 and leave 4 + 1, which "
                    "should lose. But from 4 + 1 your opponent escapes, and every other move of "
                    "yours loses too.",
                    Claim(
                        "A position with nim-sum = 0 and in which there are traps or "
                        "switches loses for the player to move.",
                        "a win, by leaving 4 + 1",
                        wins=True,
                        move="2>1",
                    ),
                ),
            ),
            (
                Evidence(
                    "rows-of-four",
                    "Among the {positions} positions of one to five rows of up to 4 counters, the "
                    "note mispredicts these {exceptions}.",
                    125,
                    6,
                ),
                Evidence(
                    "octal-codes",
                    "Among the {positions} octal codes 0.00 to 0.77, {exceptions} break the "
                    "fourth condition before any other, for rows of up to 20. They are 0.35 at a "
                    "row of 4, 0.71 and 0.75 at 5, 0.57 and 0.72 at 9, 0.54 at 10, 0.53 at 11 and "
                    "0.15 at 14. In each of them the note says that this row beside a row of 1 "
                    "loses, and it wins.",
                    64,
                    8,
                ),
                Evidence(
                    "tame",
                    "All {positions} games that last at most four moves were searched. Those that "
                    "meet the four conditions are exactly the hereditarily tame games.",
                    65_536,
                ),
            ),
        ),
        Erratum(
            "gremlin",
            Flaw.FALSE,
            "The smallest heap that breaks R1",
            "The remark after the algorithm",
            ("These four cases cover all positions that win for the player to move.",),
            "A heap G of 3 may be removed or replaced by 2 + 2; heaps of 1 and 2 are as in Nim. "
            "The options of G are a null and a trap, so G is a gremlin. Removing G wins from G + "
            "1. But the nim-sum is 0 already, and no case asks for that move. No smaller heap "
            "does it. A heap of 1 or 2 can become only heaps of 1. A sum of ones is a null or an "
            "inverter, never the trap that a gremlin needs. Here a heap may become two heaps. If "
            "it may become only nothing or one smaller heap, it takes a heap of 4.",
            "The fourth condition excludes G.",
            (
                Exhibit(
                    GREMLIN_RULES,
                    "3+1",
                    "misere",
                    ("1>0",),
                    "By the note you lose. But you win: remove the heap of 3, and your opponent "
                    "must take the last one.",
                    Claim(
                        "These four cases cover all positions that win for the player to move.",
                        "nim-sum 0, so a loss",
                        ("gremlin", "inverter"),
                        wins=False,
                    ),
                ),
            ),
            (
                Evidence(
                    "three-conditions",
                    "Add a game that lasts at most four moves and a game that lasts at most "
                    "three, both with the note's conditions. The note mispredicts {exceptions} of "
                    "these {positions} sums.",
                    984_064,
                    3_003,
                ),
                Evidence(
                    "four-conditions",
                    "With the fourth condition as well, there are {positions} such sums, and R1 "
                    "is right about all of them.",
                    976_896,
                ),
            ),
        ),
        Erratum(
            "case-1",
            Flaw.FALSE,
            "Case 1 can choose a losing move",
            "The algorithm, case (1)",
            (
                "(1) If there are one or more traps or two or more higher switches or one or more "
                "gremlins, make the move you would make in the normal game. (Return nim-sum to 0; "
                "in other words, make the move which will cause there to be an even number of 1's "
                "in each column of the SGN's of all the elements when converted to binary and "
                "right-aligned.)",
            ),
            "In the octal game 0.35 a row of 4 alone is a gremlin. Both its moves, to 3 and to "
            "1 + 1, return the nim-sum to 0, and one of them loses.",
            "With the fourth condition every move that returns the nim-sum to 0 wins in case 1.",
            (
                Exhibit(
                    ESCAPING_ROWS,
                    "4",
                    "misere",
                    ("1>3",),
                    "Leave 3, a trap. After 1 + 1 your opponent takes one counter, and the last "
                    "one is yours.",
                    Claim(
                        "make the move you would make in the normal game",
                        "a win, by any move that returns the nim-sum to 0",
                        ("gremlin",),
                        wins=True,
                        move="1>1+1",
                    ),
                ),
            ),
            (
                Evidence(
                    "case-1",
                    "Case 1 covers {positions} winning positions of one to five rows of up to 4 "
                    "counters. In {exceptions} of them a move that returns the nim-sum to 0 "
                    "loses, or there is no such move.",
                    78,
                    14,
                ),
                Evidence(
                    "case-1-mended",
                    "Take one to four rows of Nim, Kayles or Dawson's Kayles, of sizes for which "
                    "the four conditions hold. In all {positions} winning positions of case 1 "
                    "there is such a move, and every such move wins.",
                    362,
                ),
            ),
        ),
        Erratum(
            "case-4",
            Flaw.TOO_SHORT,
            "Case 4 without a move",
            "The algorithm, case (4)",
            (
                "(4) If there are no traps and no switches and an even number of inverters, "
                "convert a null to an inverter or an inverter to a null.",
            ),
            "When no move is left, there is no trap, no switch and no inverter. Zero is an even "
            "number, so case 4 covers this board and asks for a move. But there is none. The game "
            "is over, and when the last one loses, the player to move has won.",
            "Case 4 should ask for a move only while one is left. Then it always finds one. A "
            "null that can move at all can become an inverter, or it would not win in misère "
            "play.",
            (
                Exhibit(
                    "octal:0.07",
                    "2+1",
                    "misere",
                    (),
                    "You must take the row of 2, and your opponent faces a single counter. It is "
                    "a null. Case 4 asks your opponent for a move, but only two neighbours can "
                    "be taken. So your opponent has won.",
                    Claim(
                        "convert a null to an inverter or an inverter to a null",
                        "on one counter, convert the null",
                        ("inverter", "null"),
                    ),
                ),
            ),
            (
                Evidence(
                    "case-4",
                    "Take up to four rows of Nim, Kayles or Dawson's Kayles, of sizes for which "
                    "the four conditions hold. In {positions} positions of case 4 the move is "
                    "there and wins, except on {exceptions} boards where no move is left.",
                    182,
                    7,
                ),
            ),
        ),
    ),
)
