"""The words about a question that cannot be read.

They make one sentence, ``'chess' is not a ruleset; use nim, kayles or …``: *what* the piece is not,
and what is *accepted* instead.
"""

from __future__ import annotations

from typing import NamedTuple


class Unreadable(NamedTuple):
    """Two texts about a piece: *what* it is not, and what is *accepted*."""

    what: str
    accepted: str


SENTENCE = "{piece} is not {what}; {accepted}."

# --- positions, conventions and players ---------------------------------------------------

POSITION = Unreadable("a position", "write whole numbers joined by +, as in 1+3+5+7")
GROUPED = Unreadable(
    "a number",
    "write 1000 without a comma or a space, and put + between two rows, as in 1+3",
)
SIZE = Unreadable("a size", "write a whole number from 0 up")
LONG_SIZE = Unreadable("a position", "a size may have at most {digits} digits")
BITS = "a size of {bits} bits"
CONVENTION = Unreadable("a convention", "write normal (last move wins) or misere (last move loses)")
PLAYER = Unreadable("a player", "write left or right")
MOVER = Unreadable("a player to move", "write left or right")
NOBODY = "nobody"

# --- games --------------------------------------------------------------------------------

RULESET = Unreadable("a ruleset", "use {known}")
NOT_CHECKED = Unreadable(
    "a game whose rules the checker knows",
    "it checks outcomes of nim, subtraction, kayles, lasker, grundy, octal games, partizan-kayles "
    "and heaps",
)
ROW_OF_SUM = Unreadable(
    "a row in a sum of games", "write the game, a colon and the size, as in kayles:5 + nim:3"
)
ONE_GAME = Unreadable(
    "one game",
    "write every row with its own game, as in kayles:5 + nim:3, or ask about {games} alone",
)
GAME_OF_SUM = Unreadable("a game of this sum", "use {games}")
SAME_KEY = Unreadable("a key for two games in one sum", "give each its own key")
LONG_RULESET = Unreadable("a ruleset", "use at most {most} characters")
SUBTRACTION = Unreadable(
    "a subtraction ruleset", "write {example} or {another}, with numbers from 1 to {most}"
)
OCTAL = Unreadable(
    "an octal ruleset", "write {example}, with 0 or 4 before the point and digits up to 7 after it"
)
HEXADECIMAL = Unreadable(
    "a hexadecimal ruleset",
    "write {example}, with 0, 4, 8 or C before the point and digits up to F after it",
)
PLACES = Unreadable(
    "an octal or hexadecimal ruleset",
    "one digit stands before the point, for the moves that take nothing: no move puts counters in",
)
HEAPS = Unreadable(
    "a heap rule",
    "write {example}, where each option is a list of smaller sizes, or {partizan}, where Left has "
    "the options before the bar and Right those after it",
)
HEAP_OPTION = Unreadable("a size for an option of heap {size}", HEAPS.accepted)
STRIPS = Unreadable(
    "a game on strips",
    "write {example}, with 1 to {most} squares: each further square makes three times as many "
    "strips",
)
DOMINEERING = Unreadable(
    "a board of 2 to {most} squares", "write its rows and columns, as in {example}"
)
STRIP = Unreadable(
    "one of the {boards}", "write L or R for a piece and . for an empty square, as in LR.L"
)
DOMINEERING_BOARD = Unreadable(
    "one of the {boards}", "write 2x3 for a rectangle, or rows of # and . such as ##./.##"
)
TWICE = "{size} twice"
OCTAL_GAME = Unreadable("an octal game", "use one such as {example}")
FILE = Unreadable("a file of text", "name one that can be read")
RESULTS = Unreadable("a file of results", "name one that a survey wrote, or a new one")
NO_KINDS = Unreadable("an impartial game", "kinds need one, such as {example}")
NO_NIM_VALUES = Unreadable("an impartial game", "nim-values need one, such as {example}")
NO_GENUS = Unreadable("an impartial game", "a genus needs one, such as {example}")
NO_QUOTIENT = Unreadable("an impartial game", "a quotient needs one, such as {example}")
ITS_MONOID = Unreadable(
    "an impartial game",
    "a quotient needs one, such as {example}; misere_monoid (the command monoid) takes this game",
)
LETTER = Unreadable("a letter of this quotient", "use {known}")
BEYOND_QUOTIENT = Unreadable("a row of this quotient", "it knows {known}")
BEYOND_MONOID = Unreadable("a sum of this monoid", "use {rows}")
LARGEST_HEAP = Unreadable("a largest heap", "write a number from 1 to {most}")
TOO_MANY_BY_HAND = Unreadable(
    "a length to work out by hand",
    "with such rows there are {order} elements, and you can compare {most} at most",
)

