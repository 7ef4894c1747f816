"""The paper on partizan Kayles: its misprints."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw

_STRIPS = "partizan-kayles"

MISPRINTS = (
    Erratum(
        "lemma-3",
        Flaw.MISPRINT,
        "Lemma 3 names the wrong option",
        "Section 3, Lemma 3",
        ("Lemma 3. If k, j ∈ N then kS1+jS2 ≡ {(k−1)S2+jS2 | kS1+(j−1)S2} (mod K).",),
        "Left takes a square, but she cannot turn the others into dominoes. From 2S1 + 2S2 the "
        "printed option would be 3S2. No move leads there, and it would lose.",
        "The option is (k−1)S1 + jS2, as the proof of Theorem 2 has it.",
        (
            Exhibit(
                _STRIPS,
                "1+1+2+2",
                "misere",
                ("1>0", "2>0"),
                "Left wins by taking a single square, which leaves S1 + 2S2. Had she left "
                "three dominoes, Right would win.",
                Claim(
                    "kS1+jS2 ≡ {(k−1)S2+jS2 | kS1+(j−1)S2} (mod K)",
                    "Left leaves 3S2",
                ),
                "left",
            ),
        ),
        (
            Evidence(
                "lemma-3",
                "There are {positions} sums with k and j from 1 to 6. In {exceptions}, whenever k "
                "is 2 or more, no move of Left's leads to the printed option.",
                36,
                30,
            ),
            Evidence(
                "lemma-3-mended",
                "In the same {positions} sums the corrected option is a move of Left's, and it "
                "wins whenever she can win.",
                36,
            ),
        ),
    ),
    Erratum(
        "figure-1",
        Flaw.MISPRINT,
        "A square too many in Figure 1",
        "Section 1, the caption of Figure 1",
        (
            "Figure 1: A game of partizan kayles: after one Left move and one Right move, the "
            "original position S6 becomes S1 + S3.",
        ),
        "A Left move and a Right move take three squares of the six. S1 + S3 has four.",
        "S6 can become S3, S1 + S2 or 3S1. S7 can become S1 + S3.",
        (
            Exhibit(
                _STRIPS,
                "6",
                "misere",
                ("1>5", "1>2+3"),
                "Take one square as Left and let Right answer: three squares are left.",
                Claim(
                    "after one Left move and one Right move, the original "
                    "position S6 becomes S1 + S3.",
                    "becomes S1 + S3",
                ),
                "left",
            ),
        ),
        (
            Evidence(
                "figure-1",
                "One move each, in either order, leads from S6 to {positions} positions. S1 + S3 "
                "is not among them.",
                3,
            ),
        ),
    ),
    Erratum(
        "case-1-index",
        Flaw.MISPRINT,
        "A wrong index in the proof of Theorem 1",
        "Section 3, Theorem 1, case 1",
        ("GR3 = Si + Sn−1−i = jS1 + (j + 1)S2 + (k − j − 2)S1 + (k − j − 1)S2 = (k − 2)S1 + kS2.",),
        "Right takes two squares, so he leaves n − 2 squares of Sn. Left is the one who can leave "
        "Si + Sn−1−i.",
        "GR3 = Si + Sn−2−i; the rest of the line is right.",
        (
            Exhibit(
                _STRIPS,
                "6",
                "misere",
                ("1>4", "1>1+3", "1>2+2"),
                "For n = 6 and i = 2 the line says S2 + S3. Right can leave S2 + S2, and each of "
                "his moves wins.",
                Claim(
                    "GR3 = Si + Sn−1−i",
                    "Right leaves S2 + S3",
                ),
                "right",
            ),
        ),
        (
            Evidence(
                "case-1-index",
                "For n = 6, 9, … 24 and each i that is 2 modulo 3 there are {positions} sums as "
                "printed. Right cannot leave any of these {exceptions}.",
                28,
                28,
            ),
            Evidence(
                "case-1-index-mended",
                "Right can leave all {positions} sums as corrected, and they reduce as the line "
                "says.",
                28,
            ),
        ),
    ),
    Erratum(
        "conjecture",
        Flaw.MISPRINT,
        "One conjecture, two origins",
        "Section 5, the last paragraph but one",
        (
            "In [6], it was conjectured that",
            "Can we find more counterexamples (so far there is only one) to the original "
            "conjecture of [3]?",
        ),
        "The paper first ascribes the conjecture to [6], the author's thesis. Five sentences "
        "later it ascribes it to [3], which section 1 cites for the analysis of impartial Kayles.",
        "Both places must mean [6].",
    ),
    Erratum(
        "words",
        Flaw.MISPRINT,
        "A brace and two words too many, one too few",
        "Section 3, the proof of Theorem 1, and section 4",
        (
            "that Sn ≡ {kS1+kS2 | {(k+1)S1+(k−1)S2} when n = 3k+1",
            "and so the the first player will run out of moves first",
            "If Right can can win a partizan kayles position",
            "With Theorem 2 its corollaries, we can identify the misère monoid of partizan kayles.",
        ),
        "The second brace of the first line opens and never closes. The words “the” and “can” are "
        "printed twice, and “and” is missing before “its corollaries”.",
        "Sn ≡ {kS1+kS2 | (k+1)S1+(k−1)S2}, as case 2 of the proof has it; “the first player”, “can "
        "win”, “and its corollaries”.",
        (
            Exhibit(
                _STRIPS,
                "4",
                "misere",
                ("1>2", "1>1+1"),
                "For k = 1 the first line is about S4. Of the options that count, Left can leave "
                "S1 + S2, and Right 2S1. As Right you win by leaving 2S1.",
                Claim(
                    "that Sn ≡ {kS1+kS2 | {(k+1)S1+(k−1)S2} when n = 3k+1",
                    "{S1 + S2 | {2S1}",
                ),
                "right",
            ),
            Exhibit(
                _STRIPS,
                "1+2",
                "misere",
                ("1>0",),
                "Here there are as many single squares as dominoes. Take the square, and Right "
                "takes the domino. Then you, the first player, run out of moves first and win.",
                Claim(
                    "and so the the first player will run out of moves first",
                    "“the the first player” runs out of moves first",
                ),
                "left",
            ),
        ),
    ),
)
