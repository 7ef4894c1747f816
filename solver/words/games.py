"""The words of the games: what they are called, and each way to move in a sentence."""

from . import NOTHING

NIM, KAYLES, PARTIZAN_KAYLES = "Nim", "Kayles", "Partizan Kayles"
DAWSONS_CHESS, DAWSONS_KAYLES = "Dawson's Chess", "Dawson's Kayles"
TREBLECROSS = "Treblecross"
GRUNDY, LASKER = "Grundy's game", "Lasker's Nim"
OCTAL, HEXADECIMAL = "Octal game {code}", "Hexadecimal game {code}"
HEAPS = "Hand-written heaps"
ROWS, SUBTRACTION = "Rows with a maximum take", "Subtraction sets"
OTHER_OCTAL, HEXADECIMAL_GAMES = "Other octal games", "Hexadecimal games"
TAKE, UP_TO, ONE = "Take {numbers}", "1 to {most}", "one"

WAYS = {
    1: "Take a whole row of {counters}.",
    2: "Take {counters} from the end of a row, but never the whole row.",
    3: "Take {counters} from the end of a row.",
    4: "Take {counters} inside a row, leaving some on both sides.",
    5: "Take a whole row of {counters}, or {number} inside a row, leaving some on both sides.",
    6: "Take {counters} from anywhere in a row, but never the whole row.",
    7: "Take {counters} from anywhere in a row.",
}
"""What an octal digit allows, as it is done to a row of counters."""
A_COUNTER, COUNTERS = "{number} counter", "{number} counters"
SIDE_BY_SIDE = "{counters} side by side"
LEFT_OVER = {1: NOTHING, 2: "one row", 4: "two rows", 8: "three rows"}
"""What a bit of a digit of an octal or hexadecimal game allows to leave."""
SPLIT = "Split a row into {rows}."
LEAVE = "Take {counters} from a row, and leave {rows} in its place."
NO_MOVE = "No row has a move."
CHESS_MOVE = "Push a pawn: it takes its file and the files next to it."
GRUNDY_MOVE = "Split a heap into two of different sizes."
LASKER_MOVE = "Take any number from a heap, or split it into two."

ROW_IN, SIZE_IN, WAY_IN = "{row} ({game})", "{size} ({game})", "{game}: {way}"
ROW, ROWS_UP_TO = "a {row} of {size}", "{rows} of up to {largest}"
EVERY_LENGTH, EVERY_SIZE = "{rows} of every length", "{rows} of every size"
THE_BOARD, FIRST_BOARDS = "the {row} {board}", "the first {number} {rows}"
PUSH, SHOVE, DOMINEERING_GAMES = "Push", "Shove", "Domineering"
DOMINEERING = "Domineering on {rows} by {columns}"
ON_STRIPS, STRIPS = "{game} on {strips}", "strips of up to {squares}"
BOARDS = "boards that arise within {rows} by {columns}"
PUSH_MOVE = (
    "Left moves an L and Right an R, one square to the left. It pushes the pieces directly before "
    "it, and the first of them may fall off the end."
)
SHOVE_MOVE = (
    "Left moves an L and Right an R, one square to the left. Every piece on its left moves along, "
    "and the first may fall off the end."
)
DOMINEERING_MOVE = "Left lays a domino upright on two free squares, and Right lays one flat."

HEAP = "A heap of {size} may become {options}."
HEAP_OF_BOTH = "When Left moves, a heap of {size} may become {left}; when Right moves, {right}."
HEAP_OF_ONE = (
    "When {mover} moves, a heap of {size} may become {options}; {other} has no move there."
)
LARGER_HEAPS = "{number} larger heaps have rules of their own."
NO_HEAP, NO_OTHER_HEAP = "No heap has a move.", "No other heap has a move."
STUCK_HEAPS, STUCK_HEAP = "Heaps of {sizes} have no move.", "A heap of {sizes} has no move."
OTHERS = "{number} others"
