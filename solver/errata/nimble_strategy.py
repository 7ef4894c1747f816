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
            "With a maximum it fails. If at most 3 may be taken, 1 and 5 are a safe harbor when "
            "the last one wins, since both remainders are 1. But only one of these rows has two "
            "cards or more. When the last one loses, the player who leaves 1 and 5 loses. 1, 1 "
            "and 4 are another such harbor.",
            "The theorem holds for remainders: if one of them is at least 2, so is another. "
            "Without a maximum, cards and remainders are the same.",
            (
                Exhibit(
                    "subtraction:3",
                    "1+5",
                    "misere",
                    ("1>0", "2>4"),
                    "You face a safe harbor of the other game. Here you win: leave one remainder "
                    "of 1.",
                    Claim(
                        "you can play the game exactly the same as the take last = win version.",
                        "a safe harbor, so a loss",
                        ("remainder 1", "remainder 1"),
                        wins=False,
                    ),
                ),
            ),
            (
                Evidence(
                    "large-rows",
                    "Two or three rows of up to 12, at most 3 at a time, the last one wins: "
                    "{positions} safe harbors have a row of two cards or more. In {exceptions} of "
                    "them no other row has.",
                    114,
                    5,
                ),
                Evidence(
                    "large-remainders",
                    "{positions} of them have a remainder of 2 or 3, and never just one.",
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
            "With a maximum it fails. At most 3 may be taken, and he faces 2 and 6. He takes the "
            "2, and you cannot bring 6 down to 1 or 0.",
            "The theorem holds for remainders. The remainder of 6 is 2: take one card to bring it "
            "down to 1.",
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
                    "He has {positions} such moves from harbors of two or three rows of up to 12, "
                    "at most 3 at a time. After {exceptions} of them you have no such answer.",
                    34,
                    22,
                ),
                Evidence(
                    "zero-or-one-remainders",
                    "{positions} moves lower one of exactly two remainders of 2 or 3 to 0 or 1. "
                    "You can always lower the other and leave an odd number of ones, and that "
                    "wins.",
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
            "Suppose that at most 4 may be taken, and the last one loses. Then 1, 5, 5 and 10 are "
            "a safe harbor: the remainders are 1, 0, 0 and 0. He takes the 1. In the final frame "
            "the game would be over, so the table has no answer. But here 20 cards are left. "
            "Section 5B has the answer for two rows only.",
            "If all remainders are 0 and the last one loses, take the maximum from any row. The "
            "encyclopedia article has this rule.",
            (
                Exhibit(
                    "subtraction:4",
                    "5+5+10",
                    "misere",
                    ("1>1", "2>1", "3>6"),
                    "He has taken the row of 1. Take four from any row, and leave a remainder of "
                    "1.",
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
                    "One to four rows of 5, 10 or 15, at most 4 at a time: in all {positions} "
                    "positions, taking four from any row wins, and no other move does.",
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
            "Taken at its word this is too late. At 1, 1, 1 and 5 the winning move of the other "
            "game leaves 1, 1, 1 and 1. From then on every move is forced, and the last card is "
            "yours.",
            "The moment comes when only one row has two cards or more and it is your move. Leave "
            "an odd number of ones, as section 10B says.",
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
                    "{positions} positions have one row of 2 to 7 and one to three ones. The "
                    "winning move of the other game loses in all {exceptions} of them.",
                    18,
                    18,
                ),
            ),
            hedge="Fortunately, I quickly came up with a reversal of the strategy. It worked.",
        ),
    ),
)
