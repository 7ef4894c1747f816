"""A preview of each part of a room lesson on the wall and on a phone, without a room.

The templates of a room draw both. The room and everything in it is invented and never stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from games.people.models import Visitor
from games.play.protocol import open_match
from games.teach.live.leading import voting
from games.teach.live.lessons.lesson_parts import LessonPart
from games.teach.live.lessons.models import RoomLesson
from games.teach.live.rooms.models import Participant, Room, RoomQuestion, asked_columns
from games.teach.live.rooms.room_parts import RoomPart
from games.teach.live.rounds import pairs
from games.teach.live.rounds.models import RoomGame, RoomPair, RoomRound
from games.teach.live.screens.phone import Phone
from games.teach.live.screens.phone_parts import part_of
from games.teach.live.screens.wall import Wall
from games.web.requests import BARE

TEMPLATES = {"wall": "teach/live/preview_wall.html", "phone": "teach/live/phone.html"}
NOBODY = 0
"""The key of a question that has no answers."""
DEAD = re.compile(r'\s(?:href="/[^"]*"|action="[^"]*"|data-hx-[a-z-]+="[^"]*"|autofocus)')
"""Attributes that make a press do something."""
IDS = re.compile(r'\bid="([^"]+)"')
NAMING = re.compile(r'\b(id|for|form|aria-(?:labelledby|describedby|controls)|data-film)="([^"]*)"')


class PartPreview:
    """A *part* on both screens, with two people in the room. The preview never shows what is
    right."""

    def __init__(self, lesson: RoomLesson, part: LessonPart) -> None:
        self.part, self.theory = part, part.theory or lesson.theory
        self.room = Room(title=lesson.title, theory=lesson.theory)
        self.room.part = RoomPart(room=self.room, number=part.number, content=part.content)
        self.people = [Participant(room=self.room, name=name, visitor=Visitor()) for name in "AB"]
        self.games: list[RoomGame] = []
        before = lesson.told[: part.number - 1]
        if part.is_question:
            number = sum(one.is_question for one in before) + 1
            columns = asked_columns(part.asked, number=number, state=RoomQuestion.State.ASKED)
            self.room.current = RoomQuestion(pk=NOBODY, room=self.room, **columns)
        elif part.kind.by_votes:
            self.room.match = open_match(Visitor(), voting.setup_of(self.room.part)).match
            self.room.current = voting.next_turn(self.room, self.room.match, pk=NOBODY, number=1)
        elif part.kind.in_rounds:
            self._draw(sum(one.rounds for one in before if one.kind.in_rounds) + 1)

    def _draw(self, number: int) -> None:
        """Draw the first round of the part, which is round *number* of the room."""
        assert self.room.part is not None
        terms = pairs.terms_of(self.room.part)
        self.room.round = now = RoomRound(room=self.room, number=number, **terms)
        first, second = self.people
        drawn: list[pairs.Pair] = [(first, second)]
        if now.alone_against:
            drawn = [(first, None), (second, None)]
        for (one, other), both in zip(drawn, pairs.opened(now, drawn), strict=True):
            pair = RoomPair(round=now, first=one, second=other, table=1)
            pair.ordered = pairs.games_between(pair, both)
            self.games += pair.ordered

    @property
    def terms(self) -> Iterator[str]:
        """The rounds, the clock and the theory, as far as the part has them."""
        return self.part.kind.terms(self.part, self.theory)

    @property
    def wall(self) -> SafeString:
        wall = Wall(self.room)
        wall.people = self.people
        if wall.round:
            wall.round.games = self.games
        return self._drawn("wall", {"wall": wall, "room": self.room})

    @property
    def phone(self) -> SafeString:
        phone = Phone(self.room, self.people[0])
        phone.answer = None
        phone.pair = self.games[0].pair if self.games else None
        part = part_of(phone)
        news, more = part.words(phone)
        shown = {"room": self.room, "phone": phone, "part": part, "news": news, "more": more}
        shown |= part.context(phone)
        shown |= {"where": part.where(phone), "heading": part.heading(phone)}
        shown |= {"base": BARE, "is_preview": True}
        return self._drawn("phone", shown)

    def _drawn(self, screen: str, shown: dict[str, object]) -> SafeString:
        """The HTML of a screen without working links or buttons, and with ids that are unique on
        the page."""
        html = DEAD.sub("", render_to_string(TEMPLATES[screen], shown))
        own, prefix = set(IDS.findall(html)), f"part-{self.part.number}-{screen}-"

        def renamed(found: re.Match[str]) -> str:
            words = (prefix + word if word in own else word for word in found[2].split(" "))
            return f'{found[1]}="{" ".join(words)}"'

        return mark_safe(NAMING.sub(renamed, html))  # noqa: S308 the templates have escaped it
