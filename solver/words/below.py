"""The words for what can be seen without a theory: equal rows, and the boards one move away."""

EQUAL = "{pair} are equal."
ALL_EQUAL = "These are equal: {pairs}."
PAIR = "{one} and {other}"
HAS_TWIN = "Each {row} has its twin."
COPIED = (
    "The other player copies every move in the twin row. There is always an answer, so the player "
    "to move runs out of moves first."
)
COPIED_IN_NIM = (
    "The other player copies every move in the twin row, until that would leave only rows of 1. "
    "Then the other player leaves an odd number of them, and the player to move has to take the "
    "last one."
)
ANSWERED = "A move in one of two equal rows can be copied in the other"
BESIDE = "Beside a row of 2 or more, two equal rows change nothing"
ONES = "When one of two rows of 1 is taken, the other player takes the second"
REST_DECIDES = "{why}, so the rest decides who wins: {rest}."
NOTHING_LEFT = "{why}, so it is as if nothing were left."
