"""The names of a room's people: for its staff, and for phones and the wall.

Staff read the real name of a student of the class. Phones and the wall show first names if the
owner of the class allows it, otherwise table numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from django.utils.functional import cached_property

from games.people.names import folded
from games.teach.classes.models import Membership
from games.teach.classes.sections import Section
from games.teach.live.rooms.models import Participant, Room


class RealNames:
    """The names and sections of a room's people for its staff, in one query."""

    def __init__(self, room: Room) -> None:
        members = Membership.objects.filter(classroom=room.classroom_id)
        columns = "user_id", "real_name", "section_id", "section__name"
        known = list(members.values_list(*columns)) if room.classroom_id else []
        self._by_user: dict[int | None, str] = {user: name for user, name, _, _ in known}
        self._sections: dict[int | None, Section] = {
            user: Section(pk=key, name=section) for user, _, key, section in known if key
        }

    def of(self, participant: Participant) -> str:
        """The name that staff read."""
        return self._by_user.get(participant.user_id) or participant.name

    def section_of(self, participant: Participant) -> Section | None:
        """The section of the class that this person is in."""
        return self._sections.get(participant.user_id)


class ShownNames:
    """The first names that phones and the wall of a room may show."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @property
    def are_shown(self) -> bool:
        """Whether the owner of the room's class allows first names."""
        classroom = self.room.classroom
        return classroom is not None and classroom.shows_first_names

    def of(self, participant: Participant) -> str:
        """A participant's first name; empty if it may not be shown."""
        if participant.is_hidden or not self.are_shown:
            return ""
        return self._by_user.get(participant.user_id) or participant.name

    @cached_property
    def _by_user(self) -> Mapping[int | None, str]:
        members = Membership.objects.filter(classroom=self.room.classroom_id)
        return first_names(members.values_list("user_id", "real_name"))


def first_names(real_names: Iterable[tuple[int, str]]) -> dict[int | None, str]:
    """First names by the keys of people; two people who share one also get an initial.

    >>> first_names([(1, "Mia Berg"), (2, "Mia Roth"), (3, "Groß, Ben"), (4, "Zoë")])
    {1: 'Mia B.', 2: 'Mia R.', 3: 'Ben', 4: 'Zoë'}
    """
    halves = {key: _halves(name) for key, name in real_names}
    shared = Counter(folded(first) for first, _ in halves.values())
    return {
        key: f"{first} {rest[0]}." if rest and shared[folded(first)] > 1 else first
        for key, (first, rest) in halves.items()
    }


def short_name(name: str) -> str:
    """A short name for the wall: the first word, and the initial of the last.

    >>> short_name("Anna Berg"), short_name("Gast Ü"), short_name("Team 12"), short_name("Zoë")
    ('Anna B.', 'Gast Ü', 'Team 12', 'Zoë')
    """
    first, last = _halves(name)
    is_short = len(last) <= 2 or last.isdecimal()
    return f"{first} {last if is_short else f'{last[0]}.'}".strip()


def _halves(real_name: str) -> tuple[str, str]:
    """The first name, and the last of the other names."""
    surname, comma, given = real_name.partition(",")
    words = given.split() if comma else surname.split()
    if not words:
        return real_name, ""
    last = surname.strip() if comma else "".join(words[1:][-1:])
    return words[0], last
