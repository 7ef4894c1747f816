"""The words of strategies: an order each, and why it means nothing in a game."""

COPY = "Copy every move in an equal {row}"
MIRROR = "Begin in the middle of the {row}, then mirror every move"
COMPLEMENT = "Answer in the same row, so that you take {divisor} together"
SWAP = "Answer a square with a whole strip of 2, and a domino with a strip of 1"
PAIR = "Answer a move in the pair there, and any other as if the pair weren't there"
LEAVE = "Always leave {what}"

NOBODY_COPIES = "Nobody can copy in {game}."
NO_MIDDLE = "{game} has no middle."
NO_MAXIMUM = "{game} has no maximum to complement to."
NO_TILES = "{game} has no squares and dominoes."
