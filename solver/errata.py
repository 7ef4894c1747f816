"""What checking the sources found: each claim, its counterexample, and the mended statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor

GREMLIN_RULES = "heaps:{1:[[]],2:[[],[1]],3:[[],[2,2]]}"
"""Nim up to 2, and a heap of 3 that may be removed or replaced by 2 + 2: the gremlin G."""


@dataclass(frozen=True)
class Erratum:
    """One finding. *position* (with its rules) refutes *claim*; *mended* is what holds."""

    key: str
    title: str
    source: str
    claim: str
    refutation: str
    mended: str
    ruleset: str
    position: str
    convention: str
    to_move: str | None = None


ERRATA = (
    Erratum(
        "gremlin",
        "The R1 theorem fails as stated",
        "The R1 algorithm, conditions (1) to (3)",
        "A game without higher inverters, whose higher switches can turn into a null or a gremlin, "
        "and whose nulls cannot turn into a gremlin, is lost for the player to move where the "
        "nim-sum is 0 and there is a switch.",
        "A heap G that may be removed or replaced by 2 + 2 keeps all three conditions; its options "
        "are a null and a trap. Beside a single 1 the nim-sum is 0 and G is a switch, so the "
        "source calls the position lost. But remove G: the other player must take the 1, and "
        "whoever takes the last one loses. The position was won.",
        "Add a fourth condition: no gremlin can be turned into a null. With it no sum is "
        "mispredicted, and R1 is exactly Conway's tame games.",
        GREMLIN_RULES,
        "3+1",
        "misere",
    ),
    Erratum(
        "case-1",
        "Case 1 can choose a losing move",
        "The R1 algorithm, case (1)",
        "With a gremlin on the board, make the move you would make in the normal game: return "
        "the nim-sum to 0.",
        "For G alone both moves leave the nim-sum 0. Replacing it by 2 + 2 wins, but removing it "
        "loses: then nothing is left and the other player has won.",
        "Under the fourth condition a gremlin never has such a choice, and case (1) is right.",
        GREMLIN_RULES,
        "3",
        "misere",
    ),
    Erratum(
        "sample-function",
        "A sample program takes nothing",
        "The encyclopedia article on Nim, its Python function",
        "The function nim returns a winning move wherever there is one.",
        "Where every heap is 0 or 1 and the mover wins, it returns the illegal move of taking 0 "
        "from a heap: for 1 + 1 when the last one loses, and for 1 when the last one wins.",
        "With only heaps of 1, taking one whole heap is the only move. In every other position of "
        "up to four heaps of up to 7 the function is right.",
        "nim",
        "1+1",
        "misere",
    ),
    Erratum(
        "theorem-4",
        "Theorem 4 is silent on some won positions",
        "Partizan Kayles, Theorem 4",
        "A player who can win does so at the end of a strip of length 1 or 2 mod 3 (Left), or at "
        "the end of a strip of length 2 mod 3 or one away from the end of one of length 1 mod 3 "
        "(Right).",
        "In a single strip of 3 whoever moves wins, but it has neither length. Right also has no "
        "room to play one away from the end of a single square.",
        "There, play at the end of a strip whose length is a multiple of 3. And with no move at "
        "all, the player to move has already won.",
        "partizan-kayles",
        "3",
        "misere",
        "left",
    ),
    Erratum(
        "lemma-3",
        "Two misprints in partizan Kayles",
        "Partizan Kayles, Lemma 3 and Theorem 2",
        "k S1 + j S2 has the Left option (k - 1) S2 + j S2, and Theorem 2 is about positive k, j.",
        "From S1 + S2 the printed option would be S2 twice, but Left can only take the square, "
        "which leaves one S2.",
        "The option is (k - 1) S1 + j S2; and Theorem 2 is needed, and true, for k, j >= 0.",
        "partizan-kayles",
        "1+2",
        "misere",
        "left",
    ),
)


def sample_function(heaps: Sequence[int], *, misere: bool = True) -> tuple[int, int]:
    """What the encyclopedia's sample program computes: a heap's index and how many to take.

    Retold in today's Python, its mistake kept, so that the mistake can be shown.
    """
    nim_sum = reduce(xor, heaps, 0)
    if nim_sum == 0:
        chosen, take = next(((i, heap) for i, heap in enumerate(heaps) if heap), (0, 0))
    else:
        chosen = next(i for i, heap in enumerate(heaps) if heap ^ nim_sum < heap)
        take = heaps[chosen] - (heaps[chosen] ^ nim_sum)
    left = [heap - take if i == chosen else heap for i, heap in enumerate(heaps)]
    if not any(heap > 1 for heap in left):
        chosen = heaps.index(max(heaps))
        ones = sum(heap == 1 for heap in heaps)
        take = heaps[chosen] - 1 if ones % 2 != misere else heaps[chosen]
    return chosen, take
