"""The theory of Marienbad: who wins, by which moves, and why.

This module is the door to the mathematics, and :mod:`solver.teaching` the door to what a course
says about it. Everything another package may use is named at one of them, and in the stub beside
it for those who check types. Nothing in the package imports Django (its ``apps.py`` aside) or
touches a database. A name is fetched when it is first asked for, so that importing the package
costs next to nothing.

>>> from solver import analyse
>>> analyse("nim", "1+3+5+4", "misere").outcome
<Outcome.N: 'N'>
"""

from .door import open_door

HOMES = {
    "analysis": (
        "analyse",
        "answer",
        "ask",
        "get_theory",
    ),
    "budget": (
        "Budget",
        "DEFAULT_BUDGET",
    ),
    "classification": (
        "classified",
        "classify",
    ),
    "company": (
        "companies",
        "is_at_least",
        "never_apart",
        "never_worse",
    ),
    "conventions": (
        "Convention",
        "Outcome",
        "Player",
    ),
    "distinctions": (
        "Distinction",
        "distinguish",
        "outcome_beside",
    ),
    "errors": (
        "BudgetExceededError",
        "IllegalMoveError",
        "InvalidInputError",
        "NotCoveredError",
        "SolverError",
        "TooFewError",
    ),
    "explanation": (
        "Analysis",
        "ReasoningStep",
    ),
    "game": (
        "Game",
        "NimSequence",
    ),
    "genus": (
        "Bearing",
        "Species",
        "bearing",
    ),
    "kinds": ("Kind",),
    "opponents.separations": (
        "Separation",
        "separate",
        "separation",
    ),
    "pool": (
        "POOL",
        "Pool",
        "pooled",
    ),
    "positions": (
        "Move",
        "Position",
        "as_data",
        "as_position",
        "format_parts",
        "format_position",
        "parse_position",
    ),
    "profiles": (
        "Profile",
        "distinct",
        "is_same_move",
        "nim_value",
        "profile",
    ),
    "published_sequences": (
        "Comparison",
        "Disagreements",
        "PUBLISHED",
        "Published",
        "compare",
        "disagreements",
        "published",
    ),
    "quotients": (
        "Bounds",
        "InfiniteQuotient",
        "Known",
        "LostSums",
        "Mex",
        "Monoid",
        "QuotientTable",
        "Rays",
        "infinite_games",
        "infinite_quotient",
        "is_tame",
        "lost_positions",
        "mex_function",
        "meximal_sets",
        "partial_quotient",
        "quotient_of",
        "relations_of",
        "separating_companies",
        "shipped_games",
        "shipped_quotient",
        "smallest_positions",
    ),
    "quotients.lettered": (
        "Quotient",
        "solved_play",
    ),
    "reach": (
        "Ending",
        "Reach",
        "known_reaches",
        "octal_codes",
        "reach_of",
    ),
    "research.atlas": (
        "Chart",
        "chart_of",
        "charted_codes",
    ),
    "research.form_census": (
        "FormCensus",
        "form_census",
    ),
    "research.form_reading": (
        "as_form",
        "read_form",
    ),
    "research.game_forms": ("MisereForm",),
    "research.growth": (
        "Growth",
        "GrowthLaw",
        "GrowthRow",
        "growth_of",
    ),
    "research.monoid_atlas": (
        "MonoidCount",
        "monoid_counts",
    ),
    "research.monoid_search": ("misere_monoid",),
    "research.monoid_sorts": (
        "FiniteMisereMonoid",
        "MisereIntegers",
        "MisereMonoid",
        "UnsettledMonoid",
    ),
    "research.outcome_certificates": ("outcome_certificate",),
    "research.telling_apart": (
        "FormComparison",
        "Relation",
        "Teller",
        "compare_forms",
        "outcomes_beside",
        "reduced_form",
    ),
    "research.universes": (
        "HasInverse",
        "Invertibility",
        "Universe",
        "invertibility",
    ),
    "kinds_of_rows": (
        "OptionsOfKind",
        "RowKind",
        "RowKinds",
        "row_kinds",
    ),
    "rulesets.boards": ("Boards",),
    "rulesets.sums": ("SumOfGames",),
    "rulesets.cousins": ("standard_form",),
    "rulesets.heaps": (
        "Heaps",
        "written_out",
    ),
    "rulesets.hexadecimal": ("Hexadecimal",),
    "rulesets.keys": (
        "BOARD_GAMES",
        "FAMILIES",
        "get_ruleset",
        "read_sum",
    ),
    "rulesets.octal": ("Octal",),
    "rulesets.rules": (
        "Ruleset",
        "Subtraction",
    ),
    "selection": (
        "Spec",
        "matched",
        "select",
    ),
    "signatures": ("signature",),
    "statements": (
        "Certificate",
        "Conjecture",
        "Examination",
        "Formula",
        "Marks",
        "Survey",
        "examine",
        "formula_of",
        "read_formula",
    ),
    "statements.conjectures": (
        "Breach",
        "Ground",
        "Halves",
        "Place",
        "Territory",
        "Within",
    ),
    "theories": ("THEORIES",),
    "theory": (
        "Inquiry",
        "Theory",
    ),
    "version": (
        "RELEASE",
        "VERSION",
        "__version__",
    ),
}
"""The names at this door, by the module that each is fetched from."""

__getattr__, __dir__ = open_door(__name__, HOMES, "teaching")
__all__ = __dir__()  # noqa: PLE0605 – the stub lists them
