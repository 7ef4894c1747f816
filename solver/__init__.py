"""The theory of Marienbad: who wins, by which moves, and why.

This module is the only door: everything another package may use is named here. Nothing in
the package imports Django (its ``apps.py`` aside) or touches a database.
"""

from .analysis import analyse, answer, ask, get_theory
from .budget import STEPS, Budget
from .classification import classify
from .company import companies, is_at_least, never_apart, never_worse
from .conditions import TO_MOVE, Rule
from .conjectures import Breach, Halves, Place, Territory, Within
from .conventions import Convention, Outcome, Player
from .cousins import standard_form
from .distinctions import Distinction, distinguish, outcome_beside
from .errata import ERRATA, ESCAPING_ROWS, GREMLIN_RULES, SOURCES, Erratum, Exhibit
from .errata.sample_steps import SAMPLE_LINES, SampleRun, SampleStep, run_sample
from .errors import (
    BudgetExceededError,
    IllegalMoveError,
    InvalidInputError,
    NotCoveredError,
    SolverError,
    TooFewError,
    about,
)
from .explanation import Analysis, Step
from .fans import Fan, in_tiles
from .films import film
from .films.below import BELOW, look
from .heaps import Heaps
from .kinds import Kind
from .maps import Atlas, Lost, RowFacts, Sequence, decided_up_to, plane
from .misconceptions import (
    HABITS,
    MISCONCEPTIONS,
    Misconception,
    habits,
    misconception,
    remarks,
)
from .misjudgements import MISJUDGEMENTS, PLAYS_ON_LOST, misjudged_case, misjudged_outcome
from .octal import Octal
from .opponents import OPPONENTS, Opponent, get_opponent
from .positions import Move, Position, as_position, format_position, parse_position
from .profile import Profile, distinct, is_same_move, nim_value, profile
from .published import (
    PUBLISHED,
    Comparison,
    Disagreement,
    Published,
    about_move,
    about_winner,
    compare,
    disagreement,
    published,
)
from .quantities import QUANTITIES, Figures
from .quotients import Known, QuotientTable
from .reach import Ending, Reach, known_reaches, octal_codes, reach_of
from .row_kinds import OptionsOfKind, RowKind, RowKinds, row_kinds
from .ruleset_keys import FAMILIES, get_ruleset
from .rulesets import Ruleset, Subtraction
from .scenes import Group, Mark, Scene, Tag, Tally
from .selection import Spec, select
from .separations import Separation, separate, separation
from .signature import signature
from .statements import (
    Certificate,
    Conjecture,
    Finding,
    Formula,
    Marks,
    Survey,
    examine,
    formula_of,
    read_formula,
)
from .strategies import LEAVE, NAMED, Leave, Strategy, read_strategy
from .theories import THEORIES
from .theories.reduction import balance_of, outcome_of_balance, signed
from .theory import Question, Theory
from .trials import Round, Trial, try_out
from .weakened import (
    CHOICES,
    CONDITIONS,
    OCTAL,
    WRITTEN,
    OwnRow,
    Weakness,
    choices,
    own_row,
    smallest,
)
from .words import (
    LAST_ONE,
    OUTCOME_TERMS,
    OUTCOME_WORDS,
    capitalised,
    convention_words,
    counted,
    elided,
    joined,
    parts_in_words,
    plural,
    position_words,
    with_article,
)

__all__ = [
    "BELOW",
    "CHOICES",
    "CONDITIONS",
    "ERRATA",
    "ESCAPING_ROWS",
    "FAMILIES",
    "GREMLIN_RULES",
    "HABITS",
    "LAST_ONE",
    "LEAVE",
    "MISCONCEPTIONS",
    "MISJUDGEMENTS",
    "NAMED",
    "OCTAL",
    "OPPONENTS",
    "OUTCOME_TERMS",
    "OUTCOME_WORDS",
    "PLAYS_ON_LOST",
    "PUBLISHED",
    "QUANTITIES",
    "SAMPLE_LINES",
    "SOURCES",
    "STEPS",
    "THEORIES",
    "TO_MOVE",
    "WRITTEN",
    "Analysis",
    "Atlas",
    "Breach",
    "Budget",
    "BudgetExceededError",
    "Certificate",
    "Comparison",
    "Conjecture",
    "Convention",
    "Disagreement",
    "Distinction",
    "Ending",
    "Erratum",
    "Exhibit",
    "Fan",
    "Figures",
    "Finding",
    "Formula",
    "Group",
    "Halves",
    "Heaps",
    "IllegalMoveError",
    "InvalidInputError",
    "Kind",
    "Known",
    "Leave",
    "Lost",
    "Mark",
    "Marks",
    "Misconception",
    "Move",
    "NotCoveredError",
    "Octal",
    "Opponent",
    "OptionsOfKind",
    "Outcome",
    "OwnRow",
    "Place",
    "Player",
    "Position",
    "Profile",
    "Published",
    "Question",
    "QuotientTable",
    "Reach",
    "Round",
    "RowFacts",
    "RowKind",
    "RowKinds",
    "Rule",
    "Ruleset",
    "SampleRun",
    "SampleStep",
    "Scene",
    "Separation",
    "Sequence",
    "SolverError",
    "Spec",
    "Step",
    "Strategy",
    "Subtraction",
    "Survey",
    "Tag",
    "Tally",
    "Territory",
    "Theory",
    "TooFewError",
    "Trial",
    "Weakness",
    "Within",
    "about",
    "about_move",
    "about_winner",
    "analyse",
    "answer",
    "as_position",
    "ask",
    "balance_of",
    "capitalised",
    "choices",
    "classify",
    "companies",
    "compare",
    "convention_words",
    "counted",
    "decided_up_to",
    "disagreement",
    "distinct",
    "distinguish",
    "elided",
    "examine",
    "film",
    "format_position",
    "formula_of",
    "get_opponent",
    "get_ruleset",
    "get_theory",
    "habits",
    "in_tiles",
    "is_at_least",
    "is_same_move",
    "joined",
    "known_reaches",
    "look",
    "misconception",
    "misjudged_case",
    "misjudged_outcome",
    "never_apart",
    "never_worse",
    "nim_value",
    "octal_codes",
    "outcome_beside",
    "outcome_of_balance",
    "own_row",
    "parse_position",
    "parts_in_words",
    "plane",
    "plural",
    "position_words",
    "profile",
    "published",
    "reach_of",
    "read_formula",
    "read_strategy",
    "remarks",
    "row_kinds",
    "run_sample",
    "select",
    "separate",
    "separation",
    "signature",
    "signed",
    "smallest",
    "standard_form",
    "try_out",
    "with_article",
]
