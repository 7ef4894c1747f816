"""People with phones in a room, and its instructor: each of them a browser."""

from __future__ import annotations

import asyncio
import html
import re
import time
from dataclasses import dataclass, field
from random import Random

from tests.forms_read import Button, Form, forms_of
from tests.load.browsing import Answer, Browser

POLL = re.compile(r'data-poll="([^"]+)"')
VERSION = re.compile(r"version=(\d+)")
GAME = re.compile(r'id="to-game" href="(/play/([^/"]+)/)"')
IS_OVER = 'id="ending"'
THINKS = 6.0
"""Seconds within which somebody answers."""
MOVES_WITHIN = 2.0
"""The same of a move in a game."""
CHANGES = 0.4
"""How many of them change their mind."""
NO_ANSWER = {"csrfmiddlewaretoken", "form_key", "token", "version", "typed"}
"""What a form sends besides the answer."""
SCRIPT = {"HX-Request": "true"}


def poll_of(page: Answer) -> str:
    """What a page asks again and again; empty where it does not."""
    found = POLL.search(page.body)
    return html.unescape(found[1]) if found else ""


@dataclass
class Phone:
    """Somebody in a room. *seen* is when each version of the room was on the phone first,
    *counted* the last answer to each form that the site has taken, *late* those it has not;
    *moved* are the moves that it has taken, each with its game, and *games* those played to
    their end."""

    browser: Browser
    room: str
    name: str
    chance: Random
    seen: dict[int, float] = field(default_factory=dict)
    counted: dict[str, str] = field(default_factory=dict)
    late: list[str] = field(default_factory=list)
    moved: list[tuple[str, str]] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    page: Answer = field(default_factory=lambda: Answer(0, "", ""))
    thinking: asyncio.Task[None] | None = None

    async def come_in(self) -> None:
        """Type a name, or press the button of who has an account."""
        page = await self.browser.look(self.room)
        for form in forms_of(page.body):
            if form.action == self.room:
                typed = {"name": self.name} if "name" in form.fields else {}
                self.show(await self.browser.look(self.room, {**form.fields, **typed}))
                return
        self.problems.append(f"no way in: {page.status}")

    async def stay(self) -> None:
        """Ask what is new at the pace the room says, until the room is over; play where there is a
        game to play."""
        pace = 2.0
        while poll := poll_of(self.page):
            game = GAME.search(self.page.body)
            if game and game[2] not in self.games:
                await self.play(game[1], game[2])
                self.show(await self.browser.look(self.room))
                continue
            await asyncio.sleep(pace * self.chance.uniform(0.9, 1.1))
            answer = await self.browser.ask(poll, headers=SCRIPT)
            pace = float(answer.header("pace") or pace)
            if answer.status == 200:
                self.show(answer)
            elif answer.status != 204:
                self.problems.append(f"{poll}: {answer.status}")

    async def play(self, address: str, game: str) -> None:
        """Play a game to its end, with any moves."""
        page, pace = await self.browser.look(address), 2.0
        while page.status == 200 and IS_OVER not in page.body:
            board = next(form for form in forms_of(page.body) if form.id == "play-form")
            moves = [button for button in board.buttons if "move" in button.adds]
            if moves:
                await asyncio.sleep(self.chance.uniform(0.2, MOVES_WITHIN))
                move = self.chance.choice(moves)
                answer = await self.browser.ask(board.action, board.pressed(move), headers=SCRIPT)
                if answer.status == 200:
                    self.moved.append((game, move.adds["move"][0]))
            else:
                await asyncio.sleep(pace * self.chance.uniform(0.9, 1.1))
                answer = await self.browser.ask(poll_of(page), headers=SCRIPT)
                pace = float(answer.header("pace") or pace)
            page = page if answer.status == 204 else answer
        if page.status != 200:
            self.problems.append(f"a game: {page.status}")
        self.games.append(game)

    def show(self, page: Answer) -> None:
        """Have a page before one's eyes; what can be answered is thought about."""
        if page.status != 200:
            self.problems.append(f"a page: {page.status}")
            return
        self.page = page
        found = VERSION.search(poll_of(page))
        if found:
            self.seen.setdefault(int(found[1]), time.monotonic())
        self.consider()

    def consider(self) -> None:
        """Begin to think about what is asked, one thing after the other."""
        form = self.question()
        if form and form.action not in self.counted and self.thinking is None:
            self.thinking = asyncio.create_task(self.think(form.action))

    def seen_at(self, version: int) -> float:
        """When this phone had the room as it was at *version*, or later."""
        return min(when for seen, when in self.seen.items() if seen >= version)

    def question(self) -> Form | None:
        """The form of the page that takes an answer."""
        forms = forms_of(self.page.body)
        return next((form for form in forms if "/answer/" in form.action), None)

    async def think(self, asked: str) -> None:
        """Answer after a while, and perhaps once more."""
        for _ in range(1 + (self.chance.random() < CHANGES)):
            await asyncio.sleep(self.chance.uniform(0.2, THINKS))
            form = self.question()
            if form is None or form.action != asked:
                break
            await self.answer(form)
        self.thinking = None
        self.consider()

    async def answer(self, form: Form) -> None:
        """Press a button, or choose one of each list and send it."""
        button = self.chance.choice(form.buttons)
        fields = form.pressed(button)
        for name, values in form.choices.items():
            fields[name] = [self.chance.choice(values)]
        page = await self.browser.ask(form.action, fields, headers=SCRIPT)
        told = ";".join(value for name in sorted(fields) for value in self.said(name, fields))
        if page.status == 200:
            self.counted[form.action] = told
        elif page.status == 409:
            self.late.append(told)
        else:
            self.problems.append(f"answer: {page.status}")
        if page.status in (200, 409):
            self.show(Answer(200, page.head, page.body))

    @staticmethod
    def said(name: str, fields: dict[str, list[str]]) -> list[str]:
        """What of a form is the answer."""
        return [] if name in NO_ANSWER else fields[name]


@dataclass
class Leader:
    """The instructor of the room, at the projector or their desk."""

    browser: Browser
    room: str
    page: Answer = field(default_factory=lambda: Answer(0, "", ""))

    async def press(self, wanted: str, screen: str = "projector") -> int:
        """Make a step by its name, or by the id of its button; the version of the room then."""
        self.page = await self.browser.look(f"{self.room}{screen}/")
        found = self.find(wanted)
        if found is None:
            known = [button.id for form in forms_of(self.page.body) for button in form.buttons]
            raise LookupError(f"no {wanted} among {known}")
        form, button = found
        self.page = await self.browser.look(button.action, form.pressed(button))
        return int(form.fields["version"][0]) + 1

    def find(self, wanted: str) -> tuple[Form, Button] | None:
        """The button on the screen that is called so, with its form."""
        for form in forms_of(self.page.body):
            for button in form.buttons:
                if button.id == wanted or button.action.endswith(f"/do/{wanted}/"):
                    return form, button
        return None
