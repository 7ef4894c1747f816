"""The words of the reduction of partizan Kayles, in its analysis and in its film."""

ONLY_STRIPS = "The reduction to squares and dominoes works only in partizan Kayles."
NOT_NORMAL = "The reduction works only where the last one loses; use search instead."

STUCK = "{player} has won: {player} has no move left."
NO_STRIP = "The player to move has won: no strip is left."

REDUCE = (
    "You can trade three squares of a strip for a single square (S1) and a domino (S2). The winner "
    "stays the same, whatever strips lie beside them (Theorem 1). So {pieces}."
)
PIECE = "{size} counts as {pieces}"
CANCEL = (
    "A square and a domino cancel (S1 + S2 = 0), whatever lies beside them. A strip that leaves 1 "
    "after division by 3 keeps a square, and a strip that leaves 2 keeps a domino. Together that "
    "is {squares} and {dominoes}."
)
NO_SQUARE, NO_DOMINO = "no square", "no domino"

BALANCE = "The balance, squares minus dominoes, is {squares} − {dominoes} = {balance}"
ALL_CANCEL = (
    "{who}. {balance}: everything cancels, and on an empty table the player to move has won."
)
SQUARES_LEFT = "{who}. {balance}: only squares are left, and Right wins by having no move in them."
IN_THREES = (
    "{who}. {balance}. Below 0 the winners repeat in threes (Theorem 3): at −1 the player to move "
    "loses, at −2 Right wins, at −3 the player to move wins."
)
IN_THREES_AGAIN = (
    "{who}. {balance}. Below 0 the winners repeat in threes (Theorem 3): at −1 the player to move "
    "loses, at −2 Right wins, at −3 the player to move wins. So {number} is like {same}."
)

MOVE = "{move}. {reason} The balance becomes {balance}, and {other}, to move, loses."
AT_THE_END = (
    "This is Theorem 4: {player} plays at the end of a strip that leaves {rest} after division by "
    "3."
)
NEAR_THE_END = (
    "This is Theorem 4: {player} plays one square away from the end of a strip that leaves {rest} "
    "after division by 3."
)
SILENT = (
    "Theorem 4 is silent here, but a move at the end wins in a strip whose length is a multiple of "
    "3."
)
LOST = "{player} loses. Every move brings the balance to {balances}, and {other}, to move, wins."

# --- the film ---------------------------------------------------------------------------

RULE = "Left takes one square, Right two adjacent squares. Whoever cannot move wins."
RULE_TITLE = "The strips"
AT_A_TIME = "Cut off three squares at a time."
LEFT_LEAVES = (
    "Why may you cut off three squares? Look at a strip of {size}. Left can leave {options}."
)
LEFT_BEST = (
    "Two squares in one piece suit Left better than two apart (Corollary 3). So she does best to "
    "leave {pieces}. What is struck out is never better."
)
LEFT_ALIKE = "Whatever she leaves counts as {pieces}."
RIGHT_BEST = (
    "Right wants his squares apart, and does best to leave {pieces}. What is struck out is never "
    "better."
)
RIGHT_ALIKE = "Whatever Right leaves counts as {pieces}."
SO_IT_COUNTS = (
    "If Left takes a square and Right takes a domino from {pieces}, they leave just the same. So "
    "{size} counts as {pieces}."
)
OPTIONS_TITLE = "Why may you cut?"
CUT = (
    "First cut three squares off {strip}. By Theorem 1 they count as 1 domino and 1 square beside "
    "a strip of {rest}. Repeat this until no strip has three squares left."
)
CUT_TITLE = "Cut off three squares"
INSIDE_ONE = "A domino and a square cancel (Corollary 4). First, {pairs} cancels inside a strip."
INSIDE = "A domino and a square cancel (Corollary 4). First, {pairs} cancel inside the strips."
ANSWERED_IN_PAIR = "If a player moves in such a pair, the other player takes the rest of it."
ANSWERS_IN_PAIR = "answers in the pair"
IN_A_PAIR = "If a player moves in a pair"
TAKES_SQUARE, TAKES_DOMINO = "Left takes the square", "Right takes the domino"
CUTS_DOMINO = "Left cuts the domino"
INSIDE_TITLE = "Cancel inside each strip"
THEN_ACROSS_ONE = "Then {pairs} cancels across the strips."
THEN_ACROSS = "Then {pairs} cancel across the strips."
ACROSS = "Squares and dominoes cancel (Corollary 4): {pairs}."
NOTHING_ACROSS = "Nothing cancels across the strips."
ONE_LEFT, SOME_LEFT = "{pieces} is left over.", "{pieces} are left over."
NOTHING_LEFT = "Nothing is left over."
LOST_BOARD = "{left} At a balance of {balance} {who}. So {mover}, to move, loses."

CAN_LEAVE, NEVER_BETTER = "{player} can leave", "never better"
SQUARES, DOMINOES, BALANCE_LINE = "squares", "dominoes", "balance"
SQUARES_OVER, DOMINOES_OVER = "squares left", "dominoes left"
