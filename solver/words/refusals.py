"""The words of refusals: it costs too much, is not proved, or is no move."""

TOO_LARGE = "An exact answer takes more than the budget of {allowed}."
POSITION, POSITIONS = "{number:,} position", "{number:,} positions"
SECONDS = "{seconds:g} seconds of thinking"
TOO_LONG = "This game is too long."
STOPPED = "The search for an exact answer was stopped."
SMALLER = "a smaller position, or a theory that needs no search"
TOO_MANY_MOVES = "The moves of {counters} are too many to list with a budget of {allowed}."
SHORTER_ROWS = "shorter rows"
SMALLER_POSITION = "a smaller position"
SIZES_BELOW, SIZES_UP_TO = "sizes below {size}", "sizes up to {size}"

NIM_VALUE_UNKNOWN = (
    "The nim-value of {size} is past the table of {most} sizes, and no period is proved for {game}."
)
KINDS_UNKNOWN = "The kinds of {game} are known up to {most}, and no period is proved."
FORMS_UNKNOWN = "The forms of {game} are reduced up to {most}."
IN_GAME = "{game}: {text}"
NOT_R1 = "R1 does not hold: {violation}"

QUOTIENT_STOPPED = (
    "The misère quotient of {game} is known for heaps up to {size} (order {order}), and going "
    "further passes the budget. {error}"
)
NO_PERIOD = "No period is proved up to heap {size}."
NO_QUOTIENT = "No quotient is proved in {rounds}."
TOO_MANY_ELEMENTS = (
    "A candidate for the quotient outgrew {limit} elements before it was proved. The quotient "
    "itself may be smaller."
)
TOO_MANY_CLASSES = (
    "A candidate for the quotient outgrew {limit} classes before it was proved. The quotient "
    "itself may be smaller."
)
TOO_MANY_ENTRIES = "The transition algebra grew past {limit} entries."

TOO_FEW = "Too few positions fit: {fitting} instead of {asked}."

NO_SUCH_ROW = "There is no {row} {number}; the position has {many}."
NO_SUCH_MOVE = "No move takes {row} to {parts}."
NO_SUCH_MOVE_OF = "No move of {player} takes {row} to {parts}."