BUDGET = Unreadable("a budget", "write how many positions an answer may cost, or use a Budget")

# --- keys ---------------------------------------------------------------------------------

THEORY = Unreadable("a theory", "use {known}")
OPPONENT = Unreadable("an opponent", "use {known}")
HABIT = Unreadable("a habit", "use the one with the key {known}")
SPEC = Unreadable("a range of positions", 'write one such as Spec("kayles", rows=(1, 3))')
STRATEGY = Unreadable("a strategy", "use {known}")

# --- where to look for positions ----------------------------------------------------------

RANGE = Unreadable("a range of positions", "write numbers from 1 up, the smaller first")
WIDE_RANGE = Unreadable("a range that can be searched", "ask for at most {most} positions")
ROWS_AND_SIZES = "{fewest} to {most} rows of {least} to {greatest}"
BOUNDS = Unreadable("few enough to test", "choose bounds with at most {most} positions")
POSITIONS_OR_MORE = "{number} positions or more"

# --- rules that count ---------------------------------------------------------------------

RULE = Unreadable("a rule", "write one such as {example}")
LEMMA = Unreadable(
    "a sentence to test",
    "write from with a rule, and one of never, some, answered and is with a rule, mover with wins "
    "or loses, compare with two boards such as 2 >= 1+1, or first with 1 or 2",
)
CASES = Unreadable("a rule", "write any, with a list of 1 to {most} cases")
COUNTED = Unreadable("something to count", "use {known}")
TEST = Unreadable(
    "a test of a number", "write a number, odd, even, >=2, <=2, 1 mod 4, or a list of them"
)
RULE_NUMBER = Unreadable("a number for a rule", "use at most {most}")

# --- games as forms -------------------------------------------------------------------------

FORM = Unreadable(
    "a form",
    "write 0, a number, * or *2, Left's and Right's options as in {{0,*|-1}}, a sum of such or a "
    "board as in kayles:3",
)
LONG_FORM = Unreadable("a short form", "use at most {most} characters")
DEEP_FORM = Unreadable("a short form", "a game may last at most {most} moves")
LARGE_FORM = Unreadable(
    "a small form", "play may lead to at most {most} different positions, since we compare pairs"
)
WIDE_FORM = Unreadable("a small form", "it may take at most {most} characters to write")
NOTHING_AFTER = "nothing after {before}"
NUMBER_OF_MOVES = Unreadable("a number of moves", "write a whole number from 0 to {most}")
UNIVERSE = Unreadable("a universe", "use {known}")
DAY = Unreadable("a day that can be counted", "write 0, 1 or 2, or 3 with a sample")
SAMPLE = Unreadable("a sample", "write how many games to draw, from 1 to {most}")

# --- formulas -----------------------------------------------------------------------------

LONG_FORMULA = Unreadable("a formula", "use at most {most} characters")
FORMULA_NUMBER = Unreadable("a number for a formula", "use at most {most}")
CONDITION = Unreadable("a condition", "compare it with something, as in = 0")
NUMBER = Unreadable("a number", "join conditions with and, or and not")
UNDERSTOOD = "understood here"
FORMULA = (
    "write rows {rows}, numbers, + - * mod xor, = != < <= > >=, and, or, not, and sum, count, "
    "xor, max or columns of r"
)
MISSING = "{piece} is missing before it"
LARGER_NUMBER = "write a number of at least {least} here"
ROW_IS_R = "inside these brackets the row is r"
DEEPEST = "nest brackets at most {most} deep"
ENDS_EARLY = "The formula ends too early; {accepted}."
