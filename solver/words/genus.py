"""The words of the film that derives a row's genus from those of its options."""

NORMAL_TITLE = "When the last one wins"
MISERE_TITLE = "When the last one loses"
BESIDE_TITLE = "Beside {heaps} of 2"
GENUS_TITLE = "{row} of {size}: genus {genus}"

MISERE_VALUE = "misère nim-value"
GENUS = "genus"
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
MISERE_RULE = (
    "Now the last one loses. Each option again has a number, its misère nim-value: without a move "
    "it is 1."
)
NO_MOVE = "Without a move it is 1 here, because the player to move has won."
REACHED = "The options have {reached}, so the {row} has {value}, the smallest number missing."
DECIDES = "The player to move {verdict} the {row} alone: {reason}."
WINS, LOSES = "wins", "loses"
IS_ZERO, IS_NOT_ZERO = "the number is 0", "the number is not 0"
BESIDE = (
    "Put {heaps} of 2 beside the {row}, and count again. A move in a heap of 2 gives {before} or "
    "{other}."
)
BESIDE_OPTIONS = "The options have {reached}. {value} is the smallest number missing."
GENUS_OF_NIM = (
    "The nim-value {normal} with the misère nim-value {misere} above it is the genus {genus}. "
    "With heaps of 2 beside it the {row} counts as in Nim, so no more numbers are written."
)
GENUS_WILD = (
    "The nim-value {normal}, and above it the misère nim-values beside 0, 1, 2, … heaps of 2: the "
    "genus {genus}. From here the last two numbers alternate."
)
GENUS_OPTIONS = "Every option shows its own genus."
