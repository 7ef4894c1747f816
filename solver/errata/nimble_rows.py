"""Nimble Strategy, sections 2 to 6: one row, two rows, and as many as you like."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw

ONE_AND_TWO_ROWS = (
    Erratum(
        "nine-to-four",
        Flaw.FALSE,
        "An example that is not a safe harbor",
        "Section 2C",
        (
            "If the previous number of cards was 9, it has a remainder = 4 (9 = 1 x 5 + "
            "remainder 4). He takes 3 cards leaving 6. You take 2 cards leaving 4.",
            "You have moved him from one safe harbor to the next.",
        ),
        "If at most 4 may be taken, neither 9 nor 4 is a safe harbor in either ending. The player "
        "who faces them wins.",
        "Complementing keeps every remainder, good or bad. When the last one wins, it leads from "
        "harbor 10 to harbor 5. When the last one loses, it leads from 11 to 6.",
        (
            Exhibit(
                "subtraction:4",
                "9",
                "misere",
                ("1>6",),
                "Take his place and leave 6. Now you are the one who moves from harbor to harbor.",
                Claim(
                    "You have moved him from one safe harbor to the next.",
                    "a safe harbor, so a loss",
                    ("remainder 4",),
                    wins=False,
                ),
            ),
            Exhibit(
                "subtraction:4",
                "9",
                "normal",
                ("1>5",),
                "When the last one wins, leave 5.",
                Claim(
                    "You have moved him from one safe harbor to the next.",
                    "a safe harbor, so a loss",
                    ("remainder 4",),
                    wins=False,
                ),
            ),
        ),
        (
            Evidence(
                "nine-to-four",
                "Rows of 1 to 30, at most 4 at a time, in both endings: in all {positions} "
                "positions the safe harbors are the multiples of 5, or one more.",
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
        "It can be the other way round. Suppose that at most 4 may be taken, and the last one "
        "wins. He faces the safe harbor 6 and 1, and takes 2 from the 6. The row of 1 is too "
        "short to match him.",
        "You can always do one of the two. If the other row is too short to match, his row had at "
        "least as many cards as the divisor, so you can complement. Here you take 3 and leave 1 "
        "and 1.",
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
                "He has {positions} moves from safe harbors of two rows of up to 12, at most 4 at "
                "a time, the last one wins. You cannot match {exceptions} of them.",
                145,
                11,
            ),
            Evidence(
                "complementing",
                "You cannot complement {exceptions} of the same {positions} moves.",
                145,
                33,
            ),
            Evidence(
                "either-answer",
                "After each of the {positions} moves you can match or complement, and each answer "
                "you can make wins.",
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
        "If the row has one card, there are no others to take. The first player must take that "
        "card, and loses if the last one loses.",
        "Without a maximum the first player wins from a single row in either ending. The one "
        "exception is a row of one card when the last one loses.",
        (
            Exhibit(
                "nim",
                "1",
                "misere",
                (),
                "You must take the only card, and the last one loses.",
                Claim(
                    "Either way, the first player always wins.",
                    "a win for the first player",
                    wins=True,
                ),
            ),
        ),
        (
            Evidence(
                "one-row",
                "Single rows of 1 to 60, without a maximum and in both endings: the first player "
                "wins from all {positions} but {exceptions}.",
                120,
                1,
            ),
        ),
    ),
)
