"""The words of the safe harbors, in their analysis and in their film."""

ONLY_ROWS = "Safe harbors are about rows with a maximum take, and Nim; {game} is neither."

# --- divide -----------------------------------------------------------------------------

DIVISOR = "You may take at most {most}, so the divisor is {divisor}."
ANY_DIVISOR = (
    "You may take any number, so any divisor above the largest row will do, say {divisor}."
)
REMAINDERS = "Divide each row into frames of {divisor} and keep the remainder: {pieces}."
PIECE = "{size} leaves {remainder}"
LAST_PIECE = "{size} leaves {remainder} (its final frame)"

# --- the harbors ------------------------------------------------------------------------

ONE_ROW = "When the last one {ends}, one row is a safe harbor if it is a multiple of {divisor}."
ONE_ROW_MISERE = (
    "When the last one {ends}, one row is a safe harbor if it leaves 1 after division by {divisor}."
)
ONE_HEAP = "When the last one {ends}, the only safe harbor of one row is an empty row."
ONE_HEAP_MISERE = "When the last one {ends}, the only safe harbor of one row is a row of 1."
UNIVERSAL = (
    "Remainders of {remainders} make a universal safe harbor. The player to move loses, whether "
    "the last one wins or loses."
)
TWO_ROWS = "When the last one wins, two rows are a safe harbor if their remainders are equal."
TWO_MATCH = (
    "When the last one loses, two remainders of 2 or more have to match. They match already."
)
TWO_DIFFER = (
    "When the last one loses, two remainders of 2 or more have to match: lower the larger one."
)
BESIDE_A_ONE = "When the last one loses and one remainder is 1, the other has to be 0: lower it."
TWO_ZEROS = (
    "When the last one loses and both remainders are 0, one has to become 1: go one frame further "
    "down."
)
BESIDE_A_ZERO = "When the last one loses and one remainder is 0, the other has to be 1: lower it."
ZERO_AND_ONE = (
    "When the last one loses and one remainder is 0, the other has to be 1. It is 1 already."
)
ONLY_ONES = (
    "The last one loses and every remainder is 0 or 1, so a safe harbor has an odd number of "
    "ones. This board has {ones}."
)
MOMENT = (
    "This is the moment to change the plan: the last one loses, and exactly one remainder is 2 or "
    "more. Lower it to 0 or 1, whichever leaves an odd number of ones."
)
COLUMNS_EVEN = (
    "With three or more rows, write the remainders in binary: a safe harbor has an even number of "
    "ones in every column. Here every column is even."
)
COLUMNS_ODD = (
    "With three or more rows, write the remainders in binary: a safe harbor has an even number of "
    "ones in every column. Here some column is odd."
)
NOT_YET = (
    "The last one loses, but that changes nothing yet: {large} remainders are 2 or more. "
    "The plan changes when only one of them is left."
)
IS_HARBOR = "The player to move loses: this is a safe harbor."
IS_NO_HARBOR = "The player to move wins: this is no safe harbor, but a move reaches one."

# --- the move ---------------------------------------------------------------------------

MOVE = "{move}. {remainders}: a safe harbor."
MOVE_DEEPER = "{move}, one frame further down. {remainders}: a safe harbor."
THE_REMAINDER = "The remainder is now {remainders}"
THE_REMAINDERS = "The remainders are now {remainders}"
GROW = (
    "You can also reach a safe harbor by letting a remainder grow, one frame further down: {moves}."
)
SET_ASIDE = (
    "Do not set the single card aside and play for the last of the others. That plan takes "
    "{removed} from {row}, and then the other player takes the single card. Save it for the end "
    "instead."
)

# --- the replies ------------------------------------------------------------------------

COMPLEMENT = (
    "The other player can complement every take from {rows}: take {divisor} minus that number "
    "from the same row."
)
TAKE_THE_MOST = (
    "If the single one of {row} is taken, every remainder is 0, and the next move has to make a "
    "remainder grow. The other player takes {most}, the most allowed, from any other row."
)
SINGLE_ONE = "Only a single one is left, and the player to move has to take it."
TOO_SHORT_ROW = "{rows} is in its final frame, where too little is left to complement."
TOO_SHORT_ROWS = "{rows} are in their final frame, where too little is left to complement."
MATCH_THERE = "There the reply is to match, by lowering another row."
LOWER_THERE = "There the reply is to lower another row, so that the board is a safe harbor again."

# --- the film ---------------------------------------------------------------------------

REMAINDER, ALL_REMAINDERS = "The remainder is {remainders}", "The remainders are {remainders}"
LOST_WITH_A_ONE = "This is a safe harbor. {remainders}: a single one, and none larger."
LOST_WITH_ONES = "This is a safe harbor. {remainders}: {ones} ones, an odd number, and none larger."
LOST_ALL_ZERO = (
    "This is a safe harbor. {remainders}, so the other player can complement every take."
)
LOST_MATCHED = "This is a safe harbor. {remainders}: they match two by two."
LOST_EVEN = "This is a safe harbor. {remainders}: in binary, every column is even."
COMPLEMENTS, MATCHES = "complements", "matches"

TAG = "remainder {remainder}"
FINAL_TAG, COMPLEMENT_TAG = "final frame", "complement"
DIVISOR_LINE = "divisor"
