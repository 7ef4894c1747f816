"""The theory of Marienbad: who wins, by which moves, and why.

This module is the only door: everything another package may use is named here, and in the stub
beside it for those who check types. Nothing in the package imports Django (its ``apps.py``
aside) or touches a database. A name is fetched when it is first asked for, so that importing the
package costs next to nothing.

>>> from solver import analyse
>>> analyse("nim", "1+3+5+4", "misere").outcome
<Outcome.N: 'N'>
"""

import sys
from importlib import import_module
from types import ModuleType

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
        "STEPS",
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
    "conditions": (
        "Rule",
        "TO_MOVE",
    ),
    "conjectures": (
        "Breach",
        "Ground",
        "Halves",
        "Place",
        "Territory",
        "Within",
    ),
    "conventions": (
        "Convention",
        "Outcome",
        "Player",
    ),
    "cousins": ("standard_form",),
    "distinctions": (
        "Distinction",
        "distinguish",
        "outcome_beside",
    ),
    "errata": (
        "Claim",
        "ERRATA",
        "ESCAPING_ROWS",
        "Erratum",
        "Exhibit",
        "Flaw",
        "GREMLIN_RULES",
        "SOURCES",
    ),
    "errata.sample_steps": (
        "SAMPLE_LINES",
        "SampleRun",
        "SampleStep",
        "run_sample",
    ),
    "errors": (
        "BudgetExceededError",
        "IllegalMoveError",
        "InvalidInputError",
        "NotCoveredError",
        "SolverError",
        "TooFewError",
        "about",
    ),
    "explanation": (
        "Analysis",
        "ReasoningStep",
    ),
    "fans": (
        "Fan",
        "in_tiles",
    ),
    "films": ("film",),
    "films.below": (
        "BELOW",
        "best_answer",
        "look",
    ),
    "films.genus": ("genus_film",),
    "films.refusals": ("refusal_film",),
    "game": (
        "Game",
        "NimSequence",
        "Quotient",
    ),
    "genus": (
        "Bearing",
        "Species",
        "bearing",
    ),
    "heaps": ("Heaps",),
    "hexadecimal": ("Hexadecimal",),
    "ideas": (
        "Idea",
        "idea_of",
    ),
    "kinds": ("Kind",),
    "ladder": (
        "DOTS",
        "Ladder",
        "Rung",
        "ladder_of",
    ),
    "lemmas": (
        "Compared",
        "Lemma",
    ),
    "likeness": (
        "Likeness",
        "failing",
    ),
    "maps": (
        "Atlas",
        "Lost",
        "RowFacts",
        "Sequence",
        "decided_up_to",
        "plane",
    ),
    "misconceptions": (
        "HABITS",
        "MISCONCEPTIONS",
        "Misconception",
        "habits",
        "misconception",
        "remarks",
    ),
    "misjudgements": (
        "MISJUDGEMENTS",
        "PLAYS_ON_LOST",
        "misjudged_case",
        "misjudged_outcome",
    ),
    "octal": ("Octal",),
    "opponents": (
        "Character",
        "OPPONENTS",
        "Opponent",
        "get_opponent",
    ),
    "positions": (
        "Move",
        "Position",
        "as_position",
        "format_position",
        "parse_position",
    ),
    "profile": (
        "Profile",
        "distinct",
        "is_same_move",
        "nim_value",
        "profile",
    ),
    "published": (
        "Comparison",
        "Disagreements",
        "PUBLISHED",
        "Published",
        "compare",
        "disagreements",
        "published",
    ),
    "quantities": (
        "Figures",
        "OF_IMPARTIAL",
        "OF_STRIPS",
        "QUANTITIES",
    ),
    "quotients": (
        "Bounds",
        "ByHandQuestion",
        "Known",
        "Mex",
        "Monoid",
        "NamedElement",
        "QuotientByHand",
        "QuotientTable",
        "infinite_because",
        "is_tame",
        "lost_positions",
        "mex_function",
        "meximal_sets",
        "quotient_of",
        "relations_of",
        "separating_companies",
        "shipped_games",
        "shipped_quotient",
        "smallest_positions",
    ),
    "reach": (
        "Ending",
        "Reach",
        "known_reaches",
        "octal_codes",
        "reach_of",
    ),
    "row_kinds": (
        "Miscount",
        "OptionsOfKind",
        "RowKind",
        "RowKinds",
        "miscount",
        "row_kinds",
    ),
    "ruleset_keys": (
        "FAMILIES",
        "get_ruleset",
    ),
    "rulesets": (
        "Ruleset",
        "Subtraction",
    ),
    "scenes": (
        "CellGroup",
        "CountLine",
        "Mark",
        "OptionCard",
        "RowOptions",
        "Scene",
        "Tag",
    ),
    "selection": (
        "Spec",
        "matched",
        "select",
    ),
    "separations": (
        "Separation",
        "separate",
        "separation",
    ),
    "signature": ("signature",),
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
    "strategies": (
        "LEAVE",
        "Leave",
        "NAMED",
        "Strategy",
        "read_strategy",
    ),
    "theories": ("THEORIES",),
    "theories.reduction": (
        "balance_of",
        "outcome_of_balance",
    ),
    "theory": (
        "Question",
        "Theory",
    ),
    "trials": (
        "Trial",
        "TrialRound",
        "try_out",
    ),
    "weakened": (
        "CHOICES",
        "CONDITIONS",
        "OCTAL",
        "OwnRow",
        "WRITTEN",
        "Weakness",
        "choices",
        "own_row",
        "smallest",
    ),
    "version": ("VERSION",),
    "words": (
        "capitalised",
        "counted",
        "elided",
        "joined",
        "listed",
        "one_of",
        "parts_in_words",
        "plural",
        "position_words",
        "signed",
        "uncapitalised",
        "with_article",
    ),
    "words.outcomes": (
        "LAST_ONE",
        "OUTCOME_TERMS",
        "OUTCOME_WORDS",
        "convention_words",
    ),
}
"""The names at the door, by the module that each is fetched from."""

_PLACES = {name: module for module, names in HOMES.items() for name in names}

__all__ = sorted(_PLACES)  # noqa: PLE0605 – the stub lists them


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_PLACES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


class _Door(ModuleType):
    """A module some of whose names are also those of files: the name at the door comes first."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in _PLACES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Door
