"""The paper on partizan Kayles: what Theorem 4 leaves out, and misprints."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Source

_STRIPS = "partizan-kayles"

PARTIZAN_PAPER = Source(
    "partizan-kayles",
    "Rebecca Milley, Partizan Kayles and misère invertibility, Integers 15 (2015)",
    note="Theorems 1 to 3 were searched as well, and hold. Signs and indices are set anew.",
    errata=(
        Erratum(
            "theorem-4",
            "Theorem 4 is silent on some won positions",
            "Section 4, Theorem 4",
            (
                "If Left can win a partizan kayles position, then she can win playing at the end "
                "of a strip of length 1 modulo 3, when possible, or the end of a strip of length "
                "2 modulo 3, otherwise. If Right can can win a partizan kayles position, then he "
                "can win playing at the end of a strip of length 2 modulo 3, when possible, or "
                "one away from the end of a strip of length 1 modulo 3, otherwise.",
            ),
            "In a single strip of 3 the player to move wins, but its length is 0 modulo 3. And in "
            "a strip of 1 Right has no room to play one away from the end.",
            "There, play at the end of a strip whose length is a multiple of 3: by Theorem 3 that "
            "wins. And with no move at all the player to move has already won.",
            (
                Exhibit(
                    _STRIPS,
                    "3",
                    "misere",
                    ("1>2",),
                    "Left can win, and there is no strip the theorem names: take a square at an "
                    "end.",
                    Claim(
                        "she can win playing at the end of a strip of length 1 modulo"
                        " 3, when possible, or the end of a strip of length 2 modulo "
                        "3, otherwise.",
                        "names no move",
                        ("0 modulo 3",),
                    ),
                    "left",
                ),
                Exhibit(
                    _STRIPS,
                    "3+1",
                    "misere",
                    ("1>1",),
                    "Right can win, and there is no place the theorem names: take two squares of "
                    "the strip of 3.",
                    Claim(
                        "he can win playing at the end of a strip of length 2 modulo "
                        "3, when possible, or one away from the end of a strip of "
                        "length 1 modulo 3, otherwise.",
                        "names no move",
                        ("0 modulo 3", "no room"),
                    ),
                    "right",
                ),
            ),
            (
                Evidence(
                    "theorem-4-left",
                    "{positions} positions of up to 23 squares that Left, to move, can win: the "
                    "theorem names no move at {exceptions}.",
                    739,
                    44,
                ),
                Evidence(
                    "theorem-4-right",
                    "{positions} positions of up to 23 squares that Right, to move, can win by a "
                    "move: the theorem names none at {exceptions}. Where it names a move, the "
                    "move wins.",
                    4_844,
                    336,
                ),
                Evidence(
                    "theorem-4-mended",
                    "In all {positions} places where it is silent, the end of a strip whose "
                    "length is a multiple of 3 wins.",
                    380,
                ),
            ),
        ),
        Erratum(
            "lemma-3",
            "Lemma 3 names the wrong option",
            "Section 3, Lemma 3",
            ("Lemma 3. If k, j ∈ N then kS1+jS2 ≡ {(k−1)S2+jS2 | kS1+(j−1)S2} (mod K).",),
            "Left takes a square; she cannot turn the others into dominoes. From 2S1 + 2S2 the "
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
                    "{positions} sums, k and j from 1 to 6: at {exceptions}, wherever k is 2 or "
                    "more, no move of Left's leads to the printed option.",
                    36,
                    30,
                ),
                Evidence(
                    "lemma-3-mended",
                    "In the same {positions} sums the mended option is a move of Left's, and it "
                    "wins wherever she can win.",
                    36,
                ),
            ),
        ),
        Erratum(
            "no-squares",
            "Lemma 3 and Theorem 2 leave out zero",
            "Section 3, Lemma 3, and section 4, Theorem 2",
            (
                "Theorem 2. For positive integers k and j,",
                "Lemma 3 states that kS1 + jS2 ≡ {(k − 1)S1 + jS2 | kS1 + (j − 1)S2} (mod K).",
            ),
            "The induction of Theorem 2 comes down to k = 0 and to j = 0, and the monoid after it "
            "is all about these sums. With no single square Left has another option than the one "
            "of the lemma: she must break a domino.",
            "For k = 0 Left's only option is S1 + (j−1)S2, for j = 0 Right has none; and Theorem 2 "
            "is true for all k, j ≥ 0.",
            (
                Exhibit(
                    _STRIPS,
                    "2+2+2",
                    "misere",
                    ("1>1", "2>1", "3>1"),
                    "Here k = 0, and the lemma's option would have −1 squares. Left wins by her "
                    "only kind of move, to S1 + 2S2.",
                    Claim(
                        "kS1 + jS2 ≡ {(k − 1)S1 + jS2 | kS1 + (j − 1)S2} (mod K)",
                        "Left leaves −S1 + 3S2",
                    ),
                    "left",
                ),
            ),
            (
                Evidence(
                    "theorem-2",
                    "{positions} sums, k and j from 0 to 8: the outcome is that of Theorem 2 in "
                    "each.",
                    81,
                ),
                Evidence(
                    "no-squares",
                    "{positions} sums of 1 to 12 dominoes: Left's only option is S1 + (j−1)S2.",
                    12,
                ),
            ),
        ),
        Erratum(
            "figure-1",
            "A square too many in Figure 1",
            "Section 1, the caption of Figure 1",
            (
                "Figure 1: A game of partizan kayles: after one Left move and one Right move, the "
                "original position S6 becomes S1 + S3.",
            ),
            "A Left move and a Right move take three squares, and S1 + S3 has four.",
            "S6 can become S3, S1 + S2 or 3S1. It is S7 that can become S1 + S3.",
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
                    "One move each, in either order, leads from S6 to {positions} positions, and "
                    "S1 + S3 is none of them.",
                    3,
                ),
            ),
        ),
        Erratum(
            "case-1-index",
            "A wrong index in the proof of Theorem 1",
            "Section 3, Theorem 1, case 1",
            (
                "GR3 = Si + Sn−1−i = jS1 + (j + 1)S2 + (k − j − 2)S1 + (k − j − 1)S2 = "
                "(k − 2)S1 + kS2.",
            ),
            "Right takes two squares, so what he leaves of Sn has n − 2. Si + Sn−1−i is what Left "
            "leaves.",
            "GR3 = Si + Sn−2−i; the rest of the line is right.",
            (
                Exhibit(
                    _STRIPS,
                    "6",
                    "misere",
                    ("1>4", "1>1+3", "1>2+2"),
                    "For n = 6 and i = 2 the line says S2 + S3. Right can leave S2 + S2, and wins "
                    "with any move.",
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
                    "n = 6, 9, … 24 and each i that is 2 modulo 3: {positions} sums as printed, "
                    "and {exceptions} that Right cannot leave.",
                    28,
                    28,
                ),
                Evidence(
                    "case-1-index-mended",
                    "All {positions} sums as mended are moves of Right's, and reduce as the line "
                    "says.",
                    28,
                ),
            ),
        ),
        Erratum(
            "conjecture",
            "One conjecture, two origins",
            "Section 5, the last paragraph but one",
            (
                "In [6], it was conjectured that",
                "Can we find more counterexamples (so far there is only one) to the original "
                "conjecture of [3]?",
            ),
            "The same conjecture is given to [6], the author's thesis, and five sentences later "
            "to [3], which section 1 cites for the analysis of impartial Kayles.",
            "[6] must be meant in both places.",
        ),
    ),
)
