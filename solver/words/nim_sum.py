"""The words of the nim-sum, in its analysis and in its film."""

NEEDS_SAME_MOVES = "Nim-sums need a game in which both players have the same moves."
ONLY_ROWS = (
    "Where the last one loses, the nim-sum decides only Nim and rows with a maximum take; "
    "{game} is neither."
)

# --- what each row counts ---------------------------------------------------------------

IN_FULL = "You may take any number, so each row counts in full."
BY_REMAINDER = (
    "You may take at most {most}, so each row counts as its remainder after division by "
    "{divisor}: {pairs}."
)
BY_NIM_VALUE = (
    "Each {row} counts as its nim-value, the smallest number that none of its options counts as: "
    "{pairs}."
)
PAIR = "{size} counts as {value}"

# --- the columns ------------------------------------------------------------------------

ALL_EVEN = "The nim-sum is 0: in binary, every column has an even number of ones."
ONE_ODD = "The nim-sum is {nim_sum}: in binary, the column of {columns} has an odd number of ones."
SOME_ODD = (
    "The nim-sum is {nim_sum}: in binary, the columns of {columns} have an odd number of ones."
)

# --- where the last one loses -----------------------------------------------------------

MOMENT = (
    "This is the moment to change the plan: the last one loses, and exactly one row counts 2 or "
    "more. Leave an odd number of ones."
)
AS_NORMAL = (
    "The nim-sum decides as if the last one won, because {large} rows count 2 or more. "
    "The plan changes when only one of them is left."
)
ONLY_ONES = (
    "Only the number of ones matters, because the last one loses and every row counts 0 or 1. "
    "Here it is {ones}, {parity} number."
)
ODD, EVEN = "an odd", "an even"

# --- who wins ---------------------------------------------------------------------------

WINS_AT_THE_END = "The player to move wins: {ways} makes the number of ones odd."
TAKE_A_ONE = "taking 1 from a row that counts 1"
TAKE_TO_A_ONE = "taking {most} from a row that counts 0"
WINS_AT_THE_MOMENT = (
    "The player to move wins by lowering that row to 0 or 1, whichever leaves an odd number of "
    "ones."
)
WINS_IN_ROWS = (
    "The player to move wins. A row with a one in the leading odd column can be lowered to make "
    "every column even (Lemma 2)."
)
WINS = (
    "The player to move wins. A {row} whose nim-value has a one in the leading odd column can get "
    "the smaller nim-value that makes every column even."
)
LOSES = (
    "The player to move loses. Every move changes the nim-value of a {row} and makes some column "
    "odd. A {row} can get any smaller nim-value, so the other player makes every column even again."
)
LOSES_IN_ROWS = (
    "The player to move loses. Every move changes what one row counts and makes some column odd "
    "(Lemma 1). The other player can make every column even again (Lemma 2)."
)
UNTIL_ONE_IS_LARGE = (
    "Once only one row counts 2 or more, the other player leaves an odd number of ones instead."
)
LOSES_WITH_ONES = (
    "The player to move loses. The rows of 1 go one after another, and their number is odd, so "
    "the player to move takes the last."
)
LOSES_WITH_ONE_ROW = (
    "The player to move loses. The other player answers each take so that together they make "
    "{divisor}, until a single one is left."
)
LOSES_WITH_ROWS = (
    "The player to move loses, because the other player can always leave an odd number of ones "
    "again. In a row of more than {most}, the other player answers each take so that together they "
    "make {divisor}. If a row of 1 is taken, the other player takes 1 from another row that counts "
    "1, or {most} from any row if none does."
)

# --- the move ---------------------------------------------------------------------------

MOVE = "{move}. {reason}"
MOVE_TO_A_VALUE = "{move}, which {counts} {value}. {reason}"
PART_COUNTS, PARTS_COUNT = "counts as", "together count as"
COLUMNS_EVEN = "Then every column is even."
GROUPS_PAIRED = "Then every group has a partner."
ONES_ODD = "Then the number of ones is odd: {ones}."
ONE_RAISES = "Another move wins by making a {row} count more: {moves}. Every column is even then."
SOME_RAISE = "Other moves win by making a {row} count more: {moves}. Every column is even then."

# --- the film ---------------------------------------------------------------------------

GROUPS_TITLE = "Split into powers of two"
GROUPS = "Split every {what} into groups of {sizes}."
WHAT_ROW, WHAT_REMAINDER = "row", "remainder"
NO_GROUPS = "Every remainder is 0: there is nothing to split."
ONLY_SINGLE = "There is nothing to split: every group is a single 1."
CANCEL_TITLE = "Equal groups cancel"
NOTHING_OVER = (
    "Equal groups in different rows cancel. Nothing is left over, so the nim-sum is {nim_sum}."
)
ONE_OVER = (
    "Equal groups in different rows cancel. {groups} is left over, so the nim-sum is {nim_sum}."
)
SOME_OVER = (
    "Equal groups in different rows cancel. {groups} are left over, so the nim-sum is {nim_sum}."
)
GROUP = "the {size} of {row}"
WINS_BY_GROUPS = (
    "The player to move wins. The largest group left over is {group}, and lowering that row can "
    "give every group a partner."
)
LOSES_BY_GROUPS = "The player to move loses. {reason}"
LOST_WITH_A_ONE = (
    "Only one row counts 1, and no row counts more. So the player to move takes the last one."
)
LOST_WITH_ONES = (
    "{ones} rows count 1, and no row counts more. That number is odd, so the player to move takes "
    "the last one."
)
LOST_AT_ZERO = "The nim-sum is 0."
ZERO_AGAIN = "Every move changes it, and the other player can make it 0 again."
ALL_PAIRED = "Every group has a partner."
ALL_ZERO = "Every remainder is 0."
PAIRED_AGAIN = "Every move leaves some group alone, and the other player can pair all groups again."

COUNTS, NIM_VALUE = "counts {value}", "nim-value {value}"
NIM_SUM, ONES, LARGE = "nim-sum", "ones", "rows that count 2 or more"
ONES_IF_LAST_WON = "ones to leave if the last one won"
ONES_AS_LAST_LOSES = "ones to leave, as the last one loses"
IS_ODD, IS_EVEN = "odd", "even"
