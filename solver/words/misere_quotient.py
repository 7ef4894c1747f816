"""The words of the misère quotient, in its analysis and in its film."""

NOT_NORMAL = (
    "The quotient works only where the last one loses; where the last one wins, use the nim-sum."
)
NO_SUM = (
    "The quotients of several games do not give that of their sum. One of them decides it where "
    "every row of the other games is equal to a Nim heap that is also a row of that one."
)
EQUAL = "{row} is equal to a Nim heap of {heap}, and so is {other} in {game}."
EQUAL_TO_NOTHING = "{row} is equal to no row at all."
OF_GAME, IN_GAME = "{rows} of {game}", "{game}: {told}"
NEEDS_SAME_MOVES = "The quotient needs a game in which both players have the same moves."

LETTER_STANDS = "A letter stands for a {row}: {letters}."
LETTERS = "Letters stand for {rows}: {letters}."
LETTER = "{letter} for {row}"
ELEMENTS = "On any board, {pairs}."
PAIR = "{size} counts as {element}"

PRODUCT = "The product is {product}: {ways}."
PRODUCT_OF_ONE = "The product is {product}: there is only one {row}."
TIMES = "{left} times {right} is {product}"
TIMES_SAME = "{left} times {right} is {word}, the same as {product}"
REST_MAKE = "{rows} make it {product}"

LOSES_ONLY = "The player to move loses: {product} is the only losing product."
WINS_ONLY = (
    "The player to move wins: the only losing product is {losing}, and the product is {product}."
)
LOSES_AMONG = "The player to move loses: {product} is among the losing products {losing}."
WINS_AMONG = (
    "The player to move wins: the losing products are {losing}, and the product is {product}."
)
ONLY_OF_LETTERS = (
    "The player to move wins: in these letters the only losing product is {losing}, and the "
    "product is {product}.",
    "The player to move loses: in these letters {product} is the only losing product.",
)
AMONG_OF_LETTERS = (
    "The player to move wins: in these letters the losing products are {losing}, and the product "
    "is {product}.",
    "The player to move loses: in these letters {product} is among the losing products {losing}.",
)
"""Where other letters make more losing products: who wins, then who loses."""
LOSES_OF_MANY = (
    "The player to move loses: the product, {product}, is one of the {number} losing products."
)
WINS_OF_MANY = (
    "The player to move wins: the product, {product}, is none of the {number} losing products."
)

MOVE_OF_ONE = "{move}: {before} becomes {after}, a losing product."
MOVE_BESIDE_NOTHING = "{move}: {before} becomes {after}, a losing product. The rest makes nothing."
MOVE_TO_NOTHING = "{move}: {before} becomes nothing. The rest makes {rest}, a losing product."
MOVE = (
    "{move}: {before} becomes {after}. The rest makes {rest}, and {rest} times {after} is "
    "{product}, a losing product."
)
MOVE_SAME = (
    "{move}: {before} becomes {after}. The rest makes {rest}, and {rest} times {after} is "
    "{word}, the same as {product}, a losing product."
)

# --- the film ---------------------------------------------------------------------------

LOST_ROW = "The only {row} counts as {product}, a losing product."
LOST = "Together {factors} make {product}, a losing product."
UP_TO = "up to {row}"
BECOMES = "{before} → {after}"
PRODUCT_LINE, LOSING_LINE = "product", "losing products"
MORE = "{listed} and {number} more"
