"""The words about quotients: how far one is proved, and why one is infinite."""

UP_TO = "This is proved for rows of up to {size}; no period is proved."
PERIODIC = (
    "This is proved for rows of every length: from {size} on, the elements repeat every {period}."
)
CONSTANT = "This is proved for rows of every length: from {size} on, all are alike."
TAME = (
    "R1 covers rows of every length, and no nim-value is above {largest}: sums are null, inverter, "
    "or firm with one of {number} nim-values."
)
TAME_AND_FICKLE = (
    "R1 covers rows of every length, and none of them is firm: sums are null or inverter."
)
INFINITE = (
    "The misère quotient of {game} is infinite: R1 covers heaps of every size, and their "
    "nim-values have no bound. Each new power of two adds elements: with nim-values below 2 ** m "
    "there are 2 ** m + 2, and two of them are losing."
)
