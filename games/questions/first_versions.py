"""The programs to begin with: a player that runs, in either language, and the encyclopedia's."""

from __future__ import annotations

from solver import InvalidInputError
from solver.teaching import SAMPLE_LINES

LANGUAGES = {"python": "Python", "javascript": "JavaScript"}
LONGEST_CODE = 20_000
"""Characters of a program: some 500 lines, ten times the encyclopedia's."""

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


def checked_code(language: str, code: str) -> str:
    """The text of a program as it is stored. Raises :class:`InvalidInputError` for an empty or long
    one, and for a language that we do not run."""
    code = code.replace("\x00", "").replace("\r\n", "\n")
    if not code.strip():
        raise InvalidInputError("Write a program first.")
    if language not in LANGUAGES:
        raise InvalidInputError.of("a language", language, "choose Python or JavaScript")
    if len(code) > LONGEST_CODE:
        raise InvalidInputError(f"A program has at most {LONGEST_CODE:,} characters.")
    return code
