"""The words of search, in its analysis and in its film."""

from . import capitalised
from .outcomes import OUTCOME_WORDS

VISIT = (
    "Search follows every line of play as far as it takes to decide. It meets {positions}; "
    "the order of the {rows} does not matter. At the end, a player who cannot move has {won}."
)
CANNOT_MOVE = {"misere": "won", "normal": "lost"}
VALUES = (
    "Nobody has to search here. Every four squares of a strip are worth a move to Left. "
    "A rest of 1 is worth a move, a rest of 2 half a move, and a rest of 3 a move and a half. "
    "A rest of 2 or 3 is worth half a move more to the player who moves there first, and two such "
    "halves cancel. Together Left is {ahead}."
)
DAISY_COUNTS = (
    "A rule decides {game} with rows of every length. Rows of 1 and 3 are small and count 0. A "
    "row of 2 counts 1, and a longer row counts 3 less than its length. The lead is twice the "
    "largest count less all counts."
)
DAISY_SMALL = "A sum of small rows loses if their number is odd. Here it is {small}."
DAISY_SUM = (
    "A sum with other rows loses in two cases. One: at least two rows are not small, the lead is "
    "at most 2, and the nim-value is 0. Two: the lead is at least 5, and the nim-value is 3. "
    "Here {large} not small, the lead is {lead}, and the nim-value is {value}."
)
ROW_IS, ROWS_ARE = "1 {row} is", "{number} {row}s are"
AHEAD = "{number} moves ahead"
AHEAD_AND_A_HALF = "{number} and a half moves ahead"
GIVE_OR_TAKE = "{ahead}, give or take half a move"

END = "{player} has no move here, and a player who cannot move has {won}."
EACH_LEAVES_LOSING = "{how_many}: each leaves {other} a losing position."
IT_LEAVES_LOSING = "{how_many}: it leaves {other} a losing position."
EACH_LEAVES_WINNING = "{how_many}: each leaves {other} a winning position."
IT_LEAVES_WINNING = "{how_many}: it leaves {other} a winning position."

# --- how many moves win: for anybody, and for Left or Right -----------------------------

ONLY_WINS = "The only move wins", "{player}'s only move wins"
ONLY_LOSES = "The only move loses", "{player}'s only move loses"
BOTH_WIN = "Both moves win", "Both of {player}'s moves win"
NEITHER_WINS = "Neither move wins", "Neither of {player}'s moves wins"
ALL_WIN = "All {moves} moves win", "All of {player}'s {moves} moves win"
NONE_WINS = "None of the {moves} moves wins", "None of {player}'s {moves} moves wins"
ONE_WINS = "One of the {moves} moves wins", "One of {player}'s {moves} moves wins"
SOME_WIN = "{wins} of the {moves} moves win", "{wins} of {player}'s {moves} moves win"

OUTCOMES = {outcome: f"{capitalised(text)}." for outcome, text in OUTCOME_WORDS.items()} | {
    "N": "The player to move wins, with perfect play.",
    "P": "The player to move loses, against perfect play.",
}
WINS_BY = "{player} wins by {move}."
WINS_WITH = "{player} wins with each of these moves: {moves}."
COUNTING_MIRRORED = "{how_many}, counting mirror images"
WINS_BY_MIRRORED = "{player} wins by {move}, or by the mirror image of that."
WINS_WITH_MIRRORED = "{player} wins with each of these moves and its mirror image: {moves}."

# --- the film ---------------------------------------------------------------------------

LAST_MOVE = "{player} has to make the last move, and {the_last_one_loses}."
BOTH_END = "{player} has {moves}. Both end the game, and {the_last_one_loses}."
ALL_END = "{player} has {moves}. All of them end the game, and {the_last_one_loses}."
ANSWER_TO_IT = "{player} has {moves}, and {other} has an answer to it."
ANSWER_TO_BOTH = "{player} has {moves}, and {other} has an answer to both."
ANSWER_TO_EACH = "{player} has {moves}, and {other} has an answer to each."
ONE_ENDS = "{ends} of them ends the game, and {the_last_one_loses}."
SOME_END = "{ends} of them end the game, and {the_last_one_loses}."
ANSWER_TO_THE_OTHER = "{player} has {moves}. {ending} {other} has an answer to the other."
ANSWER_TO_THE_OTHERS = "{player} has {moves}. {ending} {other} has an answer to each of the others."

MOVE_LINE = "{move}:"
MOVE_LINE_OF = "{player}: {move}:"
LOSES_THEN, WINS_THEN = "{other} loses", "{other} wins"
MORE_MOVES, MORE_SORTS = "more moves", "more sorts"
AFTER_LINE, ANSWER_LINE = "after {board}", "answer {board}"
LOSES_AGAIN = "loses again"
NO_ANSWER, NOBODY_CAN_MOVE = "no answer is needed", "nobody can move any more"
