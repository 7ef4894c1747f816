"""What checking the sources found: each passage in its own words, why it fails, and what holds.

The data are here, one file a source; :mod:`solver.errata.searches` looks at every position that
an erratum's evidence counts.
"""

from .encyclopedia import ENCYCLOPEDIA
from .entries import Claim, Erratum, Evidence, Exhibit, Flaw, Source
from .nimble_strategy import NIMBLE_STRATEGY
from .partizan_paper import PARTIZAN_PAPER
from .r1_note import ESCAPING_ROWS, GREMLIN_RULES, R1_NOTE

SOURCES = (R1_NOTE, PARTIZAN_PAPER, NIMBLE_STRATEGY, ENCYCLOPEDIA)
ERRATA = tuple(erratum for source in SOURCES for erratum in source.errata)

__all__ = [
    "ERRATA",
    "ESCAPING_ROWS",
    "GREMLIN_RULES",
    "SOURCES",
    "Claim",
    "Erratum",
    "Evidence",
    "Exhibit",
    "Flaw",
    "Source",
]
