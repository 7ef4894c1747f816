"""The words of ``python -m solver``: what it prints beside the sentences of a theory.

Scripts rely on these texts. The help on commands and options is in the parser.
"""

from .unreadable import CONVENTION, MOVER, POSITION, RULESET, THEORY, Unreadable

# --- analyse ------------------------------------------------------------------------------

HEADING = "{game}, {convention} play"
OUTCOME = "{position}: {outcome}"
STEP_LINE = "  {number}. {text}"
WINNING_MOVES = "Winning moves:"
MOVE = "  {row} {number}: {size} -> {parts}"
MOVE_OF = "  {player}: {row} {number}: {size} -> {parts}"
ALIKE = "{move}, {alike}"
THEORY_LINE = "(theory: {theory})"

# --- classify -----------------------------------------------------------------------------

CLASSIFIED = "{game}: size, nim-value, misère outcome, kind, genus, species"
R1_STOPS = "R1 stops at {size}, condition {condition}:"
R1_HOLDS = "R1 holds for every size up to {size}."

# --- quotient and quotients ---------------------------------------------------------------

ORDER = "order {order}, {losing} of them P"
GENERATORS, GENERATOR = "generators: {letters}", "{letter} = {size}"
P_PORTION = "P-portion: {elements}"
PRETENDING = "pretending function:"
GROWTH, GROWTH_ROW = "   row  elements  losing", "{size:>6}  {order:>8}  {lost:>6}"
ENDLESS_ROW = "{size:>6}         ∞"
PERIOD = "preperiod {preperiod}, period {period}"
FORMS_HEADING = "| standard form | order | P | from row | period | other codes |"
FORMS = (
    "{listed} of {forms} standard forms of wild octal games, {held} of {codes} codes of up to "
    "{digits} digits"
)

# --- reach --------------------------------------------------------------------------------

REACH_HEADING = "| R1 | condition 1 | 2 | 3 | 4 | games |"
STOPS_AT, STOPS = "stops at a row of {size}", "stops"
LONG_ARE_FIRM = "covers rows of every length: long ones are firm"
KINDS_REPEAT = "covers rows of every length: kinds repeat"
OPEN = "left open"
REACH_ROW = "| {name} | {counts} | {games} |"
ENDING_ROW = "| {name} | | | | | {games} |"
ALL = "all, of which {forms} are different games"

# --- ladder -------------------------------------------------------------------------------

RUNG = "  {name} Learner wins {beaten}"
FLAWLESS_RUNG = "  {name} Learner wins {beaten}, has no flaw here"

# --- nim-values ---------------------------------------------------------------------------

NO_LOOPS = "No code is compiled for {ruleset}: --compiled does nothing here."
NO_NUMBA = "Compiled code needs a package: pip install 'marienbad-solver[fast]'."

# --- survey -------------------------------------------------------------------------------

SURVEYED = "{new} surveyed, {before} there before"
FOUND = "found: {nim} periods of nim-values, {reach} reaches of R1, {quotient} quotients"
NO_DASK = "A cluster needs a package: pip install 'marienbad-solver[cluster]'."
NO_SCHEDULER = "No scheduler answers at {address}. Start one with: dask scheduler."
NO_WORKER = (
    "The cluster at {address} has no worker. Start one where the solver is installed, with: dask "
    "worker {address} --nthreads 1."
)
CLUSTER_LOST = "The cluster is lost. Start the survey again to continue."
GAME_GIVEN_UP = (
    "Several workers died while they surveyed the same game. Start the survey again to continue."
)
WORKER_DIED = "A process of the survey died. Start the survey again to continue."

# --- what cannot be read ------------------------------------------------------------------

BAD_ARGUMENT = "{program}: {message}; --help says what is accepted."
NOT_SECONDS = "{value} is not a number of seconds above 0"
NOT_JOBS = "{value} is not a number of processes from 1 on"
NOT_A_SIZE = "{value} is not a whole number below 10^9"
NOTHING_ASKED = "Name a ruleset and a position, as in: analyse nim 1+3+5+7."
NO_POSITION = "Name a position too, as in: ladder nim 1+3+5+7."
QUERY = Unreadable("a query", "write {example}")
LONG_QUERY = Unreadable("a query", "write at most {most} bytes in a line")
LONG = "more than {most} bytes"
FIELDS = {
    "ruleset": RULESET.what,
    "position": POSITION.what,
    "convention": CONVENTION.what,
    "to_move": MOVER.what,
    "theory": THEORY.what,
}
CRASHED = "This query could not be answered."
