"""The words about inverses where the last one loses."""

NOBODY_MOVES = "Nobody can ever move in it."
ONLY_NOTHING = "Beside all games, only a position in which nobody can ever move has an inverse."
CONJUGATE = "Its inverse is its conjugate, in which Left and Right have changed sides."
LOSES = (
    "Only its conjugate could be its inverse. But in the sum of both Left loses if she moves first."
)
LOSES_WAITING = (
    "Only its conjugate could be its inverse. But in the sum of both Left loses if she moves first "
    "and Right may wait."
)
LOSES_BLOCKED = (
    "Only its conjugate could be its inverse. But in the sum of both Left loses if she moves first "
    "beside a game in which she is blocked."
)
UNANSWERED = (
    "Only its conjugate could be its inverse. But in the sum of both some move of Right has no "
    "good answer."
)
NO_DICOT = "In {row} only {other} can move."
NOT_DEAD_ENDING = "In {row} {player} has no move, but may have one later."
NOT_BLOCKING = (
    "In {row} {player} has no move, and after some move of {other} {player} has one but is blocked "
    "no more."
)
