"""Nimble Strategy: statements about cards that hold for remainders."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source
from .nimble_rows import ONE_AND_TWO_ROWS

NIMBLE_STRATEGY = Source(
    "nimble-strategy",
    "Nimble Strategy",
    note="The twelve lines of the tables for 1, 2 and 3 in section 7B are right.",
    errata=(
        *ONE_AND_TWO_ROWS,
        Erratum(
            "large-rows",
            Flaw.FALSE,
            "A safe harbor with one large row",
            "Section 10B, the first theorem",
            (
                "If the opponent faces a safe harbor for the take last = win game and there are "
                "multiple rows and at least one row has at least two cards, then there is at "
                "least one more of the rows that has at least two cards.",
                "This means that if there are multiple rows and at least one row with at least "
                "two cards, then you can play the game exactly the same as the take last = win "
                "version.",
            ),
            "With a maximum it fails. If at most 3 may be taken, 1 and 5 are a safe harbor where "
            "the last one wins, since both remainders are 1; and only one row has two cards or "
            "more. Where the last one loses, the player who leaves 1 and 5 has lost. 1, 1 and 4 "
            "are another such harbor.",
            "It holds for remainders: if one of them is at least 2, so is another. Without a "
            "maximum, cards and remainders are the same.",
            (
                Exhibit(
                    "subtraction:3",
                    "1+5",
                    "misere",
                    ("1>0", "2>4"),
                    "You face the safe harbor of the other game. Here it is won: leave one "
                    "remainder of 1.",
                    Claim(
                        "you can play the game exactly the same as the take last = win version.",
                        "a safe harbor, so lost",
                        ("remainder 1", "remainder 1"),
                        wins=False,
                    ),
                ),
            ),
            (
                Evidence(
                    "large-rows",
                    "{positions} safe harbors of two or three rows of up to 12, at most 3 at a "
                    "time, the last one wins, at least one row of two or more: in {exceptions} "
                    "there is no other.",
                    114,
                    5,
                ),
                Evidence(
                    "large-remainders",
                    "{positions} of them have a remainder of 2 or 3, and then always two.",
                    75,
                ),
            ),
            hedge="Note that for rows which are not in their final frame, you can: either "
            "complement his move and move down to the next frame or treat the remainders as "
            "if they were the final frame and move accordingly.",
        ),
        Erratum(
            "zero-or-one",
            Flaw.FALSE,
            "A row that cannot come down to 1",
            "Section 10B, the second theorem",
            (
                "If your opponent faced a safe harbor for the take last = win game and there were "
                "exactly two rows with at least two cards in them and he reduced one of those "
                "rows to zero or one cards, you can reduce the other row with at least two cards "
                "to zero or one cards such that there is an odd number of rows with exactly one "
                "card in them.",
            ),
            "With a maximum it fails. At most 3 at a time, he faces 2 and 6 and takes the 2. You "
            "cannot bring 6 down to 1 or 0.",
            "It holds for remainders: bring the remainder of 6, which is 2, down to 1, by taking "
            "one card.",
            (
                Exhibit(
                    "subtraction:3",
                    "6",
                    "misere",
                    ("1>5",),
                    "He has taken the row of 2. The only winning move leaves 5.",
                    Claim(
                        "you can reduce the other row with at least two cards to zero or one cards",
                        "reduce it to 0 or 1",
                    ),
                ),
            ),
            (
                Evidence(
                    "zero-or-one",
                    "{positions} such moves of his from harbors of two or three rows of up to 12, "
                    "at most 3 at a time: after {exceptions} of them no such answer exists.",
                    34,
                    22,
                ),
                Evidence(
                    "zero-or-one-remainders",
                    "{positions} moves that lower one of exactly two remainders of 2 or 3 to 0 or "
                    "1: the other can always be lowered so that an odd number of ones remains, "
                    "and that wins.",
                    300,
                ),
            ),
            hedge="This leads to what is so obvious it hardly deserves to be called a theorem",
        ),
        Erratum(
            "no-line",
            Flaw.TOO_SHORT,
            "Where the table has no line",
            "Section 8",
            (
                "So, you check the table for the safe harbor A, B, C and see that you would "
                "reduce C cards to E cards if you were dealing with the final frame. You make "
                "the move anyway.",
            ),
            "Where the last one loses, 1, 5, 5 and 10 are a safe harbor if at most 4 may be "
            "taken: the remainders are 1, 0, 0 and 0. He takes the 1. In the final frame the game "
            "would be over, so the table has no answer, but here 20 cards are left. "
            "Section 5B knows the answer for two rows and no more.",
            "If all remainders are 0 and the last one loses, take the maximum from any row. The "
            "encyclopedia article has this rule.",
            (
                Exhibit(
                    "subtraction:4",
                    "5+5+10",
                    "misere",
                    ("1>1", "2>1", "3>6"),
                    "He has taken the row of 1. Take four, which leaves a remainder of 1.",
                    Claim(
                        "So, you check the table for the safe harbor A, B, C",
                        "the table has no line",
                        ("remainder 0", "remainder 0", "remainder 0"),
                    ),
                ),
            ),
            (
                Evidence(
                    "no-line",
                    "{positions} positions of one to four rows of 5, 10 or 15, at most 4 at a "
                    "time: four from any row wins, and nothing else does.",
                    34,
                ),
            ),
        ),
        Erratum(
            "about-to-win",
            Flaw.TOO_SHORT,
            "One card, but earlier",
            "Section 9, the last paragraph",
            (
                "However, instead of taking the mental card at the start, I wait till the end. "
                "When I'm about to “win”, I leave 1 card on the table for my opponent to pick "
                "up so he loses.",
            ),
            "Taken at its word this is too late. At 1, 1, 1 and 5 the game where the last one wins "
            "says: leave 1, 1, 1 and 1. From there on every move is forced, and the last card is "
            "yours.",
            "The moment is your move at the only row of two or more. Leave an odd number of ones, "
            "as section 10B has it.",
            (
                Exhibit(
                    "nim",
                    "1+1+1+5",
                    "misere",
                    ("4>0",),
                    "Take the whole row of 5, though you are not yet about to win.",
                    Claim(
                        "When I'm about to “win”, I leave 1 card on the table for my "
                        "opponent to pick up so he loses.",
                        "as in the other game, leave 1 + 1 + 1 + 1",
                        wins=True,
                        move="4>1",
                    ),
                ),
            ),
            (
                Evidence(
                    "about-to-win",
                    "{positions} positions of one row of 2 to 7 and one to three ones: the "
                    "winning move of the other game loses at {exceptions} of them.",
                    18,
                    18,
                ),
            ),
            hedge="Fortunately, I quickly came up with a reversal of the strategy. It worked.",
        ),
    ),
)
