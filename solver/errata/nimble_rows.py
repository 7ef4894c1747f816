"""Nimble Strategy, sections 2 to 6: one row, two rows, and as many as you like."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw

ONE_AND_TWO_ROWS = (
    Erratum(
        "nine-to-four",
        Flaw.FALSE,
        "An example that is no safe harbor",
        "Section 2C",
        (
            "If the previous number of cards was 9, it has a remainder = 4 (9 = 1 x 5 + "
            "remainder 4). He takes 3 cards leaving 6. You take 2 cards leaving 4.",
            "You have moved him from one safe harbor to the next.",
        ),
        "If at most 4 may be taken, neither 9 nor 4 is a safe harbor, whichever way the game "
        "ends: the player who faces them wins.",
        "Complementing keeps every remainder, a good one or a bad one. From 10 it leads to 5, "
        "where the last one wins, and from 11 to 6 where the last one loses.",
        (
            Exhibit(
                "subtraction:4",
                "9",
                "misere",
                ("1>6",),
                "You are in his place: leave 6, and you are the one who moves from harbor to "
                "harbor.",
                Claim(
                    "You have moved him from one safe harbor to the next.",
                    "a safe harbor, so lost",
                    ("remainder 4",),
                    wins=False,
                ),
            ),
            Exhibit(
                "subtraction:4",
                "9",
                "normal",
                ("1>5",),
                "Where the last one wins, leave 5.",
                Claim(
                    "You have moved him from one safe harbor to the next.",
                    "a safe harbor, so lost",
                    ("remainder 4",),
                    wins=False,
                ),
            ),
        ),
        (
            Evidence(
                "nine-to-four",
                "Rows of 1 to 30, at most 4 at a time, both endings: in all {positions} the "
                "safe harbors are the multiples of 5, or one more.",
                60,
            ),
        ),
    ),
    Erratum(
        "cannot-match",
        Flaw.TOO_SHORT,
        "A move that cannot be matched",
        "Section 5A",
        (
            "Generally, you will have two choices of move: matching his move which keeps the "
            "rows equal (in remainder). complementing him.",
            "(Sometimes, you can't complement him. You have to match.",
        ),
        "It can be the other way round. At most 4 at a time, he faces 6 and 1, a safe harbor "
        "where the last one wins, and takes 2 from the 6. The row of 1 has no two cards to "
        "match him with.",
        "One of the two can always be done. If the other row is too short to match, his row "
        "had at least as many cards as the divisor, so you can complement; here you take 3 and "
        "leave 1 and 1.",
        (
            Exhibit(
                "subtraction:4",
                "4+1",
                "normal",
                ("1>1",),
                "He has taken 2 of the 6. Only the complement wins.",
                Claim(
                    "matching his move which keeps the rows equal (in remainder).",
                    "match his 2 in the row of 1",
                    ("remainder 4", "remainder 1"),
                ),
            ),
        ),
        (
            Evidence(
                "matching",
                "{positions} moves of his from safe harbors of two rows of up to 12, at most 4 "
                "at a time, the last one wins: {exceptions} of them cannot be matched.",
                145,
                11,
            ),
            Evidence(
                "complementing",
                "Of the same {positions} moves {exceptions} cannot be complemented.",
                145,
                33,
            ),
            Evidence(
                "either-answer",
                "After each of the {positions} one of the two can be done, and each that can "
                "be done wins.",
                145,
            ),
        ),
    ),
    Erratum(
        "one-row",
        Flaw.FALSE,
        "One card, and the first player loses",
        "Section 6",
        (
            "If taking the last card loses, then the first player takes all but the last card "
            "and the second player takes it and loses. Either way, the first player always "
            "wins.",
        ),
        "With one card in the row there are no others to take. The first player must take that "
        "card, and where the last one loses he has lost.",
        "Without a maximum the first player wins a single row in either ending, except for a "
        "row of one card where the last one loses.",
        (
            Exhibit(
                "nim",
                "1",
                "misere",
                (),
                "You must take the only card, and the last one loses.",
                Claim(
                    "Either way, the first player always wins.",
                    "won by the first player",
                    wins=True,
                ),
            ),
        ),
        (
            Evidence(
                "one-row",
                "Single rows of 1 to 60, without a maximum and in both endings: of the "
                "{positions} the first player wins all but {exceptions}.",
                120,
                1,
            ),
        ),
    ),
)
