"""What a course says about the theory: habits, opponents, hints, films, published mistakes, words.

The mathematics is at the door of :mod:`solver` itself.

>>> from solver.teaching import get_opponent
>>> get_opponent("norma").name
'Norma'
"""

from .door import open_door

HOMES = {
    "budget": ("STEPS",),
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
    "errors": ("about",),
    "films": (
        "answer_as_data",
        "film",
    ),
    "films.below": (
        "BELOW",
        "best_answer",
        "look",
    ),
    "films.fans": (
        "Fan",
        "in_tiles",
    ),
    "films.genus": ("genus_film",),
    "films.refusals": ("refusal_film",),
    "ideas": (
        "Idea",
        "idea_of",
    ),
    "maps": (
        "Atlas",
        "Lost",
        "RowFacts",
        "Sequence",
        "decided_up_to",
        "pairs",
        "plane",
    ),
    "opponents.beliefs": (
        "BELIEFS",
        "Belief",
        "Misled",
        "misled",
    ),
    "opponents.ladder": (
        "DOTS",
        "Ladder",
        "Rung",
        "ladder_of",
    ),
    "opponents.likeness": (
        "Likeness",
        "failing",
    ),
    "opponents.misconceptions": (
        "HABITS",
        "MISCONCEPTIONS",
        "Misconception",
        "Mistake",
        "habits",
        "misconception",
        "remarks",
        "shown_by_move",
    ),
    "opponents.misjudgements": (
        "MISJUDGEMENTS",
        "PLAYS_ON_LOST",
        "misjudged_case",
        "misjudged_outcome",
    ),
    "opponents.opponents": (
        "Character",
        "OPPONENTS",
        "Opponent",
        "get_opponent",
    ),
    "opponents.strategies": (
        "LEAVE",
        "Leave",
        "NAMED",
        "Strategy",
        "read_strategy",
    ),
    "opponents.trials": (
        "Trial",
        "TrialRound",
        "try_out",
    ),
    "profiles": ("result_of",),
    "quotients": (
        "ByHandQuestion",
        "NamedElement",
        "QuotientByHand",
    ),
    "research.weakened": (
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
    "kinds_of_rows": (
        "Miscount",
        "miscount",
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
    "statements.conditions": (
        "Rule",
        "TO_MOVE",
    ),
    "statements.lemmas": (
        "Compared",
        "Lemma",
    ),
    "statements.quantities": (
        "Figures",
        "QUANTITIES",
        "foreign_to",
    ),
    "theories.reduction": (
        "balance_of",
        "outcome_of_balance",
    ),
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
"""The names at this door, by the module that each is fetched from."""

__getattr__, __dir__ = open_door(__name__, HOMES)
__all__ = __dir__()  # noqa: PLE0605 – the stub lists them
