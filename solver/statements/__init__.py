"""Statements about who loses: formulas, the search for what breaks them, and their proofs."""

from .certificates import Certificate, certify
from .conjecture import Conjecture, Survey
from .examining import Examination, examine
from .formulas import Formula, Marks
from .reading import formula_of, read_formula

__all__ = [
    "Certificate",
    "Conjecture",
    "Examination",
    "Formula",
    "Marks",
    "Survey",
    "certify",
    "examine",
    "formula_of",
    "read_formula",
]
