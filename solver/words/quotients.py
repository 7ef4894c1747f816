"""The words about quotients: how far one is proved, why one is infinite, and how it grows."""

UP_TO = "This is proved for {rows}; no period is proved."
PLAY_IS_SOLVED = (
    "Play is solved for rows of every length. Thane Plambeck has a winning strategy for 4.7, and "
    "for octal games of at most three digits whose nim-values are 1 and 2 by turns. It is in "
    "“Daisies, Kayles, and the Sibert–Conway decomposition in misère octal games”, Theoretical "
    "Computer Science 96, 1992, 361–388."
)
QUOTIENT_IS_OPEN = "What is open here is the quotient."
PERIODIC = "This is proved for {every}: from {size} on, the elements repeat every {period}."
CONSTANT = "This is proved for {every}: from {size} on, all are alike."
TAME = (
    "R1 covers {every}, and no nim-value is above {largest}: sums are null, inverter, or firm with "
    "one of {number} nim-values."
)
TAME_AND_FICKLE = "R1 covers {every}, and none of them is firm: sums are null or inverter."
INFINITE = (
    "The misère quotient of {game} is infinite: R1 covers heaps of every size, and their "
    "nim-values have no bound. Each new power of two adds elements: with nim-values below 2^m "
    "there are 2^m + 2, and two of them are losing."
)
OWN_COMPANY = (
    "Two heaps above 1 with different sizes are not alike: beside a third heap of the first size, "
    "the first is a losing position and the second is a winning one."
)
NOT_FINITELY_GENERATED = (
    "It has infinitely many generators, the heaps whose nim-values are powers of two: sums of "
    "finitely many sizes have finitely many elements."
)
INFINITE_DAISIES = (
    "The misère quotient of {game} is infinite: of the rows of 4, 8, 12 and so on, no two are "
    "alike."
)
DAISY_COUNTS = (
    "Rows of 1 and 3 are small. A small row counts 0, a row of 2 counts 1, and a longer row of n "
    "counts n − 3. The lead of a sum is twice its largest count less all its counts."
)
DAISY_SUMS = (
    "A sum of small rows is losing if their number is odd. Any other sum is losing in two cases. "
    "One: at least two rows are not small, the lead is at most 2, and the nim-value is 0. Two: the "
    "lead is at least 5, and the nim-value is 3."
)
DAISY_MOVES = (
    "No move leads from a losing sum to a losing one, and every other sum with a move left has a "
    "move to one. So we know who wins with rows of every length. Thane Plambeck solved play first, "
    "in “Daisies, Kayles, and the Sibert–Conway decomposition in misère octal games”, 1992."
)
DAISY_COMPANY = (
    "Two equal rows have no lead. Beside a row of n, one of n + 4, n + 8 and so on has a lead of 4 "
    "or more, and the nim-value is 0: that is a winning sum."
)
INFINITE_ROWS = (
    "The misère quotient of {game} is infinite: rows of up to {size} alone have infinitely many "
    "elements."
)
ROWS_OF, MANY_ROWS = "{rows} of {size}", "{number} rows"
FAMILY = (
    "For k = 0, 1, 2 and so on, take {members}, and for company {company}. Beside its company, "
    "each of these sums is a losing position, and each later sum is a winning one. So no two of "
    "the sums are alike."
)
LOSING_SUMS = (
    "The losing sums of rows of up to {size} are known, and {cases} cases prove it: no move leads "
    "from a losing sum to a losing sum, and every other sum with a move left has a move to one."
)
BEYOND = "Nothing is proved about which sums with longer rows are losing positions."

# --- growth -------------------------------------------------------------------------------

EACH_ROW, EVERY_ROWS = "every row", "every {rows} rows"
ADDS, ADD = "adds", "add"
ROW_BEFORE, ROWS_BEFORE = "the row before", "the {rows} rows before"
LINEAR = "from row {start} on, {rows} {add} {elements}"
QUADRATIC = "from row {start} on, {rows} {add} {elements} more than {before}"
CONJECTURE = (
    "Conjecture: {law}. Of the rows of up to {end}, {made} suggest this law, and {agree} more "
    "agree with it."
)
IF_SO = "If this holds for every row, the quotient is infinite."
