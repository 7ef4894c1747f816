"""The programs to begin with: a player that runs, in either language, and the encyclopedia's."""

from __future__ import annotations

from solver.teaching import SAMPLE_LINES

LANGUAGES = {"python": "Python", "javascript": "JavaScript"}

PYTHON = """\
# rows is the board, such as [1, 3, 5, 7].
# moves has every move you may make, each as (row, left).
# row is the number of a row, counted from 0. left is what
# remains of it: (2,), or (1, 3) if it splits, or ().
# Return one of the moves.

def choose(rows, moves):
    # This player takes as much as it can. Make a better one.
    return max(moves, key=lambda move: rows[move[0]] - sum(move[1]))
"""

JAVASCRIPT = """\
// rows is the board, such as [1, 3, 5, 7].
// moves has every move you may make, each as [row, left].
// row is the number of a row, counted from 0. left is what
// remains of it: [2], or [1, 3] if it splits, or [].
// Return one of the moves.

function choose(rows, moves) {
  // This player takes as much as it can. Make a better one.
  const taken = ([row, left]) => left.reduce((rest, part) => rest - part, rows[row]);
  return moves.reduce((best, move) => (taken(move) > taken(best) ? move : best));
}
"""

ENCYCLOPEDIA = "\n".join(
    (
        "# The program that the encyclopedia article on Nim prints, with its faults.",
        "from functools import reduce",
        "",
        *SAMPLE_LINES,
        "",
        "def choose(rows, moves):",
        "    heap, taken = nim(rows)",
        "    left = rows[heap] - taken",
        "    return heap, (left,) if left else ()",
        "",
    )
)
"""It answers with a heap and a number to take, so four lines turn that into a move."""

FIRST_VERSIONS = {
    "python": ("A first player in Python", "python", PYTHON),
    "javascript": ("A first player in JavaScript", "javascript", JAVASCRIPT),
    "encyclopedia": ("The encyclopedia’s program", "python", ENCYCLOPEDIA),
}
"""What to call each, its language and its text."""
