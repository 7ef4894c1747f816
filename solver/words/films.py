"""The words that the films of all theories share: how a film ends, and the replies."""

WHY_OTHER_LOSES = "Why the other player loses"
WHY_LOSES = "Why {player} loses"
LOSES_AGAIN = "Why that loses again"
LOST_WITHOUT_MOVE = "{player} has lost: no move is left."
HAS_WON = "If {player} {move}, {other} has no move left and has won."
ANSWERED = "If {player} {move}, {other} {answers} by {answer}."
ANSWERS = "answers"
MORE = "There is also an answer to {sorts} of move, not shown here."
MORE_TITLE = "And {sorts} of move"
SORT = "more sort"
WAS = "was {size}"

# --- a row by itself ----------------------------------------------------------------------

IN_GAME = "{game}: {said}"
VALUE_TITLE = "{row} of {size} counts as {value}"
NO_MOVE = "A {row} of {size} has no move."
CAN_LEAVE = "A move in a {row} of {size} can leave {options}."
ONLY_OPTION = (
    "Its only option has the nim-value {reached}, so its own is {value}, the smallest number "
    "missing."
)
NO_OPTION = "Without options its nim-value is 0."
ONE_NIM_VALUE = (
    "Its options have the nim-value {reached}, so its own is {value}, the smallest number missing."
)
NIM_VALUES = (
    "Its options have the nim-values {reached}, so its own is {value}, the smallest number missing."
)
ALL_BELOW = (
    "Its options have every nim-value below {value} and none has {value}, so that is its own."
)
