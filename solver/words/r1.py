"""The words of R1: kinds, cases and the film that derives them."""

from solver.kinds import Kind

from . import counting

NOT_NORMAL = (
    "R1 works only where the last one loses; where the last one wins, use the nim-sum instead."
)
NEEDS_SAME_MOVES = "R1 needs a game in which both players have the same moves."
AS_PRINTED = (
    "The note has only the other three conditions, and they are not enough. In the octal game "
    "0.35 it takes 4 + 1 for a losing position and 4 + 2 for a winning one, and both are wrong."
)

# --- kinds and cases --------------------------------------------------------------------

KINDS = (
    "Give every {row} its kind by its nim-value, and by whether it is winning or losing alone: "
    "{pairs}."
)
PAIR = "{size} is {kind} ({value}, {alone})"
WINNING, LOSING = "winning", "losing"
COUNT = "The board has {counts}. The nim-sum is {nim_sum}."
CASE = "That is case {case}. {prescription}"
PRESCRIPTIONS = {
    1: "Return the nim-sum to 0, as you would if the last one won.",
    2: "Turn the higher switch into a trap or an inverter.",
    3: "Turn the higher switch into a null or a gremlin.",
    4: "Turn a null into an inverter, or an inverter into a null.",
}
WHY = {
    1: "Some trap or switch is still there after any move, so nim-sum 0 is a losing position for "
    "the other player.",
    2: "The higher switch decides, and you use it up. An inverter makes the number of inverters "
    "odd, and a trap leaves nim-sum 0. Either way, the other player faces a losing position.",
    3: "The higher switch decides, and you use it up. A null leaves an odd number of inverters, "
    "and a gremlin, which is a switch too, leaves nim-sum 0. Either way, the other player faces a "
    "losing position.",
    4: "Either move makes the number of inverters odd. With no trap and no switch, the other "
    "player then faces a losing position.",
}
LOST_WITH_FIRM = (
    "The player to move loses: the nim-sum is 0, and there is a trap or a switch. Every move "
    "changes the nim-sum and leaves some trap or switch. Then the other player is in a winning "
    "case."
)
LOST_WITH_INVERTERS = (
    "The player to move loses: there is no trap and no switch, and the number of inverters is odd. "
    "If you make it even, the other player makes it odd again, or has no move left and has won. "
    "If you make a switch, the other player decides what becomes of it. Either way, you are left "
    "with the last move."
)

# --- the move ---------------------------------------------------------------------------

MOVE = "{move}: {kind} becomes {after}. {now}"
NOW_FIRM = "Now the nim-sum is 0, with a trap or a switch on the board."
NOW_ONE_INVERTER = "Now there is {inverters}, an odd number, and no trap or switch."
NOW_INVERTERS = "Now there are {inverters}, an odd number, and no trap or switch."
WINNING_MOVE, LOSING_MOVE = "winning move", "losing move"
STAYS = "The {kind} in {row} is still there."
STAYS_FIRM = {
    Kind.TRAP: "A trap loses alone, so everything it becomes wins alone. That makes this a gremlin "
    "and no inverter.",
    Kind.GREMLIN: "By the fourth condition a gremlin cannot become a null. That makes this a trap.",
}
ALWAYS_THERE = {
    (2, Kind.HIGHER_SWITCH): "Such a move is always there: a higher switch wins alone, so it can "
    "become a row that loses alone, a trap or an inverter.",
    (3, Kind.HIGHER_SWITCH): "Such a move is always there: by the second condition a higher switch "
    "can become a null or a gremlin.",
    (
        4,
        Kind.INVERTER,
    ): "Such a move is always there: an inverter has nim-value 1, so it can become "
    "something of nim-value 0. It loses alone, so that wins alone and is a null, not a trap.",
    (
        4,
        Kind.NULL,
    ): "A null that has a move can always become an inverter. It wins alone, so it can "
    "become something that loses alone, and its options have no nim-value 0, so that is no trap.",
}
ONE_OTHER = (
    "One more move wins, though no case names it: {moves}. It makes a second switch and nim-sum 0. "
    "With two switches, play continues as if the last one won."
)
ONE_MIRRORED = (
    "One more move and its mirror image win, though no case names them: {moves}. Each makes a "
    "second switch and nim-sum 0. With two switches, play continues as if the last one won."
)
SOME_MIRRORED = (
    "Other moves and their mirror images win too, though no case names them: {moves}. Each makes a "
    "second switch and nim-sum 0. With two switches, play continues as if the last one won."
)
SOME_OTHERS = (
    "Other moves win too, though no case names them: {moves}. Each makes a second switch and "
    "nim-sum 0. With two switches, play continues as if the last one won."
)

# --- the film: a row alone --------------------------------------------------------------

ALONE_TITLE = "{row} of {size} alone: {kind}"
ALONE = "{derived} {alone} So it is {kind}."
WINS_WITHOUT_MOVE = "Alone, when the last one loses, it wins because there is no move to make."
LOSES_BY_ONE = "Alone, when the last one loses, the only move from it loses."
LOSES_BY_ALL = "Alone, when the last one loses, every move from it loses."
WINS_BY_LEAVING = "Alone, when the last one loses, leaving {option} wins."
NEXT_WINS, NEXT_LOSES = "next player wins", "next player loses"
TAG = "nim-value {value}: {kind}"

# --- the film: the board ----------------------------------------------------------------

NIM_SUM_CHANGES = "Every move changes the nim-sum, and then the other player is in a winning case."
LOST_BOARD_WITH_ONE_INVERTER = "There is {inverters}, an odd number, and no trap or switch."
LOST_BOARD_WITH_INVERTERS = "There are {inverters}, an odd number, and no trap or switch."
LOST_BOARD_GOES_ON = (
    "If the player to move makes that number even, the other player makes it odd again or has no "
    "move left. If the player to move makes a switch, the other player decides what becomes of it."
)
TRAPS_AND_GREMLINS, HIGHER_SWITCHES = "traps and gremlins", counting.HIGHER_SWITCHES.plural
INVERTERS = counting.INVERTERS.plural
ANSWERS_BY_CASE = "is in case {case} and answers"
CASE_LINE, CASE_NUMBER, NO = "case", "case {case}", "no"
NO_CASE = "none of the four: the player to move loses"
NIM_SUM_IS_0 = "the nim-sum is 0"
FEW_SWITCHES = "no trap, no gremlin, fewer than two higher switches"
THERE_IS = "there is {kind}"
NO_SWITCH, A_SWITCH = "no higher switch", "there is a higher switch"
PARITY = "{inverters}: {parity}"

# --- the film of a refusal ----------------------------------------------------------------

CONDITION_TITLE = "What condition {number} asks"
BREAKS = "Condition {number} of R1: {condition} But {violation}"
NEITHER, FORBIDDEN = "no null, no gremlin", "not allowed"
CLAIM_TITLE = "What R1 would say"
WOULD_LEAVE = (
    "R1 would leave {position}, because it counts that board as lost for the player to move. {why}"
)
WOULD_WIN = (
    "R1 would say that the player to move wins {position} by case {case}. {prescription} But no "
    "move does that."
)
BEATEN_TITLE = "The reply that beats it"
BEATEN = "But the player to move wins by {move}."
LOST_TITLE = "Why that loses"
LOST_BY_SEARCH = (
    "Every move from {position} leaves a winning position, so {position} loses. Where R1 "
    "gives up, search decides, or a misère quotient."
)
