"""Finding a student in a class; accents and case do not matter."""

from __future__ import annotations

from collections.abc import Iterable

from games.classes.models import Membership
from games.people.names import folded

LONGEST = 100


def fitting(people: Iterable[Membership], wanted: str) -> list[Membership]:
    """The people whose names or student id contain every *wanted* word, in the given order. A
    comma does not matter, so “Bauer, Mia” finds Mia Bauer."""
    words = folded(wanted[:LONGEST]).replace(",", " ").split()

    def fits(member: Membership) -> bool:
        told = folded(f"{member.real_name} {member.user.username} {member.student_id}")
        return all(word in told for word in words)

    return [member for member in people if fits(member)]
