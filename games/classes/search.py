"""Finding a student among those of a class: accents and case make no difference."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import combining, normalize

from games.classes.models import Membership

LONGEST = 100
APART = str.maketrans({"ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "Đ": "d", "ı": "i"})
"""Letters that Unicode does not take for a letter with an accent."""


def folded(text: str) -> str:
    """A text without what somebody who looks for it may leave out."""
    letters = normalize("NFKD", text.translate(APART))
    return "".join(letter for letter in letters if not combining(letter)).casefold()


def fitting(people: Iterable[Membership], wanted: str) -> list[Membership]:
    """Those in whose names and student id every word that is *wanted* occurs, in their order."""
    words = folded(wanted[:LONGEST]).split()

    def fits(member: Membership) -> bool:
        told = folded(f"{member.real_name} {member.user.username} {member.student_id}")
        return all(word in told for word in words)

    return [member for member in people if fits(member)]
