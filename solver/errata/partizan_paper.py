"""The paper on partizan Kayles: what two theorems leave out, and a canonical form."""

from __future__ import annotations

from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source
from .partizan_misprints import MISPRINTS

_STRIPS = "partizan-kayles"

PARTIZAN_PAPER = Source(
    "partizan-kayles",
    "Rebecca Milley, Partizan Kayles and misère invertibility, Integers 15 (2015)",
    note="Theorems 1 to 3 were searched as well, and they hold. The quotations set signs and "
    "indices anew.",
    errata=(
        Erratum(
            "theorem-4",
            Flaw.TOO_SHORT,
            "Theorem 4 is silent on some winning positions",
            "Section 4, Theorem 4",
            (
                "If Left can win a partizan kayles position, then she can win playing at the end "
                "of a strip of length 1 modulo 3, when possible, or the end of a strip of length "
                "2 modulo 3, otherwise. If Right can can win a partizan kayles position, then he "
                "can win playing at the end of a strip of length 2 modulo 3, when possible, or "
                "one away from the end of a strip of length 1 modulo 3, otherwise.",
            ),
            "The player to move wins from a single strip of 3, but its length is 0 modulo 3. And "
            "a strip of 1 leaves Right no room to play one away from the end.",
            "In these positions, play at the end of a strip whose length is a multiple of 3. By "
            "Theorem 3 that wins. A player without any move has already won.",
            (
                Exhibit(
                    _STRIPS,
                    "3",
                    "misere",
                    ("1>2",),
                    "Left can win, but the theorem names no strip here. Take a square at an end.",
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
                    "Right can win, but the theorem names no place here. Take two squares of the "
                    "strip of 3.",
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
                    "Left, to move, can win from {positions} positions of up to 23 squares. The "
                    "theorem names no move at {exceptions}.",
                    739,
                    44,
                ),
                Evidence(
                    "theorem-4-right",
                    "Right, to move, can win by a move from {positions} positions of up to 23 "
                    "squares. The theorem names no move at {exceptions}. If it names a move, the "
                    "move wins.",
                    4_844,
                    336,
                ),
                Evidence(
                    "theorem-4-mended",
                    "In all {positions} positions where the theorem is silent, the end of a strip "
                    "whose length is a multiple of 3 wins.",
                    380,
                ),
            ),
        ),
        Erratum(
            "no-squares",
            Flaw.TOO_SHORT,
            "Lemma 3 and Theorem 2 leave out zero",
            "Section 3, Lemma 3, and section 4, Theorem 2",
            (
                "Theorem 2. For positive integers k and j,",
                "Lemma 3 states that kS1 + jS2 ≡ {(k − 1)S1 + jS2 | kS1 + (j − 1)S2} (mod K).",
            ),
            "The induction of Theorem 2 goes down to k = 0 and to j = 0, and the monoid after it "
            "is built from these sums. Without a single square, Left does not have the option "
            "that the lemma names. She must break a domino.",
            "For k = 0 Left's only option is S1 + (j−1)S2. For j = 0 Right has no option. Theorem "
            "2 is true for all k, j ≥ 0.",
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
                    "In all {positions} sums with k and j from 0 to 8 the outcome is that of "
                    "Theorem 2.",
                    81,
                ),
                Evidence(
                    "no-squares",
                    "In the {positions} sums of 1 to 12 dominoes Left's only option is S1 + "
                    "(j−1)S2.",
                    12,
                ),
            ),
        ),
        Erratum(
            "canonical-form",
            Flaw.FALSE,
            "A canonical form that can be shortened",
            "Section 3, the strip of length 3",
            (
                "both games are equal to {S2, 2S1 | S1} (which, in canonical form modulo K, is the "
                "game {S2 | S1}, by Corollary 3).",
            ),
            "Section 1 makes a canonical form by striking out dominated options and bypassing "
            "reversible ones. The dominated option is gone from {S2 | S1}. But by Corollary 5 S3 "
            "counts as nothing, so both options left are reversible. Right answers S2 with 0, and "
            "Left answers S1 with 0.",
            "Among strips the canonical form of S3 is 0 = {· | ·}. {S2 | S1} is S3 with its "
            "dominated option struck out, and the argument needs only that.",
            (
                Exhibit(
                    _STRIPS,
                    "2+4+4+4",
                    "misere",
                    ("1>0", "2>1+1", "3>1+1", "4>1+1"),
                    "Left has moved from S3 to S2, beside three strips of 4. Take the domino. Now "
                    "the three strips stand as if S3 had never been there, and you win.",
                    Claim(
                        "in canonical form modulo K, is the game {S2 | S1}",
                        "S2 is an option that counts",
                    ),
                    "right",
                ),
            ),
            (
                Evidence(
                    "strip-of-three",
                    "Put a strip of 3 beside each of the {positions} boards of up to 17 squares: "
                    "the outcome never changes.",
                    1_212,
                ),
            ),
        ),
        *MISPRINTS,
    ),
)
