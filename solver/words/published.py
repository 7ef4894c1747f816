"""The words about published rules: what each says of a position, and whether that is so."""

R1_NAME, R1_SOURCE = "R1 as printed", "The R1 note on misère games"
THEOREM_4_NAME, THEOREM_4_SOURCE = (
    "Theorem 4 as printed",
    "Partizan Kayles and misère invertibility",
)
PROGRAM_NAME, PROGRAM_SOURCE = "The encyclopedia’s program", "The encyclopedia article on Nim"
LAUNDRY_NAME, LAUNDRY_SOURCE = "The laundry room idea", "Nimble Strategy, section 9"

# --- the games that it covers -------------------------------------------------------------

ONLY_MISERE = "It covers only games in which the last one loses."
ONLY_IMPARTIAL = "It covers only games in which both players have the same moves."
ONLY_PARTIZAN_KAYLES = "It covers only partizan Kayles in which the last one loses."
ONLY_NIM = "It plays only Nim."
ONLY_TAKING_ONE = "It covers only games in which either player can take a row of one."
BREAKS_CONDITION = (
    "A {row} of {size} breaks its {ordinal} condition, so it does not cover this game."
)
ORDINALS = {1: "first", 2: "second", 3: "third"}

# --- a position ---------------------------------------------------------------------------

LOST_WITH_FIRM = "The nim-sum is 0, and there is a trap or a switch."
LOST_WITH_INVERTERS = "The number of inverters is odd, and there is no trap or switch."
CASE = "Case {case}. {prescription}"

MODULO = "{rest} modulo 3"
LOST_BY_THEOREM_3 = "By Theorem 3 the player to move loses."
NO_STRIP = "It names no strip on this board."
AT_THE_END = "Play at the end of a strip of length {rest} modulo 3."
NEAR_THE_END = "Play one square away from the end of a strip of length {rest} modulo 3."

PROGRAM_STOPS = "With nothing on the table the program stops with an error."
WARNS = "It prints “You will lose”."
WARNS_NOT = "It gives no warning."

NO_SINGLE_CARD = "There is no single card to set aside."
WOULD_WIN = (
    "Set one card aside, and {rest} is left. If the last one won, the player to move would win."
)
WOULD_LOSE = (
    "Set one card aside, and {rest} is left. If the last one won, the player to move would lose."
)
SET_ASIDE = "set aside"

# --- beside the truth ---------------------------------------------------------------------

WRONGLY_WINS = "It says that the player to move wins. In fact the player to move loses."
WRONGLY_LOSES = "It says that the player to move loses. In fact the player to move wins."
RIGHTLY_WINS = "It rightly says that the player to move wins."
RIGHTLY_LOSES = "It rightly says that the player to move loses."
BUT_LEAVING = "It rightly says that the player to move wins. But leaving {leaves} loses."
BUT_NO_MOVE = "It rightly says that the player to move wins. But it names no move."
BUT_TAKES_NOTHING = (
    "It rightly says that the player to move wins. But it takes nothing, which is no move."
)
